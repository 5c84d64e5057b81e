#include <array>

#include "published/rules.hpp"

namespace kvtally::test {

namespace {

constexpr std::array kRules{
    // ---- latents: kv_lora_rank + qk_rope_head_dim, whatever the heads
    TypeRule{"deepseek_v2", R"("hidden_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 32)",
             latent(4, 512 + 64)},
    TypeRule{"deepseek_v3", R"("hidden_size": 7168, "num_hidden_layers": 4, "num_attention_heads": 128)",
             latent(4, 512 + 64)},
    TypeRule{"minicpm3", R"("hidden_size": 2560, "num_hidden_layers": 4, "num_attention_heads": 40)",
             latent(4, 256 + 32)},
    TypeRule{"mistral4", R"("hidden_size": 4096, "num_hidden_layers": 4, "num_attention_heads": 32)",
             latent(4, 256 + 64)},
    TypeRule{"glm4_moe_lite", R"("hidden_size": 2048, "num_hidden_layers": 4, "num_attention_heads": 20)",
             latent(4, 512 + 64)},
    TypeRule{"youtu", R"("hidden_size": 2048, "num_hidden_layers": 4, "num_attention_heads": 16)",
             latent(4, 512 + 64)},
    TypeRule{"axk1", R"("hidden_size": 7168, "num_hidden_layers": 4, "num_attention_heads": 64)",
             latent(4, 512 + 64)},
    // two attentions in each of num_layers blocks
    TypeRule{"longcat_flash", R"("hidden_size": 6144, "num_layers": 28, "num_attention_heads": 64)",
             latent(56, 512 + 64)},
    TypeRule{"deepseek_v32", R"("hidden_size": 7168, "num_hidden_layers": 4, "num_attention_heads": 128)",
             latent(4, 512 + 64) + indexed(4, 128)},
    TypeRule{"glm_moe_dsa",  // layers that use another's choice have no index keys
             R"("hidden_size": 6144, "num_hidden_layers": 4, "num_attention_heads": 64,
                "indexer_types": ["full", "shared", "shared", "full"])",
             latent(4, 512 + 64) + indexed(2, 128)},
    TypeRule{"kimi_linear",  // the lists count from 1
             R"("hidden_size": 2304, "num_hidden_layers": 4, "num_attention_heads": 32, "kv_lora_rank": 512,
                "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "linear_attn_config":
                {"kda_layers": [1, 2, 3], "full_attn_layers": [4], "num_heads": 32, "head_dim": 128,
                 "short_conv_kernel_size": 4})",
             latent(1, 512 + 64) + state(3, 32 * 128 * 128, 3 * 3 * 32 * 128)},
    // ---- gated delta rule: q, k of 16 heads and v of 32 through a convolution of 4
    TypeRule{"qwen3_next", R"("hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 16)",
             full(12, 2, 256) + state(36, 32 * 128 * 128, 3 * (2 * 16 + 32) * 128)},
    TypeRule{"olmo_hybrid", R"("hidden_size": 3840, "num_hidden_layers": 32, "num_attention_heads": 30)",
             full(8, 30, 128) + state(24, 30 * 96 * 192, 3 * 30 * (2 * 96 + 192))},
    // ---- Mamba: 2 x hidden wide, 16 states each
    TypeRule{"mamba", R"("hidden_size": 768, "num_hidden_layers": 32)", state(32, 1536 * 16, 3 * 1536)},
    TypeRule{"falcon_mamba", R"("hidden_size": 768, "num_hidden_layers": 32)", state(32, 1536 * 16, 3 * 1536)},
    TypeRule{
        "jamba",
        R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8)",
        full(4, 8, 128) + state(28, 8192 * 16, 3 * 8192)},
    // ---- Mamba-2: heads x width x states, and a convolution over them and 2 x groups x states
    TypeRule{"mamba2", R"("hidden_size": 4096, "num_hidden_layers": 64)",
             state(64, 128 * 64 * 128, 3 * (8192 + 2 * 8 * 128))},
    TypeRule{"bamba",
             R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
                "attn_layer_indices": [9, 18, 27])",
             full(3, 8, 128) + state(29, 128 * 64 * 256, 3 * (8192 + 2 * 256))},
    TypeRule{"falcon_h1", R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32)",
             full(32, 8, 128) + state(32, 128 * 8 * 256, 3 * (1024 + 2 * 256))},
    TypeRule{"granitemoehybrid", R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32)",
             state(32, 128 * 64 * 256, 3 * (8192 + 2 * 256))},
    TypeRule{"nemotron_h",  // the pattern says how many layers there are; attention_head_dim is not read
             R"("hidden_size": 4096, "num_hidden_layers": 52, "num_attention_heads": 32, "attention_head_dim": 64,
                "hybrid_override_pattern": "M*-ME", "time_step_limit": [0.0, {"__float__": "Infinity"}])",
             full(1, 8, 128) + state(2, 128 * 64 * 128, 3 * (8192 + 2 * 8 * 128))},
    TypeRule{"zamba2",
             R"("hidden_size": 2560, "num_hidden_layers": 3, "num_attention_heads": 32,
                "layers_block_type": ["mamba", "hybrid", "mamba"])",
             full(1, 32, 160) + state(3, 8 * 640 * 64, 3 * (5120 + 2 * 64))},
    // ---- other states
    TypeRule{"minimax", R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32)",
             full(16, 8, 128) + state(16, 32 * 128 * 128, 0)},
    TypeRule{"lfm2",
             R"("hidden_size": 2048, "num_hidden_layers": 4, "num_attention_heads": 32, "full_attn_idxs": [2])",
             full(1, 8, 64) + state(3, 0, 2 * 2048)},
    TypeRule{"lfm2", R"("hidden_size": 2048, "num_hidden_layers": 4, "num_attention_heads": 32)", full(4, 8, 64)},
    TypeRule{"recurrent_gemma", R"("hidden_size": 2560, "num_hidden_layers": 26, "num_attention_heads": 10)",
             window(8, 10, 256, 2048) + state(18, 2560, 3 * 2560)},
    // ---- layers that read an image, and hold no text
    TypeRule{"mllama",
             R"("text_config": {"hidden_size": 4096, "num_hidden_layers": 40, "num_attention_heads": 32})",
             full(32, 8, 128) + cross(8, 8, 128)},
    // ---- an encoder's keys beside the decoder's own
    TypeRule{"t5", R"("d_model": 512, "num_layers": 6, "num_heads": 8)", full(6, 8, 64) + cross(6, 8, 64)},
    TypeRule{"t5", R"("d_model": 512, "d_kv": 32, "num_layers": 6, "num_decoder_layers": 2, "num_heads": 8)",
             full(2, 8, 32) + cross(2, 8, 32)},
    TypeRule{"mt5", R"("d_model": 512, "num_layers": 8, "num_heads": 6)", full(8, 6, 64) + cross(8, 6, 64)},
    TypeRule{"umt5", R"("d_model": 512, "num_layers": 8, "num_heads": 6)", full(8, 6, 64) + cross(8, 6, 64)},
    TypeRule{"bart",  // the decoder's numbers, not num_hidden_layers, which is the encoder's
             R"("d_model": 1024, "encoder_layers": 12, "decoder_layers": 6, "encoder_attention_heads": 16,
                "decoder_attention_heads": 8, "num_hidden_layers": 12)",
             full(6, 8, 128) + cross(6, 8, 128)},
    TypeRule{"whisper", R"("d_model": 384, "decoder_layers": 4, "decoder_attention_heads": 6)",
             full(4, 6, 64) + cross(4, 6, 64)},
    TypeRule{"pegasus", R"("d_model": 1024, "decoder_layers": 12, "decoder_attention_heads": 16)",
             full(12, 16, 64) + cross(12, 16, 64)},
    TypeRule{"marian", R"("d_model": 1024, "decoder_layers": 12, "decoder_attention_heads": 16)",
             full(12, 16, 64) + cross(12, 16, 64)},
    TypeRule{"mbart", R"("d_model": 1024, "decoder_layers": 12, "decoder_attention_heads": 16)",
             full(12, 16, 64) + cross(12, 16, 64)},
    TypeRule{"m2m_100", R"("d_model": 1024, "decoder_layers": 12, "decoder_attention_heads": 16)",
             full(12, 16, 64) + cross(12, 16, 64)},
};

}  // namespace

std::span<const TypeRule> rules_of_other_types() { return kRules; }

}  // namespace kvtally::test
