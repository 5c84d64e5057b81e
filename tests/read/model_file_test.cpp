#include "read/model_file.hpp"

#include <doctest/doctest.h>
#include <filesystem>

#include "support/folder.hpp"

namespace kvtally::model_file_test {

namespace {

const std::string kConfig =
    R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4})";
const std::string kYaml =
    "name: Ours\nnum_hidden_layers: 1\nlayer_types: full_attention\nnum_attention_heads: 4\n"
    "num_key_value_heads: 4\nhead_dim: 16\n";

// The id and the number of layers, or the problems without the folder's path.
std::string read(const test::Folder& folder, const std::string& name) {
  const auto description = read_model_file(folder.path(name));
  if (description) {
    return description->model.id + " " + std::to_string(layer_count(description->model.order));
  }
  std::string text = render(description.error());
  const std::string path = folder.path("");
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path)) {
    text.erase(at, path.size());
  }
  return text;
}

TEST_CASE("a JSON object is a config.json, whatever its name; all else is our YAML") {
  const test::Folder folder;
  folder.write("a.json", kConfig);
  folder.write("b.yaml", kConfig);
  folder.write("c.txt", "\xEF\xBB\xBF \r\n\t" + kConfig);
  folder.write("d.yaml", kYaml);
  folder.write("e.json", kYaml);
  folder.write("plain", "# about {braces}\n" + kYaml);
  CHECK(read(folder, "a.json") == "a 2");
  CHECK(read(folder, "b.yaml") == "b 2");
  CHECK(read(folder, "c.txt") == "c 2");
  CHECK(read(folder, "d.yaml") == "d 1");
  CHECK(read(folder, "e.json") == "e 1");
  CHECK(read(folder, "plain") == "plain 1");
}

TEST_CASE("a config.json has the name of its folder, and a folder is the config.json in it") {
  const test::Folder folder;
  std::filesystem::create_directories(folder.path("my-model.v2"));
  folder.write("my-model.v2/config.json", kConfig);
  folder.write("my-model.v2/other.json", kConfig);
  CHECK(read(folder, "my-model.v2/config.json") == "my-model.v2 2");
  CHECK(read(folder, "my-model.v2") == "my-model.v2 2");
  CHECK(read(folder, "my-model.v2/") == "my-model.v2 2");
  CHECK(read(folder, "my-model.v2/other.json") == "other 2");
  const auto description = read_model_file(folder.path("my-model.v2"));
  CHECK(description->file == folder.path("my-model.v2/config.json"));
  CHECK(description->model.name == "my-model.v2");
}

TEST_CASE("a JSON object with the keys of a params.json is one, whatever its name") {
  const test::Folder folder;
  const std::string params = R"({"dim": 64, "n_layers": 3, "n_heads": 4, "n_kv_heads": 2, "head_dim": 16})";
  std::filesystem::create_directories(folder.path("mistral"));
  folder.write("mistral/params.json", params);
  folder.write("other.json", params);
  CHECK(read(folder, "mistral/params.json") == "mistral 3");
  CHECK(read(folder, "mistral") == "mistral 3");
  CHECK(read(folder, "other.json") == "other 3");
}

TEST_CASE("what cannot be read is said by its path") {
  const test::Folder folder;
  std::filesystem::create_directories(folder.path("empty"));
  std::filesystem::create_directories(folder.path("odd/config.json"));
  CHECK(read(folder, "missing.json") == "missing.json: it cannot be opened: No such file or directory\n");
  CHECK(read(folder, "missing/config.json") ==
        "missing/config.json: it cannot be opened: No such file or directory\n");
  const std::string none =
      ": the folder holds no model; expected a config.json, a params.json or a .gguf file in it\n";
  CHECK(read(folder, "empty") == "empty" + none);
  CHECK(read(folder, "odd") == "odd" + none);
  CHECK(read(folder, "odd/config.json") == "odd/config.json" + none);
  folder.write("model.safetensors", "");
  const std::string weights =
      ": weights do not say what a layer keeps; expected the folder that also holds the config.json or "
      "params.json\n";
  CHECK(read(folder, "model.safetensors") == "model.safetensors" + weights);
  CHECK(read(folder, "model.safetensors.index.json") == "model.safetensors.index.json" + weights);
}

TEST_CASE("problems are those of the format that the text has") {
  const test::Folder folder;
  folder.write("list.json", "[1, 2]");
  folder.write("empty.json", "");
  folder.write("blanks.json", " \n \n");
  folder.write("number.json", "12");
  CHECK(read(folder, "list.json") ==
        "list.json:1:1: the document is a list; expected a map of keys and values\n"
        "    1 | [1, 2]\n"
        "      | ^\n");
  const std::string empty = ".json: the document is empty; expected a map of keys and values\n";
  CHECK(read(folder, "empty.json") == "empty" + empty);
  CHECK(read(folder, "number.json") ==
        "number.json:1:1: the document is '12'; expected a map of keys and values\n"
        "    1 | 12\n"
        "      | ^\n");
  CHECK(read(folder, "blanks.json") == "blanks" + empty);
}

}  // namespace

}  // namespace kvtally::model_file_test
