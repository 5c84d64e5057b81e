#include "engine/vllm/rows.hpp"

#include <doctest/doctest.h>

#include "model/parts.hpp"
#include "support/print.hpp"

namespace kvtally::vllm::rows_test {

namespace {

Wide head(std::string_view type, std::int64_t dim = 128) {
  return head_row(type, "bfloat16", dim, dim).value_or(Bytes{-1}).value;
}

TEST_CASE("a token's key and value of one head of 128") {
  CHECK(head("auto") == 512);
  CHECK(head_row("auto", "float32", 128, 128) == Bytes{1024});
  CHECK(head("fp8") == 256);
  CHECK(head("int8_per_token_head") == 264);
  CHECK(head("fp8_per_token_head") == 264);
  CHECK(head("int4_per_token_head") == 136);
  CHECK(head("nvfp4") == 144);  // two slots of 64 + 8
  CHECK(head("turboquant_k8v4") == 196);
  CHECK(head("turboquant_4bit_nc") == 134);
  CHECK(head("turboquant_k3v4_nc") == 118);
  CHECK(head("turboquant_3bit_nc") == 102);
  CHECK(head_row("nvfp4", "bfloat16", 72, 72).error() ==
        "--kv-cache-dtype nvfp4 stores no keys of 72 and values of 72 elements");
  CHECK(head_row("fp8_ds_mla", "bfloat16", 128, 128).error() ==
        "--kv-cache-dtype fp8_ds_mla stores no keys of 128 and values of 128 elements");
}

TEST_CASE("a token's latent") {
  const LatentStore latent{512, 64, 128, 128, 128, std::nullopt};
  CHECK(latent_row("auto", "bfloat16", latent) == Bytes{1152});
  CHECK(latent_row("fp8", "bfloat16", latent) == Bytes{576});
  CHECK(latent_row("fp8_ds_mla", "bfloat16", latent) == Bytes{656});
  CHECK(latent_row("int8_per_token_head", "bfloat16", latent) == Bytes{584});
  CHECK(latent_row("nvfp4", "bfloat16", latent).error() ==
        "--kv-cache-dtype nvfp4 stores no latents of 512 with 64 rotary elements");
  CHECK(latent_row("fp8_ds_mla", "bfloat16", {256, 64, 8, 64, 64, std::nullopt}).error() ==
        "--kv-cache-dtype fp8_ds_mla stores no latents of 256 with 64 rotary elements");
}

TEST_CASE("an index key") {
  CHECK(index_row("fp8", 128) == Bytes{132});
  CHECK(index_row("mxfp4", 128) == Bytes{68});
}

TEST_CASE("the formats that `needed` counts have the bytes of a row, but where vLLM rounds or pads") {
  for (const std::string_view type :
       {"auto", "bfloat16", "float16", "fp8", "fp8_e4m3", "fp8_e5m2", "nvfp4", "int8_per_token_head",
        "fp8_per_token_head", "int4_per_token_head", "turboquant_k8v4", "turboquant_4bit_nc", "turboquant_k3v4_nc",
        "turboquant_3bit_nc"}) {
    CAPTURE(type);
    const auto formats = entry_formats(type, "bfloat16");
    REQUIRE(formats.has_value());
    const Entry entry{{Role::key, 1, 128, formats->key}, {Role::value, 1, 128, formats->value}};
    CHECK(entry_bytes(entry) == head_row(type, "bfloat16", 128, 128));
  }
  CHECK(entry_formats("fp7", "bfloat16").error() == "--kv-cache-dtype fp7 is unknown");
}

}  // namespace

}  // namespace kvtally::vllm::rows_test
