#include <algorithm>

#include "engine/vllm/examples.hpp"

namespace kvtally::attention_specs_test {

namespace {

using vllm::SpecKind;

TEST_CASE("heads of one rank: divided, or one that several ranks hold") {
  const Model model = test::described("full_attention", 1, 8, 128);
  CHECK(test::worked(model, "").layers.specs[0].spec.row == Bytes{8 * 512});
  CHECK(test::worked(model, "-tp 2").layers.specs[0].spec.row == Bytes{4 * 512});
  CHECK(test::worked(model, "-tp 2").layers.specs[0].whole_row == Bytes{8 * 512});
  Model many = model;
  many.layers[0].memories[0].scoring.query_heads = 64;
  CHECK(test::worked(many, "-tp 16").layers.specs[0].spec.row == Bytes{512});
}

TEST_CASE("windows have the kernel's block since 2026-07, chunks that of the others") {
  const Model model = test::described("sliding_attention, chunked_attention", 2, 8, 128,
                                      "sliding_window: 512\nattention_chunk_size: 1024\n");
  const auto specs = test::worked(model, "--block-size 64").layers.specs;
  CHECK(specs[0].spec.kind == SpecKind::sliding);
  CHECK(specs[0].spec.block_size == 16);
  CHECK(specs[0].spec.span == 512);
  CHECK(specs[1].spec.kind == SpecKind::chunked);
  CHECK(specs[1].spec.block_size == 64);
  CHECK(test::worked(model, "--block-size 64 --engine-version 2026-04-27").layers.specs[0].spec.block_size == 64);
}

TEST_CASE("latents and index keys, and layers that follow an earlier choice") {
  const auto specs =
      test::worked(test::latent_model("deepseek_sparse_attention", 2), "--kv-cache-dtype fp8").layers.specs;
  REQUIRE(specs.size() == 4);
  CHECK(specs[0].spec.row == Bytes{656});  // fp8 is fp8_ds_mla beside an indexer
  CHECK(specs[1].spec.row == Bytes{132});
  CHECK(specs[1].part == Part::indexer);
  // 78 layers, 21 of them with index keys of their own
  CHECK(test::worked(test::zoo_model("glm-5.2"), "-c 4096").layers.specs.size() == 78 + 21);
  CHECK(test::refused(test::latent_model("deepseek_sparse_attention", 2), "--block-size 16") ==
        "model: --block-size 16: index keys need blocks of a multiple of 64 tokens\n");
}

TEST_CASE("MiniMax-M3: plain index keys beside keys and values, in blocks of 128") {
  const vllm::CacheLayers layers = test::worked(test::zoo_model("minimax-m3"), "-c 4096").layers;
  CHECK(layers.block_size == 128);
  const auto index = std::ranges::find(layers.specs, Part::indexer, &vllm::LayerSpec::part);
  REQUIRE(index != layers.specs.end());
  CHECK(index->spec.row == Bytes{256});
  CHECK(test::worked(test::zoo_model("minimax-m3"), "-c 4096").grouping.layout == vllm::Layout::uniform);
  CHECK(test::refused(test::zoo_model("minimax-m3"), "-c 4096 --block-size 64") ==
        "minimax-m3: --block-size 64: index keys need blocks of a multiple of 128 tokens\n");
  CHECK(test::refused(test::zoo_model("deepseek-v3.2"), "-c 4096 --indexer-dtype mxfp4") ==
        "deepseek-v3.2: --indexer-dtype mxfp4 stores no index keys of dsa layers\n");
}

TEST_CASE("TurboQuant leaves the first and last two layers as they are") {
  const auto specs =
      test::worked(test::described("full_attention x6", 6, 1, 128), "--kv-cache-dtype turboquant_4bit_nc")
          .layers.specs;
  std::string rows;
  for (const vllm::LayerSpec& spec : specs) {
    rows += fmt::format("{} ", static_cast<int>(spec.spec.row.value));
  }
  CHECK(rows == "512 512 134 134 512 512 ");
  // 16 plain tokens of 512 B need 62 quantised ones, up to a multiple of 16
  CHECK(specs[2].spec.block_size == 64);
  CHECK(test::worked(test::zoo_model("qwen3.6-27b"), "--kv-cache-dtype turboquant_4bit_nc")
            .layers.specs[3]
            .spec.row == Bytes{4 * 262});
}

TEST_CASE("encoder positions") {
  const auto specs = test::worked(test::zoo_model("whisper-large-v3"), "-c 448").layers.specs;
  CHECK(specs.size() == 64);
  CHECK(specs[1].spec.kind == SpecKind::cross);
  CHECK(specs[1].spec.span == 1500);
  CHECK(
      test::worked(test::zoo_model("whisper-large-v3"), "-c 448 --encoder-tokens 100").layers.specs[1].spec.span ==
      100);
}

}  // namespace

}  // namespace kvtally::attention_specs_test
