#include "read/safetensors/header.hpp"

#include <doctest/doctest.h>
#include <filesystem>

#include "read/safetensors/small_file.hpp"
#include "support/folder.hpp"
#include "support/print.hpp"

namespace kvtally::header_test {

namespace {

using test::safetensors;
using test::tensor;

std::string problems(const std::string& file) {
  const auto tensors = parse_safetensors("m.safetensors", file, static_cast<std::int64_t>(file.size()));
  return tensors ? "" : render(tensors.error());
}

// Two tensors, the second one first in the file: 2x3 F16 are 12 bytes, 5 U8 are 5.
const std::string kTwo = "{" + tensor("b", "F16", "[2,3]", 5, 17) + "," + tensor("a", "U8", "[5]", 0, 5) + "}";

TEST_CASE("the tensors of a header, with elements and bytes") {
  const std::string file = safetensors(kTwo, 17);
  const auto tensors = parse_safetensors("m", file, static_cast<std::int64_t>(file.size()));
  REQUIRE(tensors.has_value());
  REQUIRE(tensors->size() == 2);
  CHECK((*tensors)[0].name == "b");
  CHECK((*tensors)[0].type->name == "F16");
  CHECK((*tensors)[0].elements == 6);
  CHECK((*tensors)[0].bytes == Bytes{12});
  CHECK((*tensors)[1].name == "a");
  CHECK((*tensors)[1].bytes == Bytes{5});
}

TEST_CASE("scalars, empty tensors, metadata, spaces behind the header, and files without tensors") {
  CHECK(problems(safetensors("{}", 0)) == "");
  CHECK(problems(safetensors("{" + tensor("s", "F32", "[]", 0, 4) + "}   ", 4)) == "");
  CHECK(problems(safetensors("{" + tensor("e", "F32", "[0,7]", 0, 0) + "," + tensor("s", "I64", "[1]", 0, 8) + "}",
                             8)) == "");
  CHECK(problems(safetensors(R"({"__metadata__":{"format":"pt"}})", 0)) == "");
}

TEST_CASE("types below a byte are counted in bits") {
  CHECK(problems(safetensors("{" + tensor("w", "F4", "[3,2]", 0, 3) + "}", 3)) == "");
  CHECK(problems(safetensors("{" + tensor("w", "F6_E2M3", "[4]", 0, 3) + "}", 3)) == "");
  CHECK(problems(safetensors("{" + tensor("w", "F4", "[3]", 0, 2) + "}", 2)) ==
        "m.safetensors:1:6: the tensor 'w' holds 3 elements of F4, no whole number of bytes, but has 2 bytes; "
        "expected "
        "as many bytes as its shape needs\n"
        "    1 | {\"w\":{\"dtype\":\"F4\",\"shape\":[3],\"data_offsets\":[0,2]}}\n"
        "      |      ^\n");
}

// The first line of the problems, without the file.
std::string first_line(const std::string& file) {
  const std::string text = problems(file);
  return text.substr(0, text.find('\n'));
}

TEST_CASE("a tensor that is wrong is refused at its place") {
  const auto header = [](const std::string& members) { return first_line(safetensors("{" + members + "}", 8)); };
  CHECK(header(tensor("w", "F7", "[2]", 0, 8)) ==
        "m.safetensors:1:15: the dtype 'F7' is unknown; expected one of BOOL, F4, F6_E2M3, F6_E3M2, U8, I8, "
        "F8_E5M2, "
        "F8_E4M3, F8_E5M2FNUZ, F8_E4M3FNUZ, F8_E8M0, I16, U16, F16, BF16, I32, U32, F32, C64, F64, I64, U64");
  CHECK(header(tensor("w", "F16", "[2]", 0, 8)) ==
        "m.safetensors:1:6: the tensor 'w' holds 2 elements of F16, 4 bytes, but has 8 bytes; expected as many "
        "bytes as "
        "its shape needs");
  CHECK(header(tensor("w", "F64", "[1.0]", 0, 8)) ==
        "m.safetensors:1:30: shape holds '1.0'; expected a whole number");
  CHECK(header(tensor("w", "F64", "[-1]", 0, 8)) ==
        "m.safetensors:1:30: shape holds '-1'; expected a whole number");
  CHECK(header(tensor("w", "F64", "1", 0, 8)) ==
        "m.safetensors:1:29: shape is '1'; expected a list of whole numbers");
  CHECK(header(tensor("w", "U8", "[4294967296,4294967296]", 0, 8)) ==
        "m.safetensors:1:28: the shape has more than 2^60 elements; expected fewer");
  CHECK(header(tensor("w", "U8", "[8]", 8, 0)) ==
        "m.safetensors:1:47: data_offsets is [8, 0]; expected where the tensor begins and where it ends");
  CHECK(header(tensor("w", "U8", "[9]", 0, 9)) ==
        "m.safetensors:1:47: the tensor ends at 9, and the file's data at 8; expected a whole file");
  CHECK(header(R"("w":{"dtype":"U8","shape":[8]})") ==
        "m.safetensors:1:6: data_offsets is missing; expected a list of whole numbers");
  CHECK(header(R"("w":{"dtype":"U8","shape":[8],"data_offsets":[0,8],"stride":1})") ==
        "m.safetensors:1:53: unknown key 'stride'");
  CHECK(header(R"("w":[1])") == "m.safetensors:1:6: the tensor 'w' is a list; expected a map of keys and values");
  CHECK(header(R"("__metadata__":{"n":1})") == "m.safetensors:1:22: n of __metadata__ is '1'; expected a text");
}

TEST_CASE("tensors that overlap, leave a hole or bytes behind them, and names twice") {
  const auto two = [](std::int64_t begin, std::int64_t end, std::size_t data) {
    return first_line(safetensors(
        "{" + tensor("a", "U8", "[4]", 0, 4) + "," + tensor("b", "U8", "[4]", begin, end) + "}", data));
  };
  CHECK(two(4, 8, 8) == "");
  CHECK(two(3, 7, 7) ==
        "m.safetensors:1:99: the tensor 'b' begins at 3, and the one before it ends at 4; expected tensors that "
        "do not "
        "overlap");
  CHECK(two(5, 9, 9) ==
        "m.safetensors:1:99: the tensor 'b' begins at 5, and the one before it ends at 4; expected tensors "
        "without a "
        "hole between them");
  CHECK(two(4, 8, 10) ==
        "m.safetensors: 2 bytes of the file belong to no tensor; expected a file that ends with its last tensor");
  CHECK(first_line(
            safetensors("{" + tensor("a", "U8", "[4]", 0, 4) + "," + tensor("a", "U8", "[4]", 4, 8) + "}", 8)) ==
        "m.safetensors:1:54: the key 'a' stands here a second time; expected each key once");
}

TEST_CASE("a length that cannot be") {
  CHECK(problems("1234567") ==
        "m.safetensors: the file has 7 bytes; expected 8 bytes that say how long the header is, and the header\n");
  CHECK(problems(test::length_word(100'000'001) + "{}") ==
        "m.safetensors: the first 8 bytes claim a header of 100,000,001 bytes; expected at most 100,000,000: is "
        "this a "
        "safetensors file?\n");
  CHECK(problems(std::string(8, '\xFF')) ==
        "m.safetensors: the first 8 bytes claim a header of 18,446,744,073,709,551,615 bytes; expected at most "
        "100,000,000: is this a safetensors file?\n");
  CHECK(problems(test::length_word(3) + "{}") ==
        "m.safetensors: the header has 3 bytes, and the file ends after 2 of them; expected a whole file\n");
  CHECK(problems(test::length_word(2) + "[]") ==
        "m.safetensors: the header is no JSON object; expected { as its first character\n");
  CHECK(problems("version https://git-lfs.github.com/spec/v1\noid sha256:0\n") ==
        "m.safetensors: this is a pointer of Git LFS, not the file itself; expected the file that it points to\n");
}

TEST_CASE("cut after any byte a file is refused") {
  const std::string file = safetensors(kTwo, 17);
  for (std::size_t size = 0; size < file.size(); ++size) {
    CAPTURE(size);
    CHECK(problems(file.substr(0, size)) != "");
  }
  CHECK(problems(file) == "");
}

TEST_CASE("of a file on disk the header alone is read") {
  const test::Folder folder;
  const std::int64_t bytes = std::int64_t{1} << 40;
  const std::string header = "{" + tensor("w", "BF16", "[549755813888]", 0, bytes) + "}";
  folder.write("big.safetensors", safetensors(header, 0));
  const std::string path = folder.path("big.safetensors");
  std::filesystem::resize_file(path, 8 + header.size() + static_cast<std::uintmax_t>(bytes));  // sparse
  const auto tensors = read_safetensors(path);
  REQUIRE(tensors.has_value());
  CHECK(tensors->front().elements == Wide{1} << 39);
  CHECK(tensors->front().bytes == Bytes{bytes});
  CHECK(render(read_safetensors(folder.path("none")).error()) ==
        folder.path("none") + ": its size cannot be read: No such file or directory\n");
}

}  // namespace

}  // namespace kvtally::header_test
