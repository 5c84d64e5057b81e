#include <algorithm>

#include "engine/vllm/examples.hpp"

namespace kvtally::state_specs_test {

namespace {

const vllm::CacheSpec& state_of(const vllm::CacheLayers& layers) {
  return std::ranges::find(layers.specs, vllm::SpecKind::mamba,
                           [](const vllm::LayerSpec& layer) { return layer.spec.kind; })
      ->spec;
}

Bytes state(std::string_view id, std::string_view line) {
  return state_of(test::worked(test::zoo_model(id), line).layers).row;
}

TEST_CASE("a state on one rank") {
  // 3 x 10240 bf16 and 48 x 128 x 128 f32, which the config of this type names
  CHECK(state("qwen3.6-27b", "") == Bytes{61'440 + 3'145'728});
  CHECK(state("qwen3.6-27b", "-tp 2") == Bytes{(61'440 + 3'145'728) / 2});
  CHECK(state("qwen3.6-27b", "--mamba-ssm-cache-dtype bfloat16") == Bytes{61'440 + 1'572'864});
  // five columns more for draft tokens
  CHECK(state("qwen3.6-27b", "--num-speculative-tokens 5") == Bytes{8 * 20'480 + 3'145'728});
  // Kimi's matrices are always f32: 3 x 12288 bf16 and 32 x 128 x 128
  CHECK(state("kimi-linear-48b-a3b", "") == Bytes{73'728 + 2'097'152});
  // MiniMax-01's 64 x 128 x 128 are of the model's type
  CHECK(state("minimax-01", "") == Bytes{2'097'152});
}

TEST_CASE("groups of Mamba-2 that do not divide are repeated") {
  // granite: 128 heads of 64, one group of 128, kernel 4: (8192 + 2 x 128) x 3 + 8192 x 128, in bf16
  CHECK(state("granite-4.0-h-small", "") == Bytes{(8448 * 3 + 8192 * 128) * 2});
  // on 4 ranks a group each: (8192 + 2 x 4 x 128) / 4 channels
  CHECK(state("granite-4.0-h-small", "-tp 4") == Bytes{(2304 * 3 + 2048 * 128) * 2});
}

TEST_CASE("blocks of attention are enlarged until a page holds a state") {
  const vllm::CacheLayers layers = test::worked(test::zoo_model("qwen3.6-27b"), "--kv-cache-dtype fp8").layers;
  CHECK(layers.block_size == 1568);  // 3207168 / 2048 = 1566, up to 16
  CHECK(layers.log ==
        std::vector<std::string>{
            "Setting attention block size to 1568 tokens to ensure that attention page size is >= mamba "
            "page size.",
            "Padding mamba page size by 0.13% to ensure that mamba page size and attention page size are "
            "exactly equal."});
  CHECK(page_of(state_of(layers)) == Bytes{1568 * 2048});
  // 1567 tokens of attention hold a state; blocks are multiples of lcm(256, 16)
  const std::string all = "--kv-cache-dtype fp8 --mamba-cache-mode all --mamba-block-size 256";
  CHECK(test::worked(test::zoo_model("qwen3.6-27b"), all).layers.block_size == 1792);
  // latents: 1152 B a token, blocks of 128 tokens and more
  CHECK(test::worked(test::zoo_model("kimi-linear-48b-a3b"), "").layers.block_size == 1920);
}

TEST_CASE("what is refused") {
  CHECK(test::refused(test::zoo_model("qwen3.6-27b"), "--mamba-cache-mode all") ==
        "qwen3.6-27b: --mamba-cache-mode all keeps a state for each chunk of the state's kernel; expected "
        "--mamba-block-size, which the model does not say\n");
  CHECK(test::allocated(test::with_tested_state(0 + 1), "-tp 2").refusal == "3 is not divisible by 2");
}

}  // namespace

}  // namespace kvtally::state_specs_test
