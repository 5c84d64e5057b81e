#include "read/safetensors/dtypes.hpp"

#include <doctest/doctest.h>
#include <set>

namespace kvtally::dtypes_test {

namespace {

TEST_CASE("every type of safetensors, once, with its bits") {
  std::set<std::string_view> names;
  for (const SafetensorsType& type : safetensors_types()) {
    names.insert(type.name);
  }
  CHECK(names.size() == safetensors_types().size());
  CHECK(safetensors_types().size() == 22);
  const std::pair<std::string_view, int> bits[] = {{"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"BOOL", 8},
                                                   {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"U16", 16},    {"BF16", 16},
                                                   {"F32", 32},    {"I32", 32},    {"C64", 64},    {"F64", 64}};
  for (const auto& [name, expected] : bits) {
    CAPTURE(name);
    REQUIRE(safetensors_type(name) != nullptr);
    CHECK(safetensors_type(name)->bits == expected);
  }
  CHECK(safetensors_type("F7") == nullptr);
  CHECK(safetensors_type("") == nullptr);
}

TEST_CASE("one element is one parameter in floats alone, and MX scales are no weights") {
  CHECK(safetensors_type("BF16")->is_float);
  CHECK(safetensors_type("F8_E4M3")->is_float);
  CHECK_FALSE(safetensors_type("F8_E8M0")->is_float);
  CHECK_FALSE(safetensors_type("I32")->is_float);
  CHECK_FALSE(safetensors_type("U8")->is_float);
}

}  // namespace

}  // namespace kvtally::dtypes_test
