#include "read/description/layer_words.hpp"

#include <array>

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 16> kTypes{
    "full_attention",
    "sliding_attention",
    "chunked_attention",
    "linear_attention",
    "conv",
    "hybrid",
    "hybrid_sliding",
    "deepseek_sparse_attention",
    "qwen_sparse_attention",
    "compressed_sparse_attention",
    "heavily_compressed_attention",
    "minimax_m3_sparse",
    "native_sparse_attention",
    "cross_attention",
    "moe",
    "mlp",
};

constexpr std::array<std::string_view, 53> kKeys{
    "hidden_size",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "v_head_dim",
    "shared_key_value",
    "kv_lora_rank",
    "qk_nope_head_dim",
    "qk_rope_head_dim",
    "sliding_window",
    "num_sink_tokens",
    "attention_chunk_size",
    "index_n_heads",
    "index_head_dim",
    "index_topk",
    "index_kpool",
    "indexer_n_heads",
    "indexer_head_dim",
    "indexer_budget",
    "indexer_compress_ratio",
    "sparse_num_index_heads",
    "sparse_index_dim",
    "sparse_block_size",
    "sparse_topk_blocks",
    "compress_rates",
    "compress_block_size",
    "compress_block_stride",
    "selection_block_size",
    "num_selected_blocks",
    "linear_type",
    "linear_num_key_heads",
    "linear_num_value_heads",
    "linear_key_head_dim",
    "linear_value_head_dim",
    "linear_conv_kernel_dim",
    "linear_conv_on",
    "linear_conv_channels",
    "linear_shift_size",
    "linear_num_slots",
    "lru_width",
    "attention_hidden_size",
    "mamba_d_state",
    "mamba_d_conv",
    "mamba_expand",
    "mamba_n_heads",
    "mamba_d_head",
    "mamba_n_groups",
    "conv_L_cache",
    "is_encoder_decoder",
    "max_source_positions",
    "cross_num_attention_heads",
    "cross_num_key_value_heads",
    "cross_head_dim",
};

}  // namespace

std::span<const std::string_view> layer_types() { return kTypes; }
std::span<const std::string_view> layer_keys() { return kKeys; }

}  // namespace kvtally
