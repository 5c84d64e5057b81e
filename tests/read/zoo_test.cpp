#include "read/zoo.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "read/reading.hpp"
#include "read/text/embedded.hpp"
#include "read/text/file.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"
#include "support/print.hpp"

namespace kvtally::zoo_test {

namespace {

// A description with a name, and aliases as a YAML list.
std::string text_of(const std::string& name, const std::string& aliases = "[]") {
  return "name: " + name + "\nnum_hidden_layers: 1\nlayer_types: moe\naliases: " + aliases + "\n";
}

TEST_CASE("the compiled-in models are the files of modelzoo") {
  const Zoo zoo(embedded_files());
  const std::vector<std::string> ids = zoo.ids();
  CHECK(std::ranges::is_sorted(ids));
  CHECK(std::ranges::adjacent_find(ids) == ids.end());
  const auto paths = files_in(std::string(KVTALLY_SOURCE_DIR) + "/modelzoo", ".yaml");
  REQUIRE(paths.has_value());
  std::vector<std::string> files;
  for (const std::string& path : *paths) {
    files.push_back(stem(path));
  }
  std::ranges::sort(files);
  CHECK(ids == files);
  CHECK(ids.size() >= 44);
}

TEST_CASE("a compiled-in description is the one in its file") {
  const Zoo zoo(embedded_files());
  for (const std::string& id : zoo.ids()) {
    CAPTURE(id);
    const std::string path = "modelzoo/" + id + ".yaml";
    const auto tree = parse_yaml(path, test::source_text(path));
    REQUIRE(tree.has_value());
    const auto from_file = read_description(*tree, id);
    const auto compiled_in = zoo.describe(id);
    REQUIRE(from_file.has_value());
    REQUIRE(compiled_in.has_value());
    CHECK(compiled_in->model == from_file->model);
    CHECK(compiled_in->origins == from_file->origins);
    CHECK(compiled_in->aliases == from_file->aliases);
    CHECK(compiled_in->file == path);
  }
}

bool same(const Node& a, const Node& b) {
  return a.kind == b.kind && a.key == b.key && a.text == b.text && a.place == b.place &&
         a.key_place == b.key_place && a.size == b.size;
}

TEST_CASE("compiled-in nodes are those of the file, with their places") {
  CHECK(std::ranges::is_sorted(embedded_files(), {}, &EmbeddedFile::path));
  for (const EmbeddedFile& file : embedded_files()) {
    CAPTURE(std::string(file.path));
    const auto tree = parse_yaml("m.yaml", test::source_text(std::string(file.path)));
    REQUIRE(tree.has_value());
    CHECK(std::ranges::equal(file.nodes, tree->nodes(), same));
  }
}

TEST_CASE("a name is an id or an alias, whatever the case of its letters") {
  const test::Folder folder;
  folder.write("one.yaml", text_of("One", "[First, \"Both:1\"]"));
  folder.write("two.yaml", text_of("Two", "[second, both:1, ONE]"));
  Zoo zoo({});
  REQUIRE(zoo.add_folder(folder.path("")).empty());
  using Ids = std::vector<std::string>;
  CHECK(zoo.ids() == Ids{"one", "two"});
  CHECK(zoo.matches("one") == Ids{"one"});  // an id comes before another model's alias
  CHECK(zoo.matches("ONE") == Ids{"one"});
  CHECK(zoo.matches("FIRST") == Ids{"one"});
  CHECK(zoo.matches("Second") == Ids{"two"});
  CHECK(zoo.matches("both:1") == Ids{"one", "two"});
  CHECK(zoo.matches("on") == Ids{});
  CHECK(zoo.suggestion("sceond") == "second");
  CHECK(zoo.suggestion("xyzzy-plugh") == "");
  CHECK(zoo.suggestion("both:2") == "");  // the nearest alias stands for two models
  CHECK(find_model(zoo, "sECOND")->model.id == "two");
  CHECK(render(find_model(zoo, "BOTH:1").error()) ==
        "'BOTH:1' stands for several models; expected one of one, two\n");
  CHECK(render(find_model(zoo, "sceond").error()) ==
        "unknown model 'sceond'; expected an id or alias (kvtally models lists them) or a path\n"
        "  did you mean 'second'?\n");
  CHECK(render(find_model(zoo, "xyzzy-plugh").error()) ==
        "unknown model 'xyzzy-plugh'; expected an id or alias (kvtally models lists them) or a path\n");
}

TEST_CASE("an alias of two compiled-in models is ambiguous") {
  CHECK(render(find_model(Zoo(embedded_files()), "DeepSeek-V4").error()) ==
        "'DeepSeek-V4' stands for several models; expected one of deepseek-v4-flash, deepseek-v4-pro\n");
}

TEST_CASE("every compiled-in id and unambiguous alias finds its model") {
  const Zoo zoo(embedded_files());
  for (const std::string& id : zoo.ids()) {
    CAPTURE(id);
    REQUIRE(zoo.matches(id) == std::vector<std::string>{id});
    const auto description = zoo.describe(id);
    REQUIRE(description.has_value());
    for (const std::string& alias : description->aliases) {
      CAPTURE(alias);
      const auto matches = zoo.matches(alias);
      CHECK(std::ranges::find(matches, id) != matches.end());
    }
  }
}

TEST_CASE("a folder adds models and replaces those with its files' names") {
  const test::Folder folder;
  folder.write("deepseek-v3.yaml", text_of("Mine"));
  folder.write("zz-new.yaml", text_of("New"));
  folder.write("00-new.yaml", text_of("Newer"));
  folder.write("ignored.txt", "not YAML: [");
  Zoo zoo(embedded_files());
  const std::size_t before = zoo.ids().size();
  CHECK(zoo.add_folder(folder.path("")).empty());
  const auto ids = zoo.ids();
  CHECK(ids.size() == before + 2);
  CHECK(std::ranges::is_sorted(ids));
  CHECK(zoo.describe("deepseek-v3")->model.name == "Mine");
  CHECK(zoo.describe("zz-new")->model.name == "New");
  CHECK(zoo.describe("00-new")->model.name == "Newer");
  CHECK(zoo.describe("zz-new")->file == folder.path("zz-new.yaml"));
}

TEST_CASE("a folder's broken files are all reported, and the others are added") {
  const test::Folder folder;
  folder.write("bad.yaml", "a: [\n");
  folder.write("good.yaml", text_of("Good"));
  folder.write("worse.yaml", text_of("Worse") + "vendr: x\n");
  Zoo zoo({});
  CHECK(render(zoo.add_folder(folder.path(""))) ==
        folder.path("bad.yaml") + ":2:1: not YAML: end of sequence flow not found\n" + folder.path("worse.yaml") +
            ":5:1: unknown key 'vendr'\n    5 | vendr: x\n      | ^\n      = did you mean 'vendor'?\n");
  CHECK(zoo.ids() == std::vector<std::string>{"good"});
  const std::string missing = folder.path("missing");
  CHECK(render(zoo.add_folder(missing)) ==
        missing + ": it cannot be listed: No such file or directory; expected a folder of .yaml files\n");
}

TEST_CASE("a word that is a path is read as a file") {
  const test::Folder folder;
  folder.write("mine.yaml", text_of("Mine"));
  folder.write("without_ending", text_of("Bare"));
  const Zoo zoo(embedded_files());
  const auto mine = find_model(zoo, folder.path("mine.yaml"));
  REQUIRE(mine.has_value());
  CHECK(mine->model.id == "mine");
  CHECK(mine->file == folder.path("mine.yaml"));
  CHECK(find_model(zoo, folder.path("without_ending"))->model.name == "Bare");
  const std::string missing = folder.path("missing.yaml");
  CHECK(render(find_model(zoo, missing).error()) ==
        missing + ": it cannot be opened: No such file or directory\n");
  CHECK(render(find_model(zoo, folder.path("")).error()) ==
        folder.path("") +
            ": the folder holds no model; expected a config.json, a params.json or a .gguf file in it\n");
  CHECK(render(find_model(zoo, "missing.yml").error()) ==
        "missing.yml: it cannot be opened: No such file or directory\n");
}

TEST_CASE("aliases that stand for one model, sorted; those of several are left out") {
  const Zoo zoo(embedded_files());
  const std::vector<std::string> aliases = zoo.aliases();
  CHECK(std::ranges::is_sorted(aliases));
  CHECK(aliases.size() > 50);
  CHECK(std::ranges::find(aliases, "llama3.1:8b") != aliases.end());
  for (const std::string& alias : aliases) {
    CAPTURE(alias);
    CHECK(zoo.named(alias).has_value());
  }
  const test::Folder folder;
  folder.write("one.yaml", text_of("One", "[both, first]"));
  folder.write("two.yaml", text_of("Two", "[both, second]"));
  Zoo small({});
  REQUIRE(small.add_folder(folder.path("")).empty());
  CHECK(small.aliases() == std::vector<std::string>{"first", "second"});
}

TEST_CASE("a model by name: found, ambiguous, unknown; a path is no name") {
  const test::Folder folder;
  folder.write("one.yaml", text_of("One", "[both, first]"));
  folder.write("two.yaml", text_of("Two", "[both]"));
  Zoo zoo({});
  REQUIRE(zoo.add_folder(folder.path("")).empty());
  CHECK(zoo.named("FIRST")->model.name == "One");
  CHECK(zoo.named("both").error() ==
        Problems{{"", {}, "'both' stands for several models", "one of one, two", "", ""}});
  CHECK(
      zoo.named("frst").error() ==
      Problems{
          {"", {}, "unknown model 'frst'", "an id or alias (kvtally models lists them) or a path", "first", ""}});
  CHECK_FALSE(zoo.named(folder.path("one.yaml")).has_value());
}

}  // namespace

}  // namespace kvtally::zoo_test
