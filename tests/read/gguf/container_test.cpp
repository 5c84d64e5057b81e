#include "read/gguf/container.hpp"

#include <doctest/doctest.h>
#include <random>

#include "read/gguf/reading.hpp"

namespace kvtally::container_test {

namespace {

using test::container_problems;
using test::text;
using test::u32;
using test::u64;

// Header of 24 bytes, then keys and tensors.
std::string header(std::uint64_t tensors, std::uint64_t keys, std::uint32_t version = 3) {
  return "GGUF" + u32(version) + u64(tensors) + u64(keys);
}

TEST_CASE("keys are views into the file, with their types and places") {
  test::GgufWriter writer("llama");
  writer.set("block_count", 2).set("flags", std::vector<bool>{true, false});
  writer.raw("names", 9, u32(8) + u64(2) + text("a") + text("bc"));
  const std::string bytes = writer.file();
  const auto file = parse_gguf("m.gguf", test::bytes_of(bytes));
  REQUIRE(file.has_value());
  REQUIRE(file->entries.size() == 4);
  CHECK(file->entries[0].key == "general.architecture");
  CHECK(file->entries[0].at == 24);
  CHECK(file->entries[1].key == "llama.block_count");
  CHECK(file->entries[1].at == 24 + 8 + 20 + 4 + 8 + 5);
  CHECK(file->entries[2].type == GgufType::array);
  CHECK(file->entries[2].element == GgufType::boolean);
  CHECK(file->entries[2].count == 2);
  CHECK(file->entries[3].element == GgufType::text);
  CHECK(file->entries[3].value.size() == 8 + 1 + 8 + 2);
  CHECK(file->find("names") == &file->entries[3]);
  CHECK(file->find("name") == nullptr);
}

TEST_CASE("the first bytes are refused with what they are") {
  CHECK(container_problems("GGML" + u32(3) + u64(0) + u64(0)) ==
        "m.gguf: at byte 0: this is no GGUF file; expected the letters GGUF\n");
  CHECK(container_problems("GG") ==
        "m.gguf: at byte 0: the magic needs 4 bytes, and the file has 2 more; expected a whole file\n");
  CHECK(container_problems(header(0, 0, 4)) == "m.gguf: at byte 4: version 4; expected version 2 or 3\n");
  CHECK(container_problems(header(0, 0, 1)) ==
        "m.gguf: at byte 4: version 1, whose lengths have 32 bits; expected version 2 or 3: convert the file "
        "anew\n");
  CHECK(container_problems(header(0, 0, 0x03000000)) ==
        "m.gguf: at byte 4: a big-endian file; expected one for little-endian machines\n");
  CHECK(container_problems(header(0, 0, 2)) == "");
  CHECK(container_problems(header(0, 0)) == "");
}

TEST_CASE("counts, lengths and arrays that the file cannot hold are refused before anything is allocated") {
  CHECK(
      container_problems(header(std::uint64_t{1} << 60, 0)) ==
      "m.gguf: at byte 8: 1152921504606846976 tensors, and the file has room for 0; expected no more than fit\n");
  CHECK(container_problems(header(0, ~std::uint64_t{0})) ==
        "m.gguf: at byte 16: 18446744073709551615 keys, and the file has room for 0; expected no more than fit\n");
  const std::string room(64, '\0');
  CHECK(container_problems(header(0, 1) + u64(std::uint64_t{1} << 62) + room) ==
        "m.gguf: at byte 32: a key needs 4611686018427387904 bytes, and the file has 64 more; expected a whole "
        "file\n");
  CHECK(container_problems(header(0, 1) + text("k") + u32(8) + u64(65) + room) ==
        "m.gguf: at byte 45: the value of 'k' needs 65 bytes, and the file has 64 more; expected a whole file\n");
  CHECK(
      container_problems(header(0, 1) + text("k") + u32(9) + u32(10) + u64(~std::uint64_t{0}) + room) ==
      "m.gguf: at byte 49: the array 'k' needs 147573952589676412920 bytes, and the file has 64 more; expected a "
      "whole file\n");
  CHECK(container_problems(header(0, 1) + text("k") + u32(9) + u32(4) + u64(17) + room) ==
        "m.gguf: at byte 49: the array 'k' needs 68 bytes, and the file has 64 more; expected a whole file\n");
  CHECK(container_problems(header(0, 1) + text("k") + u32(9) + u32(8) + u64(9) + room) ==
        "m.gguf: at byte 41: 'k' is an array of 9 texts, and the file has 64 more bytes; expected no more than "
        "fit\n");
  CHECK(container_problems(header(0, 1) + text("k") + u32(9) + u32(8) + u64(1) + u64(99) + room) ==
        "m.gguf: at byte 57: a text of 'k' needs 99 bytes, and the file has 64 more; expected a whole file\n");
}

TEST_CASE("arrays of arrays, unknown types and odd keys are refused at their byte") {
  const std::string room(64, '\0');
  CHECK(container_problems(header(0, 1) + text("k") + u32(9) + u32(9) + u64(1) + room) ==
        "m.gguf: at byte 37: 'k' is an array of arrays; expected an array of numbers or texts\n");
  CHECK(container_problems(header(0, 1) + text("k") + u32(13) + room) ==
        "m.gguf: at byte 33: 'k' has the value type 13; expected a type from 0 to 12\n");
  CHECK(container_problems(header(0, 1) + text("k") + u32(7) + "\x02") ==
        "m.gguf: at byte 37: 'k' is neither true nor false; expected 0 or 1\n");
  const std::string odd =
      "a key that is empty, longer than 65535 bytes or not printable; expected a name of ASCII letters\n";
  CHECK(container_problems(header(0, 1) + text("") + room) == "m.gguf: at byte 24: " + odd);
  CHECK(container_problems(header(0, 1) + text("a\nb") + room) == "m.gguf: at byte 24: " + odd);
  CHECK(container_problems(header(0, 1) + text(std::string(65536, 'k')) + room) == "m.gguf: at byte 24: " + odd);
  const std::string key = text("k") + u32(0) + "\x01";
  CHECK(container_problems(header(0, 2) + key + key) ==
        "m.gguf: at byte 38: the key 'k' is there twice; expected each key once\n");
}

// A file whose last byte is a tensor's.
std::string whole_file() {
  test::GgufWriter writer = test::small_gguf();
  writer.raw("tokenizer.ggml.tokens", 9, u32(8) + u64(2) + text("a") + text("bc"));
  writer.raw("tokenizer.ggml.scores", 9, u32(6) + u64(2) + u32(0) + u32(0));
  writer.tensor("token_embd.weight", {32, 2}, 8, 68).tensor("output.weight", {16, 2}, 1, 64);
  return writer.file();
}

TEST_CASE("a file that is cut off at any byte is an error") {
  const std::string whole = whole_file();
  REQUIRE(container_problems(whole) == "");
  REQUIRE(test::gguf_problems(whole) == "");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    const std::string problems = container_problems(whole.substr(0, size));
    CHECK(problems.starts_with("m.gguf: at byte "));
    CHECK(test::gguf_problems(whole.substr(0, size)) == problems);
  }
}

TEST_CASE("changed bytes never crash the reader") {
  const std::string whole = whole_file();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char mask : {'\x01', '\x80', '\xff'}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ mask);
      refused += test::gguf_problems(changed).empty() ? 0U : 1U;
    }
  }
  CHECK(refused > 200);
  std::mt19937_64 random(20260817);
  for (int round = 0; round < 2000; ++round) {
    std::string changed = whole;
    for (int i = 0; i < 4; ++i) {
      changed[static_cast<std::size_t>(random() % changed.size())] = static_cast<char>(random());
    }
    test::gguf_problems(changed);
  }
}

}  // namespace

}  // namespace kvtally::container_test
