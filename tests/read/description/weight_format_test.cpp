#include "read/description/weight_format.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"

namespace kvtally::weight_format_test {

namespace {

const std::string kLayers = "num_attention_heads: 1\nnum_key_value_heads: 1\nhead_dim: 8\n";

std::optional<WeightScheme> scheme_of(const std::string& lines) {
  return test::description_of(test::listing(1, "full_attention x1", kLayers + lines)).model.weight_scheme;
}

std::string problems(const std::string& lines) {
  return test::problems_of(test::listing(1, "full_attention x1", kLayers + lines));
}

TEST_CASE("a text, or a map with what no text says") {
  CHECK(scheme_of("") == std::nullopt);
  const auto text = scheme_of("weight_format: fp8@128x128\n");
  CHECK(print(*text) == "fp8_e4m3@128x128+f32");
  CHECK(text->from == "weight_format: fp8_e4m3@128x128+f32");
  const auto map = scheme_of(
      "weight_format: {format: nvfp4, matrix_bytes: 8, input_bytes: 4, from: X, unread: [a], assumed: [b, c]}\n");
  CHECK(map->matrices.name == "nvfp4");
  CHECK(map->matrix_bytes == 8);
  CHECK(map->input_bytes == 4);
  CHECK(map->from == "X");
  CHECK(map->unread == std::vector<std::string>{"a"});
  CHECK(map->assumed == std::vector<std::string>{"b", "c"});
}

TEST_CASE("what is no format, with its place") {
  CHECK(
      problems("weight_format: fb8\n") ==
      "m.yaml:7:16: weight_format is 'fb8': 'fb8' is no format; did you mean 'fp8'?; expected a format of weights "
      "such as fp8@128x128\n    7 | weight_format: fb8\n      |                ^\n");
  CHECK(problems("weight_format: {matrix_bytes: 8}\n").starts_with("m.yaml:7:16: "));
  CHECK(problems("weight_format: {format: fp8, matrix_bytes: -1}\n").find("matrix_bytes") != std::string::npos);
  CHECK(problems("weight_format: {format: fp8, odd: 1}\n").find("odd") != std::string::npos);
  CHECK(problems("weight_format: [fp8]\n") != "");
}

}  // namespace

}  // namespace kvtally::weight_format_test
