#include <array>

#include "published/peers.hpp"

namespace kvtally::test {

namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

constexpr std::array kMistakes{
    // ---- the width of a head
    Mistake{"LMCache/LMCache#688", "LMCache calculator", "Qwen__Qwen3-4B.json",
            "head_dim 2560 / 32 = 80, it is 128", Asked::kv, 131'072, 36 * 2 * 8 * 80 * 2.0 * 131'072,
            36 * 2 * 8 * 128 * 2LL * 131'072},
    Mistake{"unslothai/unsloth#4757", "Unsloth Studio", "Qwen__qwen3-0.6b@xFasterTransformer.json",
            "head_dim 1024 / 16 = 64, it is 128", Asked::kv, 40'960, 28 * 2 * 8 * 64 * 2.0 * 40'960,
            28 * 2 * 8 * 128 * 2LL * 40'960},
    Mistake{"NVIDIA/Model-Optimizer#2482", "Model-Optimizer", "gpt-oss-20b", "head_dim 2880 / 64 = 45, it is 64",
            Asked::marginal, 131'072, 12 * 2 * 8 * 45 * 2.0, 12 * 2 * 8 * 64 * 2LL},
    Mistake{"NVIDIA/Model-Optimizer#2482", "Model-Optimizer", "gemma-3-12b", "head_dim 3840 / 16 = 240, it is 256",
            Asked::marginal, 131'072, 8 * 2 * 8 * 240 * 2.0, 8 * 2 * 8 * 256 * 2LL},
    Mistake{"LMCache kv_cache_table.txt", "LMCache calculator", "google__gemma-2-9b.json",
            "head_dim 3584 / 16 = 224, it is 256; 42 full layers, 21 of them have a window", Asked::kv, 128'000,
            42 * 2 * 8 * 224 * 2.0 * 128'000, (21 * 128'000LL + 21 * 4096) * 2 * 8 * 256 * 2},
    Mistake{"run", "LLM-Viewer", "gpt-oss-120b", "head_dim 2880 / 64 = 45, and no windows", Asked::kv, 131'072,
            36 * 2 * 8 * 45 * 2.0 * 131'072, (18 * 131'072LL + 18 * 128) * 2 * 8 * 64 * 2},
    Mistake{"run", "LLM-Viewer", "qwen3-next-80b-a3b", "head_dim 2048 / 16 = 128, and 48 layers", Asked::kv,
            131'072, 48 * 2 * 2 * 128 * 2.0 * 131'072, 12 * 2 * 2 * 256 * 2LL * 131'072},
    // ---- how many heads
    Mistake{"KolosalAI/model-memory-calculator#2", "KolosalAI", "llama-3.1-8b",
            "the hidden size for the keys: 32 heads, there are 8", Asked::kv, 131'072,
            32 * 2 * 4096 * 2.0 * 131'072, 32 * 2 * 8 * 128 * 2LL * 131'072},
    Mistake{"vllm-project/vllm#29736", "an example script of vLLM", "meta-llama__llama-3-8b.json",
            "query heads: 4 times too many", Asked::kv, 8192, 32 * 2 * 32 * 128 * 2.0 * 8192,
            32 * 2 * 8 * 128 * 2LL * 8192},
    Mistake{"vx-lang/Vx#303", "Vx", "llama-3.1-70b", "query heads: 80 GiB", Asked::kv, 32'768,
            80 * 2 * 64 * 128 * 2.0 * 32'768, 80 * 2 * 8 * 128 * 2LL * 32'768},
    Mistake{"hahnyuan/LLM-Viewer#12", "LLM-Viewer", "llama-3.1-70b",
            "each query head reads keys of its own: 320 GiB", Asked::read, 131'072,
            80 * 2 * 64 * 128 * 2.0 * 131'072, 80 * 2 * 8 * 128 * 2LL * 131'072},
    Mistake{"lablup/mlxcel#927", "mlxcel", "alibaba__pcll-gpt2.json", "0 bytes: n_layer and n_embd not known",
            Asked::kv, 8192, 0.0, 12 * 2 * 12 * 64 * 2LL * 8192},
    Mistake{"lablup/mlxcel#957", "mlxcel", "mlc-preset__gpt_bigcode.json",
            "multi_query, a boolean, not read: 16 heads, there is one", Asked::kv, 8192,
            24 * 2 * 16 * 128 * 2.0 * 8192, 24 * 2 * 1 * 128 * 2LL * 8192},
    Mistake{"run", "EleutherAI cookbook", "llama-2-7b", "keys without values", Asked::kv, 4096,
            32 * 32 * 128 * 2.0 * 4096, 32 * 2 * 32 * 128 * 2LL * 4096},
    Mistake{"run", "EleutherAI cookbook", "llama-3.1-70b", "the ratio of heads ignored, and keys without values",
            Asked::kv, 131'072, 80 * 64 * 128 * 2.0 * 131'072, 80 * 2 * 8 * 128 * 2LL * 131'072},
    Mistake{"rohitg00/ai-engineering-from-scratch#57", "a lesson", "llama-2-7b", "one head's bytes for a layer's",
            Asked::kv, 32'768, 32 * 2 * 128 * 2.0 * 32'768, 32 * 2 * 32 * 128 * 2LL * 32'768},
    // ---- formats
    Mistake{"withcatai/node-llama-cpp#608", "node-llama-cpp", "llama-2-7b", "a block's 34 bytes for each element",
            Asked::kv, 4096, 32 * 2 * 32 * 128 * 34.0 * 4096, 32 * 2 * 32 * 128 * 34LL / 32 * 4096, 1, "q8_0"},
    Mistake{"withcatai/node-llama-cpp#608", "node-llama-cpp", "llama-2-7b", "a block's 18 bytes for each element",
            Asked::kv, 4096, 32 * 2 * 32 * 128 * 18.0 * 4096, 32 * 2 * 32 * 128 * 18LL / 32 * 4096, 1, "q4_0"},
    Mistake{"llmfit 3f44fd3, its table of formats", "llmfit", "llama-2-7b",
            "q8_0 as one byte, its scales left out", Asked::kv, 4096, 32 * 2 * 32 * 128 * 1.0 * 4096,
            32 * 2 * 32 * 128 * 34LL / 32 * 4096, 1, "q8_0"},
    Mistake{"llm-d-planner#194", "llm-d-planner", "gpt-oss-120b",
            "the cache in the weights' mxfp4, 17 bytes for 32; in all layers", Asked::kv, 131'072,
            36 * 2 * 8 * 64 * 17.0 / 32 * 131'072, (18 * 131'072LL + 18 * 128) * 2 * 8 * 64 * 2},
    Mistake{"run", "hf-mem 0.5.5, auto", "deepseek-v3", "the cache in fp8 because the weights are, and no latent",
            Asked::kv, 131'072, 61 * 2 * 128 * 56 * 1.0 * 131'072, 61 * (512 + 64) * 2LL * 131'072},
    // ---- units
    Mistake{"huggingface/blog#2345", "a table of Llama 3.1", "llama-3.1-70b",
            "39.06 for 128k are 128,000 tokens in GiB, not 131,072 in GB", Asked::kv, 131'072,
            80 * 2 * 8 * 128 * 2.0 * 128'000, 40 * 1024LL * 1024 * 1024},
    Mistake{"alexziskind1, run", "a calculator by parameters", "llama-2-7b", "the cache from the parameter count",
            Asked::kv, 4096, 10.8e9, 32 * 2 * 32 * 128 * 2LL * 4096},
    Mistake{"whichllm a897551, run", "whichllm", "llama-2-7b", "the cache from the parameter count", Asked::kv,
            4096, 0.092 * kGiB, 32 * 2 * 32 * 128 * 2LL * 4096},
};

}  // namespace

std::span<const Mistake> mistakes_of_size() { return kMistakes; }

}  // namespace kvtally::test
