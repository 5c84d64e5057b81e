#include <doctest/doctest.h>

#include "check/asking.hpp"

namespace kvtally::asked_weights_test {

namespace {

std::string weights(const std::string& what) {
  return test::ask("figure: fit.weight_bytes, context: 4K, on: h100-sxm, " + what);
}

TEST_CASE("weights in the scheme that is asked for, else in the model's own") {
  CHECK(weights("model: llama-2-7b, weight_dtype: all=bf16") == "13476831232 bytes");
  CHECK(weights("model: llama-2-7b, weight_dtype: all=fp8") == "6738415616 bytes");
  CHECK(weights("model: llama-2-7b") == "13476831232 bytes");
  CHECK(weights("model: gpt-oss-20b") == weights("model: gpt-oss-20b, weight_dtype: experts=mxfp4"));
}

TEST_CASE("what is refused") {
  CHECK(weights("model: llama-2-7b, weight_dtype: fp9") == "'fp9' is no format; did you mean 'fp8'?");
  CHECK(weights("model: bare") ==
        "the size of the weights: missing weights; the size of the weights: no published number of parameters");
}

}  // namespace

}  // namespace kvtally::asked_weights_test
