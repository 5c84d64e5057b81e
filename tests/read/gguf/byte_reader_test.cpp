#include "read/gguf/byte_reader.hpp"

#include <doctest/doctest.h>

#include "support/gguf_writer.hpp"

namespace kvtally::byte_reader_test {

namespace {

TEST_CASE("numbers have their lowest byte first") {
  const std::string bytes = "\x01\x02\x03\x04\x05\x06\x07\x08\xff\xfe\xfd";
  ByteReader in("m", test::bytes_of(bytes), bytes.size());
  CHECK(in.number(8, "a") == 0x0807060504030201);
  CHECK(in.number(2, "b") == 0xfeff);
  CHECK(in.number(1, "c") == 0xfd);
  CHECK(in.left() == 0);
  CHECK_FALSE(in.problem());
}

TEST_CASE("a read past the end leaves the first problem, and all later ones stay where they are") {
  const std::string bytes = test::text("ab") + "cd";
  ByteReader in("m", test::bytes_of(bytes), bytes.size());
  CHECK(in.text("a name") == "ab");
  CHECK(in.items(3, 1, "the rest").empty());
  REQUIRE(in.problem());
  CHECK(in.problem()->what == "at byte 10: the rest needs 3 bytes, and the file has 2 more");
  CHECK(in.number(1, "one") == 0);
  CHECK(in.text("a text") == "");
  in.fail(0, "another");
  CHECK(in.problem()->what == "at byte 10: the rest needs 3 bytes, and the file has 2 more");
  CHECK(in.offset() == 10);
}

TEST_CASE("a count of items cannot overflow, and what a header may fill is bounded") {
  const std::string bytes(16, '\0');
  ByteReader many("m", test::bytes_of(bytes), bytes.size());
  many.items(std::uint64_t{1} << 61, 8, "the array");
  CHECK(many.problem()->what == "at byte 0: the array needs 18446744073709551616 bytes, and the file has 16 more");
  ByteReader bounded("m", test::bytes_of(bytes), 4096);
  bounded.items(17, 1, "the array");
  CHECK(bounded.problem()->what == "at byte 0: the array goes beyond the first 16 bytes");
}

}  // namespace

}  // namespace kvtally::byte_reader_test
