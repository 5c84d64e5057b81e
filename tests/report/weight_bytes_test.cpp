#include <doctest/doctest.h>

#include "report/compiled_in.hpp"
#include "report/parameters.hpp"

namespace kvtally::weight_bytes_test {

namespace {

ParameterSheet sheet_of(const std::string& id, const std::string& scheme) {
  return parameter_sheet(find_model(test::zoo(), id)->model, *parse_weight_scheme(scheme));
}

TEST_CASE("bytes of the tensors and of the parts add up to the total") {
  for (const std::string id : {"llama-2-7b", "deepseek-v3", "gemma-4-31b", "minimax-m3", "qwen3-next-80b-a3b"}) {
    for (const std::string scheme : {"bf16", "fp8@128x128,keep=attention@0-1"}) {
      CAPTURE(id);
      const ParameterSheet sheet = sheet_of(id, scheme);
      REQUIRE(sheet.weights.has_value());
      Bytes tensors;
      for (const auto& bytes : bytes_by_tensor(sheet)) {
        REQUIRE(bytes.has_value());
        tensors += *bytes;
      }
      CHECK(tensors == sheet.weights->total(true));
      Bytes total;
      Bytes active;
      for (const PartBytes& part : bytes_by_part(*sheet.weights)) {
        total += part.total;
        active += part.active;
      }
      CHECK(total == sheet.weights->total(true));
      CHECK(active == sheet.weights->active());
    }
  }
}

TEST_CASE("where the weights are not known there are no bytes") {
  ParameterSheet sheet = sheet_of("llama-2-7b", "bf16");
  sheet.weights = std::unexpected(std::vector<std::string>{"missing"});
  for (const auto& bytes : bytes_by_tensor(sheet)) {
    CHECK_FALSE(bytes.has_value());
  }
}

}  // namespace

}  // namespace kvtally::weight_bytes_test
