#include "engine/vllm/layers.hpp"

#include "engine/vllm/examples.hpp"

namespace kvtally::layers_test {

namespace {

TEST_CASE("natural blocks, which are assumptions") {
  CHECK(test::worked(test::described("full_attention", 1, 2, 64), "").layers.block_size == 16);
  const vllm::CacheLayers latent = test::worked(test::latent_model("full_attention", 1), "").layers;
  CHECK(latent.block_size == 64);
  CHECK(latent.assumptions == std::vector<std::string>{"blocks of 64 tokens, as FlashMLA wants (--block-size)"});
  CHECK(test::worked(test::compressed_model(), "").layers.block_size == 256);
}

TEST_CASE("layers that read another's cache ask for nothing; draft layers come last") {
  const vllm::CacheLayers shared = test::worked(test::zoo_model("gemma-3n-e4b"), "").layers;
  CHECK(shared.model_layers == 35);
  CHECK(shared.specs.size() == 20);
  const vllm::CacheLayers drafts =
      test::worked(test::zoo_model("qwen3.6-27b"), "--num-speculative-tokens 2").layers;
  CHECK(drafts.own_draft_layers == 1);
  CHECK(drafts.specs.size() == 65);
  CHECK(drafts.specs.back().layer == 64);
  CHECK(drafts.specs.back().part == Part::draft);
  const vllm::CacheLayers three =
      test::worked(test::zoo_model("deepseek-v4-flash"), "--num-speculative-tokens 3 --draft-layers 3").layers;
  CHECK(three.specs.back().layer == 45);
}

TEST_CASE("a draft model's layers are those that the flags say") {
  const vllm::CacheLayers layers =
      test::worked(test::described("full_attention x2", 2, 2, 64),
                   "--num-speculative-tokens 4 --draft-layers 3 --draft-kv-heads 8 --draft-head-dim 128 "
                   "--draft-sliding-window 2048")
          .layers;
  REQUIRE(layers.specs.size() == 5);
  CHECK(layers.specs[4].spec.kind == vllm::SpecKind::sliding);
  CHECK(layers.specs[4].spec.span == 2048);
  CHECK(layers.specs[4].spec.row == Bytes{8 * 512});
}

TEST_CASE("what vLLM refuses in its own words, and ranks that divide no heads") {
  const auto refusal = [](const Model& model, std::string_view line) {
    return test::allocated(model, line).refusal;
  };
  CHECK(refusal(test::zoo_model("llama-3.1-8b"), "-tp 3") ==
        "Total number of attention heads (32) must be divisible by tensor parallel size (3).");
  CHECK(refusal(test::zoo_model("gemma-3-27b"), "-tp 2 -dcp 2") == "DCP not support sliding window.");
  CHECK(test::refused(test::described("full_attention", 1, 12, 64), "-tp 8") == "allocated");
  Model model = test::described("full_attention", 1, 12, 64);
  model.layers[0].memories[0].scoring.query_heads = 48;
  CHECK(test::refused(model, "-tp 8") == "model: 12 KV heads divide over no 8 tensor-parallel ranks\n");
}

}  // namespace

}  // namespace kvtally::layers_test
