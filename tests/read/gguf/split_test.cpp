#include "read/gguf/split.hpp"

#include <doctest/doctest.h>

#include "read/gguf/reading.hpp"
#include "support/folder.hpp"

namespace kvtally::split_test {

namespace {

using test::GgufWriter;
using test::u32;

GgufWriter& part(GgufWriter& file, int number, int count, int tensors) {
  file.raw("split.no", 2, test::little(static_cast<std::uint64_t>(number), 2));
  file.raw("split.count", 2, test::little(static_cast<std::uint64_t>(count), 2));
  return file.raw("split.tensors.count", 5, u32(static_cast<std::uint64_t>(tensors)));
}

std::string first(int count = 3, int tensors = 3) {
  GgufWriter file = test::small_gguf();
  return part(file, 0, count, tensors).tensor("token_embd.weight", {8}, 0, 32).file();
}
std::string later(int number, const std::string& tensor, int count = 3) {
  GgufWriter file("llama");
  return part(file, number, count, 3).tensor(tensor, {8}, 0, 32).file();
}

void write_all(const test::Folder& folder) {
  folder.write("m-00001-of-00003.gguf", first());
  folder.write("m-00002-of-00003.gguf", later(1, "blk.0.attn_q.weight"));
  folder.write("m-00003-of-00003.gguf", later(2, "output.weight"));
}

// The id and the stored tensors, or the problems without the folder's path.
std::string read(const test::Folder& folder, const std::string& name) {
  const auto description = read_gguf(folder.path(name));
  if (description) {
    std::int64_t tensors = 0;
    for (const StoredGroup& group : description->model.stored->groups) {
      tensors += group.tensors;
    }
    return description->model.id + " " + std::to_string(tensors) + " of " + description->model.stored->from;
  }
  std::string text = render(description.error());
  const std::string path = folder.path("");
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path)) {
    text.erase(at, path.size());
  }
  return text;
}

TEST_CASE("a name of a part") {
  const auto name = split_name("a-b-00002-of-00013");
  REQUIRE(name.has_value());
  CHECK(name->name == "a-b");
  CHECK(name->part == 2);
  CHECK(name->count == 13);
  for (const auto* none : {"model", "m-00001-of-0003", "m-00004-of-00003", "m-00000-of-00003", "m_00001-of-00003",
                           "m-0x001-of-00003", "m-00001-or-00003", ""}) {
    CAPTURE(none);
    CHECK_FALSE(split_name(none).has_value());
  }
}

TEST_CASE("any part stands for all") {
  const test::Folder folder;
  write_all(folder);
  for (const auto* name : {"m-00001-of-00003.gguf", "m-00002-of-00003.gguf", "m-00003-of-00003.gguf"}) {
    CHECK(read(folder, name) == "m 3 of the tensor tables of 3 GGUF files");
  }
}

TEST_CASE("missing and contradicting parts are errors") {
  const test::Folder folder;
  write_all(folder);
  std::filesystem::remove(folder.path("m-00002-of-00003.gguf"));
  CHECK(read(folder, "m-00003-of-00003.gguf") ==
        "m-00002-of-00003.gguf: it cannot be opened: No such file or directory\n");
  folder.write("m-00002-of-00003.gguf", later(2, "blk.0.attn_q.weight"));
  CHECK(read(folder, "m-00001-of-00003.gguf") ==
        "m-00002-of-00003.gguf: split.no 2 says part 3; expected part 2, as its name says\n");
  folder.write("m-00002-of-00003.gguf", later(1, "blk.0.attn_q.weight", 4));
  CHECK(read(folder, "m-00001-of-00003.gguf") == "m-00002-of-00003.gguf: split.count is 4; expected 3\n");
  folder.write("m-00002-of-00003.gguf", later(1, "output.weight"));
  CHECK(read(folder, "m-00001-of-00003.gguf").starts_with("m-00003-of-00003.gguf: at byte "));
  CHECK(read(folder, "m-00001-of-00003.gguf")
            .ends_with("the tensor 'output.weight' is in another part too; expected each tensor once\n"));
  write_all(folder);
  folder.write("m-00001-of-00003.gguf", first(3, 4));
  CHECK(read(folder, "m-00001-of-00003.gguf") ==
        "m-00001-of-00003.gguf: split.tensors.count is 4, the parts have 3 tensors; expected as many\n");
  GgufWriter other("qwen2");
  folder.write("m-00001-of-00003.gguf", first());
  folder.write("m-00002-of-00003.gguf", part(other, 1, 3, 3).tensor("blk.0.attn_q.weight", {8}, 0, 32).file());
  CHECK(
      read(folder, "m-00001-of-00003.gguf") ==
      "m-00002-of-00003.gguf: another general.architecture than the first part's; expected parts of one model\n");
}

TEST_CASE("a file and its name must agree on whether it is a part") {
  const test::Folder folder;
  folder.write("renamed.gguf", first());
  folder.write("m-00001-of-00002.gguf", first());
  folder.write("n-00001-of-00002.gguf", test::small_gguf().tensor("output.weight", {8}, 0, 32).file());
  folder.write("one-00001-of-00001.gguf", test::small_gguf().tensor("output.weight", {8}, 0, 32).file());
  const std::string expected = "; expected a name such as MODEL-00001-of-00003.gguf\n";
  CHECK(read(folder, "renamed.gguf") == "renamed.gguf: split.count is 3, and its name is of no part" + expected);
  CHECK(read(folder, "m-00001-of-00002.gguf") ==
        "m-00001-of-00002.gguf: split.count is 3, and its name says 2 parts" + expected);
  CHECK(read(folder, "n-00001-of-00002.gguf") ==
        "n-00001-of-00002.gguf: split.count is 1, and its name says 2 parts" + expected);
  CHECK(read(folder, "one-00001-of-00001.gguf") == "one 1 of the tensor table of a GGUF file");
  CHECK(test::gguf_problems(first()) ==
        "m.gguf: one of 3 parts; expected the path of a file that has the others beside it\n");
  GgufWriter worded = test::small_gguf();
  CHECK(test::gguf_problems(worded.global("split.count", "three")) ==
        "m.gguf: split.count is no whole number; expected a whole number\n");
}

}  // namespace

}  // namespace kvtally::split_test
