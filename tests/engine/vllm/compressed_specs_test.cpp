#include "engine/vllm/examples.hpp"

namespace kvtally::compressed_specs_test {

namespace {

std::string pages(std::string_view line) {
  std::string out;
  for (const vllm::LayerSpec& layer : test::worked(test::compressed_model(), line).layers.specs) {
    if (layer.layer < 2) {
      out += fmt::format("{} {} {} {}\n", layer.layer, vllm::name_of(layer.spec.kind), layer.spec.block_size,
                         static_cast<int>(page_of(layer.spec).value));
    }
  }
  return out;
}

// 64 x 584, 64 x 132 and 2 x 584 bytes, and states of 4 x 8192, 4 x 2048 and 8 x 4096, up to a multiple of 576.
TEST_CASE("pages of DeepSeek-V4's layers") {
  CHECK(pages("--kv-cache-dtype fp8") ==
        "0 SlidingWindowMLASpec 64 37440\n0 MLAAttentionSpec 256 37440\n0 SlidingWindowMLASpec 4 32832\n"
        "0 MLAAttentionSpec 256 8640\n0 SlidingWindowMLASpec 4 8640\n"
        "1 SlidingWindowMLASpec 64 37440\n1 MLAAttentionSpec 256 1728\n1 SlidingWindowMLASpec 8 32832\n");
  CHECK(pages("--kv-cache-dtype fp8_ds_mla --indexer-dtype mxfp4").find("0 MLAAttentionSpec 256 4608\n") !=
        std::string::npos);
  // plain rows of 1024 B, up to a multiple of 512
  CHECK(pages("--kv-cache-dtype bfloat16").starts_with("0 SlidingWindowMLASpec 64 65536\n"));
}

TEST_CASE("what these layers cannot have") {
  const Model model = test::compressed_model();
  CHECK(test::refused(model, "--kv-cache-dtype nvfp4") ==
        "model: --kv-cache-dtype nvfp4 stores no rows of 512 that are key and value\n");
  CHECK(test::refused(model, "--block-size 64") ==
        "model: --block-size 64: rows that are pooled over 128 tokens need a multiple\n");
}

}  // namespace

}  // namespace kvtally::compressed_specs_test
