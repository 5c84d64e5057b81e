#include "read/gguf/tensor_types.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace kvtally::tensor_types_test {

namespace {

TEST_CASE("the types are in order, each once, and a row of 256 has the bytes that GGML says") {
  CHECK(tensor_types().size() == 35);
  CHECK(std::ranges::is_sorted(tensor_types(), {}, &TensorType::id));
  for (const TensorType& type : tensor_types()) {
    CAPTURE(type.name);
    CHECK(tensor_type(type.id) == &type);
    CHECK(256 % type.block == 0);
    CHECK(type.bytes > 0);
  }
  const auto bytes = [](std::uint64_t id) { return 256 / tensor_type(id)->block * tensor_type(id)->bytes; };
  CHECK(bytes(0) == 1024);
  CHECK(bytes(2) == 144);  // 8 blocks of 18
  CHECK(bytes(8) == 272);  // 8 blocks of 34
  CHECK(bytes(12) == 144);
  CHECK(bytes(39) == 136);  // 8 blocks of 17
  CHECK(bytes(40) == 144);  // 4 blocks of 36
  CHECK(bytes(41) == 36);   // 2 blocks of 18
  CHECK(tensor_type(4) == nullptr);
  CHECK(tensor_type(43) == nullptr);
  CHECK(tensor_type(~std::uint64_t{0}) == nullptr);
}

}  // namespace

}  // namespace kvtally::tensor_types_test
