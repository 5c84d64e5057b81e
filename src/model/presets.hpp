#pragma once

#include <cstdint>
#include <string>

#include "model/model.hpp"

/// The named kinds of layers as compositions of parts. Every size is a count of heads or elements. The arguments
/// are taken as they are: what a file may hold is checked where it is read (read/compose.cpp).
namespace kvtally {

// ---- entries

/// Keys and values of their own in `key_value_heads` heads (Vaswani et al. 2017; GQA: arXiv 2305.13245; MQA:
/// arXiv 1911.02150).
struct KeyValueHeads {
  std::int64_t query_heads = 0;
  std::int64_t key_value_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
};
Memory key_value_memory(const KeyValueHeads& heads);

/// A latent for all heads and rotary rows beside it, possibly none (DeepSeek-V2, arXiv 2405.04434, eq. 9 to 13).
/// Decode scores `rank + rope` wide and sums values `rank` wide (absorbed); prefill `nope + rope` and `value_dim`.
struct LatentHeads {
  std::int64_t query_heads = 0;
  std::int64_t rank = 0;
  std::int64_t rope = 0;
  std::int64_t nope = 0;
  std::int64_t value_dim = 0;
};
Memory latent_memory(const LatentHeads& heads);

/// One stored row that serves every head as key and as value (DeepSeek-V4, arXiv 2606.19348).
struct SharedRow {
  std::int64_t query_heads = 0;
  std::int64_t dim = 0;
};
Memory shared_row_memory(const SharedRow& row);

/// "mha", "gqa", "mqa" or "mla": what full attention over such entries is called.
std::string full_attention_kind(const Memory& memory);

// ---- softmax layers

Layer full_attention(Memory memory);
/// The last `window` positions (Mistral 7B, arXiv 2310.06825), and the first `sinks` ones (StreamingLLM,
/// 2309.17453).
Layer sliding_attention(Memory memory, std::int64_t window, std::int64_t sinks = 0);
/// The tokens of the new token's own chunk (Llama 4).
Layer chunked_attention(Memory memory, std::int64_t chunk);
/// Nothing but a fixed memory of `tokens` encoder positions.
Layer cross_attention(Memory memory, std::int64_t tokens);
/// The layer with a fixed encoder memory beside what it holds (an encoder-decoder's decoder layer).
Layer with_encoder_memory(Layer layer, Memory memory, std::int64_t tokens);

// ---- sparse layers

struct IndexHeads {
  std::int64_t heads = 0;
  std::int64_t dim = 0;
};

/// Top-k over index keys of its own, or the choice of an earlier layer (`reused`: IndexShare, IndexCache).
/// DeepSeek-V3.2, arXiv 2512.02556, eq. 1. `pool` > 1: the index keys of `pool` tokens are pooled to one, whole
/// pools are chosen and the incomplete newest pool is always read (GLM-5.3-Flash).
struct TopKIndex {
  IndexHeads index;
  std::int64_t top_k = 0;
  std::int64_t pool = 1;
  bool reused = false;
};
Layer deepseek_sparse_attention(Memory memory, const TopKIndex& index);

/// `budget` tokens in complete blocks of `block`, and the incomplete block beside them; one index key a block
/// (transformers qwen4_exp).
struct BlockBudget {
  IndexHeads index;
  std::int64_t budget = 0;
  std::int64_t block = 1;
};
Layer qwen_sparse_attention(Memory memory, const BlockBudget& budget);

/// The best `top_blocks` blocks of `block` tokens, the newest among them; one index key a token (transformers
/// minimax_m3_vl).
struct BlockIndex {
  IndexHeads index;
  std::int64_t top_blocks = 0;
  std::int64_t block = 1;
};
Layer minimax_sparse_attention(Memory memory, const BlockIndex& index);

/// Three branches, each with keys and values of its own: pooled over `compress_span` every `compress_stride`
/// positions, the best `top_blocks` blocks of `block`, and a window. Native Sparse Attention, arXiv 2502.11089,
/// eq. 5 to 12. `compress_span` is a multiple of `compress_stride`.
struct NativeSparse {
  std::int64_t compress_span = 0;
  std::int64_t compress_stride = 0;
  std::int64_t block = 0;
  std::int64_t top_blocks = 0;
  std::int64_t window = 0;
};
Layer native_sparse_attention(const Memory& memory, const NativeSparse& sparse);

/// A window beside entries pooled `rate` to one; of those the best `top_k`, by an indexer that pools likewise. The
/// pooling reads two stretches (Ca of the one before, Cb of its own), so that the waiting rows are twice as wide.
/// DeepSeek-V4, arXiv 2606.19348; transformers deepseek_v4.
struct CompressedSparse {
  std::int64_t window = 0;
  std::int64_t rate = 1;
  IndexHeads index;
  std::int64_t top_k = 0;
};
Layer compressed_sparse_attention(const SharedRow& row, const CompressedSparse& sparse);

/// A window beside entries pooled `rate` to one, all of them read.
Layer heavily_compressed_attention(const SharedRow& row, std::int64_t window, std::int64_t rate);

// ---- states

/// Heads of a matrix state [value_heads, key_dim, value_dim]; a short convolution over queries, keys and values
/// when `conv_kernel` > 0.
struct StateHeads {
  std::int64_t key_heads = 0;
  std::int64_t value_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  std::int64_t conv_kernel = 0;
  bool conv_on_values = false;  // the convolution runs over the values alone (Jet-Nemotron)
};

State linear_state(const StateHeads& heads);        // with its normaliser (Katharopoulos et al., arXiv 2006.16236)
State retention_state(const StateHeads& heads);     // RetNet, arXiv 2307.08621
State lightning_state(const StateHeads& heads);     // MiniMax-01, arXiv 2501.08313
State gated_linear_state(const StateHeads& heads);  // GLA, arXiv 2312.06635
State delta_state(const StateHeads& heads);         // arXiv 2406.06484
State gated_delta_state(const StateHeads& heads);   // Gated DeltaNet, arXiv 2412.06464
State kimi_delta_state(const StateHeads& heads);    // Kimi Linear, arXiv 2510.26692
/// Two token shifts of `hidden` beside the matrices (RWKV-7, arXiv 2503.14456).
State rwkv7_state(const StateHeads& heads, std::int64_t hidden);
/// The same parts with a decay, fixed (RWKV-5) or of the token (RWKV-6, arXiv 2404.05892), and no delta rule.
State rwkv6_state(const StateHeads& heads, std::int64_t hidden);
/// Numerator, denominator and maximum of `channels` each, and two token shifts (RWKV-4, arXiv 2305.13048).
State rwkv4_state(std::int64_t channels, std::int64_t hidden);
/// A gated vector of `channels` behind a short convolution (RG-LRU; Griffin, arXiv 2402.19427).
State gated_recurrence_state(std::int64_t channels, std::int64_t conv_kernel);
/// `slots` memories of keys and of values for each head (GSA, arXiv 2409.07146).
State gated_slots_state(const StateHeads& heads, std::int64_t slots);
/// A matrix, a normaliser and a stabiliser for each head (mLSTM of xLSTM, arXiv 2405.04517).
State matrix_lstm_state(const StateHeads& heads);
/// `inner` channels with `state` numbers each (Mamba, arXiv 2312.00752).
State mamba_state(std::int64_t inner, std::int64_t state, std::int64_t conv_kernel);

/// Mamba-2, arXiv 2405.21060; the convolution also runs over B and C of each group.
struct Mamba2Shape {
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t state = 0;
  std::int64_t groups = 1;
  std::int64_t conv_kernel = 0;
};
State mamba2_state(const Mamba2Shape& shape);
/// The last kernel−1 inputs of a depthwise convolution (LFM2), and `shift` numbers of the token before (ZAYA's
/// delayed values, arXiv 2510.04476).
State short_convolution_state(std::int64_t channels, std::int64_t kernel, std::int64_t shift = 0);

/// A layer of that state alone, and of its kind.
Layer state_layer(State state);
/// A state beside a full cache, or beside a window (`window` > 0).
Layer hybrid_layer(State state, Memory memory, std::int64_t window = 0);
/// A layer that keeps nothing: "moe" or "mlp".
Layer feed_forward_layer(const std::string& kind);

}  // namespace kvtally
