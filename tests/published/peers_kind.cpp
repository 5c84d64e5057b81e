#include <array>

#include "published/peers.hpp"

namespace kvtally::test {

namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;
constexpr double kGB = 1e9;

constexpr std::array kMistakes{
    // ---- latents
    Mistake{"gpustack/gguf-parser-go#8", "gguf-parser-go", "deepseek-v3",
            "keys and values of 128 heads in place of one latent", Asked::kv, 65'536,
            /*wrong*/ 321 * kGiB, 61 * (512 + 64) * 2LL * 65'536},
    Mistake{"run", "hf-mem 0.5.5", "deepseek-v3", "128 heads of 7168 / 128, no latent", Asked::kv, 131'072,
            61 * 2 * 128 * 56 * 2.0 * 131'072, 61 * (512 + 64) * 2LL * 131'072},
    Mistake{"run", "node-llama-cpp 3.22.1, formula", "deepseek-v3", "a value stored beside the latent", Asked::kv,
            131'072, 61 * (576 + 512) * 2.0 * 131'072, 61 * (512 + 64) * 2LL * 131'072},
    Mistake{"gguf-parser-go 0.25.0, file_architecture.go", "gguf-parser-go", "deepseek-v3",
            "320 elements: the widths of one head, expanded", Asked::kv, 131'072, 61 * (192 + 128) * 2.0 * 131'072,
            61 * (512 + 64) * 2LL * 131'072},
    Mistake{"run", "GenZ", "deepseek-v3", "a built-in table that lacks the latent", Asked::kv, 131'072, 3416e6,
            61 * (512 + 64) * 2LL * 131'072},
    Mistake{"unslothai/unsloth#4757", "Unsloth Studio", "deepseek-v3", "one head's keys for the latent", Asked::kv,
            163'840, 2.08 * kGiB, 61 * (512 + 64) * 2LL * 163'840},
    Mistake{"unslothai/unsloth#4757", "Unsloth Studio", "moonshotai__Kimi-K2.5.json", "the same", Asked::kv,
            262'144, 6.67 * kGiB, 61 * (512 + 64) * 2LL * 262'144},
    Mistake{"unslothai/unsloth#4757", "Unsloth Studio", "glm-5", "the same, in 78 layers and a draft layer",
            Asked::kv_and_draft, 202'752, 5.73 * kGiB, (78 * (512 + 64) * 2LL + (512 + 64 + 128) * 2LL) * 202'752},
    // ---- windows
    Mistake{"run", "hf-mem 0.5.5", "gemma-3-27b", "the window of the class's pattern unknown: 62 full layers",
            Asked::kv, 131'072, 62 * 2 * 16 * 128 * 2.0 * 131'072,
            (10 * 131'072LL + 52 * 1024) * 2 * 16 * 128 * 2},
    Mistake{"Andyyyy64/whichllm#124", "whichllm", "gemma-3-27b",
            "the repair: a share of a guess from the parameters", Asked::kv, 131'072, 2.20 * kGB,
            (10 * 131'072LL + 52 * 1024) * 2 * 16 * 128 * 2},
    Mistake{"unslothai/unsloth#4757", "Unsloth Studio", "gemma-3-27b", "every layer full, at the wrong width",
            Asked::kv, 131'072, 81.38 * kGiB, (10 * 131'072LL + 52 * 1024) * 2 * 16 * 128 * 2},
    Mistake{"gpustack/gguf-parser-go#32", "gguf-parser-go", "gpt-oss-20b",
            "24 full layers, 12 of them have windows", Asked::kv, 131'072, 24 * 2 * 8 * 64 * 2.0 * 131'072,
            (12 * 131'072LL + 12 * 128) * 2 * 8 * 64 * 2},
    Mistake{"alvarobartt/hf-mem#60", "hf-mem", "gpt-oss-120b",
            "window layers left out, which keep the first token too", Asked::kv, 1, 18 * 2 * 8 * 64 * 2.0,
            36 * 2 * 8 * 64 * 2LL},
    Mistake{"redhat-performance/configiq#112", "configiq", "gemma-4-31b",
            "a further token charged to 50 full windows", Asked::marginal, 131'072,
            50 * 2 * 16 * 256 * 2.0 + 10 * 2 * 4 * 512 * 2.0, 10 * 2 * 4 * 512 * 2LL},
    Mistake{"ollama/ollama#16958", "ollama", "nvidia__Gemma-4-26B-A4B-NVFP4.json",
            "every layer at the widest heads and the whole context", Asked::kv, 131'072, 56.37 * kGB,
            5 * 2 * 2 * 512 * 2LL * 131'072 + 25 * 2 * 8 * 256 * 2LL * 1024},
    Mistake{"sgl-project/sglang#18039", "SGLang", "mimo-v2-flash",
            "48 full layers of 4 heads of 192, the other widths and windows ignored", Asked::kv, 131'072,
            48 * 2 * 4 * 192 * 2.0 * 131'072,
            9 * 4 * (192 + 128) * 2LL * 131'072 + 39 * 8 * (192 + 128) * 2LL * 128},
    // ---- layers without a memory of their own
    Mistake{"unslothai/unsloth#5225", "Unsloth Studio", "gemma-3n-e4b", "the last 15 layers charged, which share",
            Asked::kv, 32'768, (7 * 32'768 + 28 * 512) * 2 * 2 * 256 * 2.0,
            (4 * 32'768LL + 16 * 512) * 2 * 2 * 256 * 2},
    // ---- hybrids
    Mistake{"gpustack/gguf-parser-go#28", "gguf-parser-go", "qwen3.5-35b-a3b",
            "40 of 40 layers, 10 of them attend", Asked::kv, 262'144, 40 * 2 * 2 * 256 * 2.0 * 262'144,
            10 * 2 * 2 * 256 * 2LL * 262'144},
    Mistake{"gpustack/gguf-parser-go#31", "gguf-parser-go", "LiquidAI__LFM2-700M.json",
            "the first layer's 0 heads taken for all: no keys at all", Asked::kv, 32'768, 0.0,
            6 * 2 * 8 * 64 * 2LL * 32'768},
    Mistake{"tobocop2/lilbee#721", "lilbee", "qwen3.6-27b", "64 of 64 layers, 16 of them attend; q8_0", Asked::kv,
            65'536, 64 * 2 * 4 * 256 * 34.0 / 32 * 65'536, 16 * 2 * 4 * 256 * 34LL / 32 * 65'536, 1, "q8_0"},
    Mistake{"LMCache/LMCache#3080", "LMCache calculator", "qwen3.5-27b", "all 64 layers counted", Asked::marginal,
            131'072, 64 * 2 * 4 * 256 * 2.0, 16 * 2 * 4 * 256 * 2LL},
    Mistake{"unslothai/unsloth#4757", "Unsloth Studio", "qwen3.5-27b", "linear layers charged", Asked::kv, 262'144,
            53.25 * kGiB, 16 * 2 * 4 * 256 * 2LL * 262'144},
    Mistake{"lmstudio-ai/lmstudio-bug-tracker#1862", "LM Studio", "qwen3.6-27b", "64 full layers", Asked::kv,
            262'144, 64 * 2 * 4 * 256 * 2.0 * 262'144, 16 * 2 * 4 * 256 * 2LL * 262'144},
    Mistake{"run", "club-3090 kv-calc", "qwen3.6-27b",
            "states of 0.01 GB; a log has 598.5 MiB for 4 sequences, tails in f32", Asked::state, 262'144,
            0.01 * kGB, 48 * (48 * 128 * 128 * 4LL + 3 * (2 * 16 + 48) * 128 * 4) * 4, 4, "bf16", "bf16", "f32"},
    Mistake{"NVIDIA/TensorRT-LLM#9072", "TensorRT-LLM", "qwen3-next-80b-a3b", "48 attention layers, there are 12",
            Asked::kv, 131'072, 48 * 2 * 2 * 256 * 2.0 * 131'072, 12 * 2 * 2 * 256 * 2LL * 131'072},
    Mistake{"LMCache kv_cache_table.txt", "LMCache calculator", "qwen3-next-80b-a3b", "half of each further token",
            Asked::marginal, 128'000, 12'288, 12 * 2 * 2 * 256 * 2LL},
    Mistake{"ai-dynamo/aisimulate#176", "AISimulate", "nvidia__NVIDIA-Nemotron-3-Super-120B-A12B-FP8.json",
            "keys in 88 of 88 layers, 8 of them attend", Asked::kv, 131'072, 88 * 2 * 2 * 128 * 2.0 * 131'072,
            8 * 2 * 2 * 128 * 2LL * 131'072},
    Mistake{"ai-dynamo/aisimulate#176", "AISimulate", "nvidia__NVIDIA-Nemotron-3-Super-120B-A12B-FP8.json",
            "no Mamba2 states: 40 of 128 heads of 64 by 128, tails of 8192 + 2 x 8 x 128 channels", Asked::state,
            131'072, 0.0, 40 * (128 * 64 * 128 * 4LL + 3 * (8192 + 2 * 8 * 128) * 2)},
    Mistake{"inference-sim/inference-sim#1552", "BLIS", "nvidia__NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.json",
            "52 layers of keys, 6 of them attend", Asked::marginal, 131'072, 52 * 2 * 2 * 128 * 2.0,
            6 * 2 * 2 * 128 * 2LL},
    // ---- indexers and pooled entries
    Mistake{"sgl-project/sglang#11309", "SGLang", "deepseek-v3.2",
            "index keys left out: 656 bytes a slot logged, 132 more are kept", Asked::kv_and_index, 131'072,
            61 * 656.0 * 131'072, 61 * (656 + 132) * 131'072LL, 1, "fp8_ds_mla", "int8@128+f32"},
    Mistake{"sgl-project/sglang#30531", "SGLang", "glm-5.2", "index keys in 78 layers, 57 of them use another's",
            Asked::kv_and_index, 131'072, 78 * (576 + 132) * 131'072.0, (78 * 576 + 21 * 132) * 131'072LL, 1,
            "fp8", "int8@128+f32"},
    Mistake{"spark-arena/sparkrun#247", "sparkrun", "deepseek-v4-flash",
            "43 full layers of key and value: pooled entries are 1/4 and 1/128 of the tokens, in one row",
            Asked::kv, 1'048'576, 43 * 2 * 512 * 2.0 * 1'048'576,
            43 * 512 * 2 * 128LL + 21 * 512 * 2 * 262'144LL + 20 * 512 * 2 * 8192LL},
    Mistake{"noonghunna/club-3090#1328", "club-3090 kv-calc", "qwen3.6-27b",
            "the draft head is a layer with keys too: 17 of 16", Asked::kv_and_draft, 32'768,
            16 * 2 * 4 * 256 * 2.0 * 32'768, 17 * 2 * 4 * 256 * 2LL * 32'768},
};

}  // namespace

std::span<const Mistake> mistakes_of_kind() { return kMistakes; }

}  // namespace kvtally::test
