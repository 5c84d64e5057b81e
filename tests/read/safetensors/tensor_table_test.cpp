#include "read/safetensors/tensor_table.hpp"

#include <doctest/doctest.h>

#include "read/text/json.hpp"

namespace kvtally::tensor_table_test {

namespace {

std::vector<SafetensorsTensor> table(const std::string& header, std::int64_t data_bytes, Problems& problems) {
  const auto tree = parse_json("m.safetensors", header);
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  return read_tensor_table(*tree, data_bytes, problems);
}

std::string fault(const std::string& header, std::int64_t data_bytes) {
  Problems problems;
  table(header, data_bytes, problems);
  return problems.empty() ? "" : problems.front().what;
}

TEST_CASE("tensors in the header's order, with their elements and bytes") {
  Problems problems;
  const auto tensors = table(R"({"b": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]},
                                 "a": {"dtype": "F32", "shape": [], "data_offsets": [12, 16]}})",
                             16, problems);
  CHECK(problems.empty());
  REQUIRE(tensors.size() == 2);
  CHECK(tensors[0].name == "b");
  CHECK(tensors[0].elements == 6);
  CHECK(tensors[0].bytes == Bytes{12});
  CHECK(tensors[1].elements == 1);
  CHECK(tensors[1].bytes == Bytes{4});
}

TEST_CASE("what a table may not say") {
  CHECK(fault(R"({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}})", 4).empty());
  for (
      const char* header : {
          R"({"a": {"dtype": "BF17", "shape": [2], "data_offsets": [0, 4]}})",
          R"({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 6]}})",
          R"({"a": {"dtype": "BF16", "shape": [-2], "data_offsets": [0, 4]}})",
          R"({"a": {"dtype": "BF16", "shape": [9223372036854775807, 9223372036854775807], "data_offsets": [0, 4]}})",
          R"({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [4, 0]}})",
          R"({"a": {"dtype": "BF16", "shape": [1], "data_offsets": [2, 4]}})",
          R"({"a": 1})",
      }) {
    CAPTURE(header);
    CHECK_FALSE(fault(header, 4).empty());
  }
}

}  // namespace

}  // namespace kvtally::tensor_table_test
