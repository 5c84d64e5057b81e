#include <array>

#include "published/peers.hpp"

namespace kvtally::test {

namespace {

constexpr std::int64_t kS = 131'072;

// A trap of one file, at 131072 tokens.
constexpr Mistake trap(std::string_view file, std::string_view what, double wrong, std::int64_t right) {
  return {"the corpus", "a careless reader", file, what, Asked::kv, kS, wrong, right};
}

constexpr std::array kTraps{
    // ---- the text
    trap("nvidia__NVIDIA-Nemotron-3-Super-120B-A12B-FP8.json", "a bare Infinity is no JSON: not read", 0.0,
         8 * 2 * 2 * 128 * 2LL * kS),
    // ---- what the file does not say
    trap("llava-hf__llava-1.5-7b-hf.json", "neither layers nor heads: they are LlamaConfig's", 0.0,
         32 * 2 * 32 * 128 * 2LL * kS),
    trap("mlc-preset__llava.json", "neither layers nor heads: they are LlamaConfig's", 0.0,
         32 * 2 * 32 * 128 * 2LL * kS),
    trap("Qwen__Qwen2-Audio-7B-Instruct.json",
         "its only layers and width are the audio encoder's (32 of 1280 wide)", 32 * 2 * 20 * 64 * 2.0 * kS,
         32 * 2 * 32 * 128 * 2LL * kS),
    trap("google__gemma-3-4b-it.json", "heads, widths and the pattern of windows are the class's: 34 full layers",
         34 * 2 * 4 * 256 * 2.0 * kS, (5 * kS + 29 * 1024) * 2 * 4 * 256 * 2),
    // ---- widths
    trap("Qwen__Qwen3.5-27B.json", "5120 / 24 is no width; head_dim is 256", 16 * 2 * 4 * 213 * 2.0 * kS,
         16 * 2 * 4 * 256 * 2LL * kS),
    trap("XiaomiMiMo__MiMo-V2-Flash.json", "values of 192, they have 128; attention_chunk_size bears on nothing",
         9 * 2 * 4 * 192 * 2.0 * kS + 39 * 2 * 8 * 192 * 2.0 * 128,
         9 * 4 * (192 + 128) * 2LL * kS + 39 * 8 * (192 + 128) * 2LL * 128),
    trap("google__gemma-4-E2B-it.json", "all 35 layers charged, 20 of them share; full heads are 512 wide",
         (7 * kS + 28 * 512) * 2 * 256 * 2.0, 3 * 2 * 512 * 2LL * kS + 12 * 2 * 256 * 2LL * 512),
    // ---- windows that are none, and some that are
    trap("AngelSlim__qwen2.5-3b-eagle3.json", "sliding_window under use_sliding_window: false",
         1 * 2 * 2 * 128 * 2.0 * 32'768, 1 * 2 * 2 * 128 * 2LL * kS),
    trap("LGAI-EXAONE__EXAONE-4.0-32B.json", "the pattern LLLG, a text: 64 full layers",
         64 * 2 * 8 * 128 * 2.0 * kS, (16 * kS + 48 * 4096) * 2 * 8 * 128 * 2),
    trap("mlc-preset__starcoder2.json", "a window in every layer, and no pattern", 32 * 2 * 4 * 128 * 2.0 * kS,
         32 * 2 * 4 * 128 * 2LL * 4096),
    trap("alpindale__recurrentgemma-9b.json", "38 full layers: 12 attend, within 2048 tokens",
         38 * 2 * 256 * 2.0 * kS, 12 * 2 * 1 * 256 * 2LL * 2048),
    // ---- latents that are none
    trap("deepseek-ai__deepseek-vl2-tiny.json", "deepseek_v2 with use_mla: false is no latent",
         12 * 576 * 2.0 * kS, 12 * 2 * 10 * 128 * 2LL * kS),
    trap("tencent__Hunyuan-A13B.json", "keys of a latent that are present, and null", 32 * 576 * 2.0 * kS,
         32 * 2 * 8 * 128 * 2LL * kS),
    // ---- lists and maps
    trap("deepseek-ai__DeepSeek-V4-Flash.json", "44 compress_ratios of 43 layers: the last is the draft's",
         44 * 128 * 1024.0 + 21 * 1024.0 * kS / 4 + 21 * 1024.0 * kS / 128,
         43 * 128 * 1024LL + 21 * 1024 * kS / 4 + 20 * 1024 * kS / 128),
    trap("stepfun-ai__Step-3.7-Flash-FP8.json", "48 layer_types of 45 layers: the last three are drafts'", 0.0,
         (12 * kS + 33 * 512) * 2 * 8 * 128 * 2),
    trap("mlx-community__OpenELM-450M.json", "the first layer's 3 heads for all 20", 20 * 2 * 3 * 64 * 2.0 * kS,
         (3 * 3 + 7 * 4 + 6 * 5 + 4 * 6) * 2 * 64 * 2LL * kS),
    trap("ibm-granite__granite-4-8b-dense-hybrid.json", "the old layer name 'attention': 40 states", 0.0,
         40 * 2 * 8 * 128 * 2LL * kS),
    // ---- other words
    trap("ipex-test__falcon-7b.json", "no word of key heads: 16 of 4544 / 16, there is one",
         1 * 2 * 16 * 284 * 2.0 * kS, 1 * 2 * 1 * 284 * 2LL * kS),
    trap("THUDM__chatglm3-6b.json", "num_layers, kv_channels, multi_query_group_num: 32 heads, there are 2",
         28 * 2 * 32 * 128 * 2.0 * kS, 28 * 2 * 2 * 128 * 2LL * kS),
    trap("Tele-AI__TeleChat2-115B.json", "n_layer and n_head beside num_key_value_heads",
         96 * 2 * 64 * 128 * 2.0 * kS, 96 * 2 * 8 * 128 * 2LL * kS),
    trap("tiiuae__Falcon-Perception.json", "dim, n_layers, n_heads, n_kv_heads: nothing read", 0.0,
         28 * 2 * 8 * 128 * 2LL * kS),
    trap("Qwen__Qwen2.5-Omni-7B.json", "thinker_config.text_config, two deep: nothing read", 0.0,
         28 * 2 * 4 * 128 * 2LL * kS),
    trap("Qwen__Qwen3-ASR.json", "thinker_config.text_config, two deep: nothing read", 0.0,
         28 * 2 * 8 * 128 * 2LL * kS),
    trap("inclusionAI__Ming-Lite-Omni.json", "llm_config: nothing read", 0.0, 28 * 2 * 4 * 128 * 2LL * kS),
};

}  // namespace

std::span<const Mistake> traps_of_configurations() { return kTraps; }

}  // namespace kvtally::test
