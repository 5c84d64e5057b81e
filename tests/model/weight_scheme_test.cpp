#include "model/weight_scheme.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <string>

namespace kvtally::weight_scheme_test {

namespace {

std::string printed(const std::string& text) {
  const auto scheme = parse_weight_scheme(text);
  return scheme ? print(*scheme) : "error: " + scheme.error();
}

TEST_CASE("a scheme as text reads back to itself, in the formats' own names") {
  CHECK(printed("fp8") == "fp8_e4m3");
  CHECK(printed("fp8@128x128") == "fp8_e4m3@128x128+f32");
  CHECK(printed(" int4@128+f16+int4 , rest=f16") == "int4@128+f16+int4,rest=f16");
  CHECK(printed("fp8@channel+bf16,head=fp8") == "fp8_e4m3@channel+bf16,head=fp8_e4m3");
  CHECK(printed("int8@tensor") == "int8@tensor+f32");
  CHECK(printed("experts=mxfp4,head=bf16") == "bf16,experts=mxfp4,head=bf16");
  CHECK(printed("q8_0,rest=f32") == "q8_0");
  CHECK(printed("nvfp4,keep=attention/output projection@0+1+2+7,keep=experts/router") ==
        "nvfp4,keep=attention/output projection@0-2+7,keep=experts/router");
  CHECK(printed("fp8,experts=mxfp4,matrices=experts/shared expert") ==
        "fp8_e4m3,experts=mxfp4,matrices=experts/shared expert");
  CHECK(printed("all=int8") == "int8,rest=int8");
  for (const std::string text : {"int4@128+f16+int4,rest=f16", "nvfp4,keep=feed_forward@0-2+7,keep=head",
                                 "fp8_e4m3@128x128+f32,experts=mxfp4,matrices=experts/shared expert"}) {
    CHECK(printed(text) == text);
  }
}

TEST_CASE("vectors are f32 beside GGML's blocks, a plain float's own, else bf16") {
  CHECK(usual_rest(*parse_format("q8_0")).name == "f32");
  CHECK(usual_rest(*parse_format("iq4_nl")).name == "f32");
  CHECK(usual_rest(*parse_format("f16")).name == "f16");
  CHECK(usual_rest(*parse_format("fp8")).name == "bf16");
}

TEST_CASE("a scale and a packed zero point: as many of both as fill whole bytes") {
  const auto scheme = parse_weight_scheme("int4@128+f16+int4");
  REQUIRE(scheme.has_value());
  REQUIRE(scheme->blocks.has_value());
  CHECK(scheme->matrices == Format{"int4", 2, 1, 0, false});
  CHECK(scheme->blocks->rows == 1);
  CHECK(scheme->blocks->columns == 128);
  CHECK(scheme->blocks->scale == Format{"f16+int4", 2, 5, 0, false});  // 2 x 2 B and 2 x 4 bits
}

TEST_CASE("any scheme's text reads back") {
  rc::check([] {
    const std::string text =
        *rc::gen::element<std::string>("bf16", "fp8", "fp8@128x64", "int4@32+f16", "nvfp4", "q4_0") +
        *rc::gen::element<std::string>("", ",experts=mxfp4", ",head=f16,embedding=f16") +
        *rc::gen::element<std::string>("", ",rest=f32", ",keep=attention@3-5", ",keep=experts/router,keep=head");
    const auto scheme = parse_weight_scheme(text);
    RC_ASSERT(scheme.has_value());
    const auto back = parse_weight_scheme(print(*scheme));
    RC_ASSERT((back.has_value() && *back == *scheme));
  });
}

}  // namespace

}  // namespace kvtally::weight_scheme_test
