#include <doctest/doctest.h>
#include <string>

#include "model/weight_scheme.hpp"

namespace kvtally::weight_scheme_read_test {

namespace {

std::string error_of(const std::string& text) {
  const auto scheme = parse_weight_scheme(text);
  return scheme ? "" : scheme.error();
}

TEST_CASE("what is no scheme, whole messages") {
  CHECK(error_of("") == "a format is missing");
  CHECK(error_of("bf61") == "'bf61' is no format; did you mean 'bf16'?");
  CHECK(error_of("expert=mxfp4") == "'expert' is no part of the weights; did you mean 'experts'?");
  CHECK(error_of("zzz=mxfp4") == "'zzz' is no part of the weights");
  CHECK(error_of("fp8,bf16") ==
        "'bf16' is a second format for all matrices; PART=FORMAT gives one of a single part");
  CHECK(error_of("fp8,head=bf16,head=f16") == "'head' is given twice");
  CHECK(error_of("fp8_ds_mla") == "'fp8_ds_mla' is a format of cache entries, not of weights");
  CHECK(error_of("experts=int8@head+f16") == "'int8@head+f16' is a format of cache entries, not of weights");
  CHECK(error_of("fp8@128y128") ==
        "'128y128' is no block of weights; 128x128, a group such as 128, channel or tensor is");
  CHECK(error_of("fp8@0x128") ==
        "'0x128' is no block of weights; 128x128, a group such as 128, channel or tensor is");
  CHECK(error_of("int4@128") == "a group of 128 needs the format of its scales, as in int4@128+f16");
  CHECK(error_of("int4@128+f61") == "'f61' is no format; did you mean 'f16'?");
  CHECK(error_of("int4@128+f16+f16+f16") ==
        "a scale and at most a zero point are expected, as in int4@128+f16+int4");
  CHECK(error_of("q8_0@32+f16") == "scales stand beside plain codes, and 'q8_0' is none");
  CHECK(error_of("bf16@128x128") == "scales stand beside plain codes, and 'bf16' is none");
  CHECK(error_of("fp8,keep=heads") == "keep names the part 'heads'");
  CHECK(error_of("fp8,keep=head@x") == "'x' is no list of layers such as 0-2+7");
  CHECK(error_of("fp8,keep=head@3-1") == "'3-1' is no list of layers such as 0-2+7");
  CHECK(error_of("fp8,keep=head@0-3+3") == "'0-3+3' is no list of layers such as 0-2+7");  // ascending, each once
  CHECK(error_of("fp8,keep=head@0-99999999") == "'0-99999999' is no list of layers such as 0-2+7");
}

TEST_CASE("no text makes it crash") {
  for (const std::string text : {",", "=", "@", "fp8@", "fp8@+", "int4@1+", "keep=", "keep=@", "keep=/",
                                 "all=", "all=fp8@128x128", "experts=", "fp8@99999999999x1", ",,,", "fp8@x"}) {
    CAPTURE(text);
    CHECK(error_of(text) != "");
  }
}

}  // namespace

}  // namespace kvtally::weight_scheme_read_test
