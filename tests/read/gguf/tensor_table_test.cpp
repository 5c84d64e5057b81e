#include "read/gguf/tensor_table.hpp"

#include <doctest/doctest.h>

#include "read/gguf/reading.hpp"

namespace kvtally::tensor_table_test {

namespace {

using test::container_problems;
using test::GgufWriter;

// The architecture's key is 24 + 8 + 20 + 4 + 8 + 5 = 69 bytes long with the header; there the table begins.
GgufWriter bare() { return GgufWriter("llama"); }

std::string problems_of(const std::vector<std::uint64_t>& sizes, std::uint32_t type, std::uint64_t offset = 0) {
  return container_problems(bare().raw_tensor("t", sizes, type, offset).file() + std::string(1024, '\0'));
}

TEST_CASE("a row of the table says elements and bytes") {
  const std::string bytes = bare().tensor("a", {512, 3}, 12, 864).tensor("b", {7}, 0, 28).file();
  const auto file = parse_gguf("m.gguf", test::bytes_of(bytes));
  REQUIRE(file.has_value());
  REQUIRE(file->tensors.size() == 2);
  CHECK(file->tensors[0].name == "a");
  CHECK(file->tensors[0].type->name == "q4_K");
  CHECK(file->tensors[0].elements == 1536);
  CHECK(file->tensors[0].bytes == 864);  // 2 × 3 blocks of 144
  CHECK(file->tensors[1].offset == 864);
  CHECK(file->tensors[1].bytes == 28);
}

TEST_CASE("impossible rows are refused at their byte") {
  CHECK(problems_of({1, 1, 1, 1, 1}, 0) ==
        "m.gguf: at byte 78: the tensor 't' has 5 dimensions; expected at most 4\n");
  CHECK(problems_of({0}, 0) ==
        "m.gguf: at byte 82: a dimension of the tensor 't' is 0; expected a size from 1 to 2^56\n");
  CHECK(problems_of({4, ~std::uint64_t{0}}, 0) ==
        "m.gguf: at byte 90: a dimension of the tensor 't' is -1; expected a size from 1 to 2^56\n");
  CHECK(problems_of({std::uint64_t{1} << 40, std::uint64_t{1} << 17}, 0) ==
        "m.gguf: at byte 90: the tensor 't' has more than 2^56 elements; expected a smaller one\n");
  for (const std::uint32_t removed : {4U, 5U, 31U, 32U, 33U, 36U, 37U, 38U, 43U, 4096U}) {
    CHECK(problems_of({32}, removed) ==
          "m.gguf: at byte 90: the tensor 't' has the type " + std::to_string(removed) +
              ", which ggml does not have; expected one of its types from 0 to 42\n");
  }
  CHECK(problems_of({48, 32}, 2) ==
        "m.gguf: at byte 69: a row of the tensor 't' has 48 elements, q4_0 stores blocks of 32; expected whole "
        "blocks\n");
  CHECK(problems_of({}, 0) == "");
  CHECK(container_problems(bare().raw_tensor("", {1}, 0, 0).file() + std::string(64, '\0')) ==
        "m.gguf: at byte 69: a tensor's name that is empty or not printable; expected a name of ASCII letters\n");
  CHECK(container_problems(bare().tensor("t", {1}, 0, 4).tensor("t", {1}, 0, 4).file()) ==
        "m.gguf: at byte 102: the tensor 't' is there twice; expected each tensor once\n");
}

TEST_CASE("data are aligned, within the file and apart from one another") {
  CHECK(problems_of({1}, 0, 8) ==
        "m.gguf: at byte 69: the data of the tensor 't' begin at 8; expected a multiple of 32\n");
  CHECK(problems_of({1}, 0, std::uint64_t{1} << 63) ==
        "m.gguf: at byte 69: the file ends within the data of the tensor 't': 9223372036854774788 bytes are "
        "missing; "
        "expected a whole file\n");
  const std::string overlap = bare().tensor("a", {16}, 0, 64).raw_tensor("b", {4}, 0, 32).file();
  CHECK(container_problems(overlap) ==
        "m.gguf: at byte 102: the data of the tensors 'a' and 'b' overlap; expected data of their own\n");
  const std::string twice = bare().tensor("a", {8}, 0, 32).raw_tensor("b", {8}, 0, 0).file();
  CHECK(container_problems(twice) ==
        "m.gguf: at byte 102: the data of the tensors 'a' and 'b' overlap; expected data of their own\n");
}

TEST_CASE("a download that broke off names the first tensor that lacks bytes, and how many") {
  // The table ends at byte 69 + 3 × 33 = 168, the data begin at 192: a at 192, b at 320, c at 448 to 576.
  const std::string whole =
      bare().tensor("a", {32}, 0, 128).tensor("b", {32}, 0, 128).tensor("c", {32}, 0, 128).file();
  REQUIRE(whole.size() == 576);
  CHECK(container_problems(whole) == "");
  CHECK(container_problems(whole.substr(0, 575)) ==
        "m.gguf: at byte 135: the file ends within the data of the tensor 'c': 1 bytes are missing; expected a "
        "whole "
        "file\n");
  CHECK(container_problems(whole.substr(0, 400)) ==
        "m.gguf: at byte 102: the file ends within the data of the tensor 'b' and 1 behind it: 176 bytes are "
        "missing; "
        "expected a whole file\n");
}

TEST_CASE("general.alignment is the file's") {
  const auto aligned = [](std::uint32_t type, const std::string& value, std::uint64_t offset) {
    GgufWriter writer = bare();
    writer.raw("general.alignment", type, value).tensor("a", {1}, 0, 4).raw_tensor("b", {1}, 0, offset);
    return container_problems(writer.file() + std::string(512, '\0'));
  };
  CHECK(aligned(4, test::u32(64), 64) == "");
  CHECK(aligned(4, test::u32(64), 32) ==
        "m.gguf: at byte 135: the data of the tensor 'b' begin at 32; expected a multiple of 64\n");
  const std::string wrong =
      "m.gguf: at byte 69: general.alignment is no power of two up to 2^20; expected 32, or another power of "
      "two\n";
  CHECK(aligned(4, test::u32(0), 32) == wrong);
  CHECK(aligned(4, test::u32(48), 48) == wrong);
  CHECK(aligned(10, test::u64(std::uint64_t{1} << 40), 0) == wrong);
  CHECK(aligned(6, test::u32(0x42000000), 32) == wrong);
  CHECK(aligned(8, test::text("32"), 32) == wrong);
}

}  // namespace

}  // namespace kvtally::tensor_table_test
