#include <array>

#include "published/rules.hpp"

namespace kvtally::test {

namespace {

// 4 layers of 16 heads of 1024 / 16 = 64.
constexpr std::string_view kShape = R"("hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16)";
constexpr std::string_view kOldShape = R"("n_embd": 1024, "n_layer": 4, "n_head": 16)";

constexpr std::array kRules{
    // ---- as many key heads as query heads where the file has no word of them
    TypeRule{"llama", kShape, full(4, 16, 64)},
    TypeRule{"arcee", kShape, full(4, 16, 64)},
    TypeRule{"hyperclovax", kShape, full(4, 16, 64)},
    TypeRule{"jais2", kShape, full(4, 16, 64)},
    TypeRule{"diffllama", kShape, full(4, 16, 64)},
    TypeRule{"nanochat", kShape, full(4, 16, 64)},
    TypeRule{"apertus", kShape, full(4, 16, 64)},
    TypeRule{"olmo", kShape, full(4, 16, 64)},
    TypeRule{"olmo2", kShape, full(4, 16, 64)},
    TypeRule{"olmoe", kShape, full(4, 16, 64)},
    TypeRule{"granite", kShape, full(4, 16, 64)},
    TypeRule{"granitemoe", kShape, full(4, 16, 64)},
    TypeRule{"granitemoeshared", kShape, full(4, 16, 64)},
    TypeRule{"cohere", kShape, full(4, 16, 64)},
    TypeRule{"hunyuan_v1_dense", kShape, full(4, 16, 64)},
    TypeRule{"hunyuan_v1_moe", kShape, full(4, 16, 64)},
    TypeRule{"phi", kShape, full(4, 16, 64)},
    TypeRule{"phi3", kShape, full(4, 16, 64)},
    TypeRule{"gpt_neox", kShape, full(4, 16, 64)},
    TypeRule{"opt", kShape, full(4, 16, 64)},
    TypeRule{"biogpt", kShape, full(4, 16, 64)},
    TypeRule{"persimmon", kShape, full(4, 16, 64)},
    TypeRule{
        "llama",  // null is as good as absent
        R"("hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16, "num_key_value_heads": null,
                "head_dim": null)",
        full(4, 16, 64)},
    TypeRule{"llama",  // the width of a head is not hidden_size / heads
             R"("hidden_size": 1000, "num_hidden_layers": 4, "num_attention_heads": 16, "head_dim": 128)",
             full(4, 16, 128)},
    // a language part without a model type of its own
    TypeRule{"llava", R"("text_config": {"hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16})",
             full(4, 16, 64)},
    // ---- the same in other words
    TypeRule{"gpt2", kOldShape, full(4, 16, 64)},
    TypeRule{"gptj", kOldShape, full(4, 16, 64)},
    TypeRule{"codegen", kOldShape, full(4, 16, 64)},
    TypeRule{"bloom", R"("hidden_size": 1024, "n_layer": 4, "n_head": 16)", full(4, 16, 64)},
    TypeRule{"mpt", R"("d_model": 1024, "n_layers": 4, "n_heads": 16)", full(4, 16, 64)},
    TypeRule{"xglm", R"("d_model": 1024, "num_layers": 4, "attention_heads": 16)", full(4, 16, 64)},
    TypeRule{"dbrx", R"("d_model": 1024, "n_layers": 4, "n_heads": 16, "attn_config": {"kv_n_heads": 8})",
             full(4, 8, 64)},
    // a mask is local, the cache is whole
    TypeRule{"gpt_neo", R"("hidden_size": 1024, "num_layers": 4, "num_heads": 16, "window_size": 256)",
             full(4, 16, 64)},
    // ---- one key head unless the file says otherwise
    TypeRule{"gpt_bigcode", kOldShape, full(4, 1, 64)},
    TypeRule{"gpt_bigcode", R"("n_embd": 1024, "n_layer": 4, "n_head": 16, "multi_query": false)",
             full(4, 16, 64)},
    TypeRule{"falcon", kShape, full(4, 1, 64)},
    TypeRule{"falcon",
             R"("hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16, "multi_query": false)",
             full(4, 16, 64)},
    TypeRule{"falcon",
             R"("hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16, "num_kv_heads": 2,
                "new_decoder_architecture": true)",
             full(4, 2, 64)},
    TypeRule{"nemotron",
             R"("hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16, "num_key_value_heads": 8)",
             full(4, 8, 64)},
    // ---- a number of key heads, and a width, from the class
    TypeRule{"mixtral", kShape, full(4, 8, 64)},
    TypeRule{"phimoe", kShape, full(4, 8, 64)},
    TypeRule{"starcoder2", kShape, full(4, 2, 64)},
    TypeRule{"stablelm", R"("hidden_size": 2560, "num_hidden_layers": 4, "num_attention_heads": 32)",
             full(4, 32, 80)},
    TypeRule{"bitnet", R"("hidden_size": 2560, "num_hidden_layers": 4, "num_attention_heads": 20)",
             full(4, 5, 128)},
    TypeRule{"ernie4_5_moe", R"("hidden_size": 2560, "num_hidden_layers": 4, "num_attention_heads": 20)",
             full(4, 4, 128)},
    TypeRule{"ernie4_5", kShape, full(4, 2, 128)},
    TypeRule{"seed_oss", kShape, full(4, 8, 128)},
    TypeRule{"solar_open", kShape, full(4, 8, 128)},
    TypeRule{"hy_v3", kShape, full(4, 8, 128)},
    TypeRule{"minimax_m2", kShape, full(4, 8, 128)},
    TypeRule{"ministral3", kShape, full(4, 8, 128)},
    TypeRule{"glm", kShape, full(4, 2, 128)},
    TypeRule{"glm4", kShape, full(4, 2, 128)},
    TypeRule{"helium", R"("hidden_size": 2560, "num_hidden_layers": 4, "num_attention_heads": 20)",
             full(4, 20, 128)},
    TypeRule{"gemma", R"("hidden_size": 3072, "num_hidden_layers": 4, "num_attention_heads": 16)",
             full(4, 16, 256)},
    TypeRule{"glm4_moe", R"("hidden_size": 6144, "num_hidden_layers": 4, "num_attention_heads": 96)",
             full(4, 8, 64)},
    TypeRule{"qwen3", R"("hidden_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 32)",
             full(4, 32, 128)},
};

}  // namespace

std::span<const TypeRule> rules_of_plain_types() { return kRules; }

}  // namespace kvtally::test
