#include "model/entry_formats.hpp"

#include <doctest/doctest.h>

namespace kvtally::entry_formats_test {

namespace {

std::string faults_of(std::string_view text) {
  std::string out;
  for (const FormatFault& fault : parse_entry_formats(text).faults) {
    out += (out.empty() ? "" : " | ") + fault.what + (fault.expected.empty() ? "" : "; " + fault.expected);
  }
  return out;
}

TEST_CASE("formats of all layers and of single types") {
  const EntryFormats same = parse_entry_formats("fp8");
  REQUIRE(same.all.has_value());
  CHECK(same.all->key == same.all->value);
  CHECK(same.of.empty());
  const EntryFormats apart = parse_entry_formats("q8_0:q4_0, sliding_attention=bf16");
  REQUIRE(apart.all.has_value());
  CHECK(apart.all->key == *parse_format("q8_0"));
  CHECK(apart.all->value == *parse_format("q4_0"));
  REQUIRE(apart.of.size() == 1);
  CHECK(apart.of[0].first == "sliding_attention");
  CHECK(apart.of[0].second.value == *parse_format("bf16"));
  CHECK(apart.faults.empty());
}

TEST_CASE("what is none") {
  CHECK(faults_of("") == "a format is missing");
  CHECK(faults_of("fp8,") == "a format is missing");
  CHECK(faults_of("fp8,bf16") ==
        "'fp8,bf16' has two formats for all layers; one, and LAYERTYPE=FORMAT for single layer types");
  CHECK(faults_of("=fp8") == "a layer type is missing; LAYERTYPE=FORMAT");
  CHECK(faults_of("a=fp8,a=bf16") == "'a=fp8,a=bf16' is given twice; one format for each layer type");
  CHECK(faults_of("fp9:") != "");
}

}  // namespace

}  // namespace kvtally::entry_formats_test
