#include <array>

#include "published/rules.hpp"

namespace kvtally::test {

namespace {

constexpr std::array kRules{
    // ---- every layer, from one number; mistral's class has one, and null takes it away
    TypeRule{"mistral", R"("hidden_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 32)",
             window(4, 8, 128, 4096)},
    TypeRule{"mistral",
             R"("hidden_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 32, "sliding_window": null)",
             full(4, 8, 128)},
    TypeRule{"ministral", R"("hidden_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 32)",
             window(4, 8, 128, 4096)},
    TypeRule{"mixtral",
             R"("hidden_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 32, "sliding_window": 1024)",
             window(4, 8, 128, 1024)},
    TypeRule{"phi3",
             R"("hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16, "sliding_window": 2047)",
             window(4, 16, 64, 2047)},
    // ---- a switch that is off unless the file says so, and a layer from which on
    TypeRule{"qwen2",
             R"("hidden_size": 1024, "num_hidden_layers": 8, "num_attention_heads": 16, "num_key_value_heads": 2,
                "sliding_window": 1024, "max_window_layers": 3)",
             full(8, 2, 64)},
    TypeRule{"qwen2",
             R"("hidden_size": 1024, "num_hidden_layers": 8, "num_attention_heads": 16, "num_key_value_heads": 2,
                "sliding_window": 1024, "max_window_layers": 3, "use_sliding_window": true)",
             full(3, 2, 64) + window(5, 2, 64, 1024)},
    TypeRule{"qwen3",
             R"("hidden_size": 1024, "num_hidden_layers": 8, "num_attention_heads": 16, "num_key_value_heads": 2,
                "sliding_window": 1024, "max_window_layers": 3, "use_sliding_window": true)",
             full(3, 2, 128) + window(5, 2, 128, 1024)},
    TypeRule{"qwen2_moe",  // even layers below max_window_layers
             R"("hidden_size": 1024, "num_hidden_layers": 8, "num_attention_heads": 16, "num_key_value_heads": 2,
                "sliding_window": 1024, "max_window_layers": 4, "use_sliding_window": true)",
             full(6, 2, 64) + window(2, 2, 64, 1024)},
    TypeRule{
        "dots1",
        R"("hidden_size": 4096, "num_hidden_layers": 64, "num_attention_heads": 32, "num_key_value_heads": 8)",
        full(62, 8, 128) + window(2, 8, 128, 4096)},
    // ---- patterns of the class
    TypeRule{"gemma2", R"("hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8)",
             full(13, 4, 256) + window(13, 4, 256, 4096)},
    TypeRule{"vaultgemma", R"("hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8)",
             full(13, 4, 256) + window(13, 4, 256, 4096)},
    TypeRule{"gemma3_text", R"("hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8)",
             full(4, 4, 256) + window(22, 4, 256, 4096)},
    TypeRule{"gemma3_text",
             R"("hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8, "sliding_window": 512,
                "use_bidirectional_attention": true)",
             full(4, 4, 256) + window(22, 4, 256, 257)},
    TypeRule{"gemma3n_text", R"("hidden_size": 2048, "num_hidden_layers": 35, "num_attention_heads": 8)",
             full(4, 2, 256) + window(16, 2, 256, 512)},
    TypeRule{"gemma4_text", R"("hidden_size": 2304, "num_hidden_layers": 30, "num_attention_heads": 8)",
             full(5, 4, 512) + window(25, 4, 256, 512)},
    TypeRule{"gpt_oss", R"("hidden_size": 2880, "num_hidden_layers": 24, "num_attention_heads": 64)",
             full(12, 8, 64) + window(12, 8, 64, 128)},
    TypeRule{
        "cohere2",
        R"("hidden_size": 8192, "num_hidden_layers": 40, "num_attention_heads": 64, "num_key_value_heads": 8)",
        full(10, 8, 128) + window(30, 8, 128, 4096)},
    TypeRule{
        "olmo3",
        R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8)",
        full(8, 8, 128) + window(24, 8, 128, 4096)},
    TypeRule{
        "exaone4",
        R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8)",
        full(8, 8, 128) + window(24, 8, 128, 4096)},
    TypeRule{"smollm3", R"("hidden_size": 2048, "num_hidden_layers": 36, "num_attention_heads": 16)",
             full(36, 4, 128)},
    TypeRule{"smollm3",  // windows where there are no rotary positions: each fourth layer
             R"("hidden_size": 2048, "num_hidden_layers": 36, "num_attention_heads": 16, "sliding_window": 1024,
                "use_sliding_window": true)",
             full(27, 4, 128) + window(9, 4, 128, 1024)},
    TypeRule{"granite_swa", R"("hidden_size": 2560, "num_hidden_layers": 24, "num_attention_heads": 20)",
             full(6, 4, 128) + window(18, 4, 128, 128)},
    TypeRule{"granitemoe_swa", R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32)",
             full(8, 32, 128) + window(24, 32, 128, 128)},
    TypeRule{"cwm", R"("hidden_size": 6144, "num_hidden_layers": 64, "num_attention_heads": 48)",
             full(16, 8, 128) + window(48, 8, 128, 8192)},
    TypeRule{"afmoe", R"("hidden_size": 2048, "num_hidden_layers": 32, "num_attention_heads": 16)",
             full(8, 16, 128) + window(24, 16, 128, 1024)},
    TypeRule{"modernbert-decoder", R"("hidden_size": 768, "num_hidden_layers": 22, "num_attention_heads": 12)",
             full(8, 12, 64) + window(14, 12, 64, 64)},
    // ---- chunks where there are rotary positions
    TypeRule{"llama4_text", R"("hidden_size": 5120, "num_hidden_layers": 48, "num_attention_heads": 40)",
             full(12, 8, 128) + window(36, 8, 128, 8192)},
    // ---- the file's own list wins over every pattern
    TypeRule{"gemma2",
             R"("hidden_size": 2304, "num_hidden_layers": 3, "num_attention_heads": 8,
                "layer_types": ["full_attention", "full_attention", "sliding_attention"])",
             full(2, 4, 256) + window(1, 4, 256, 4096)},
    TypeRule{"qwen3",
             R"("hidden_size": 1024, "num_hidden_layers": 2, "num_attention_heads": 16, "num_key_value_heads": 2,
                "sliding_window": 64, "use_sliding_window": true, "max_window_layers": 0,
                "layer_types": ["full_attention", "sliding_attention"])",
             full(1, 2, 128) + window(1, 2, 128, 64)},
};

}  // namespace

std::span<const TypeRule> rules_of_windows() { return kRules; }

}  // namespace kvtally::test
