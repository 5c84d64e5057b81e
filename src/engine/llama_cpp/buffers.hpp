#pragma once

#include <optional>

#include "engine/llama_cpp/caches.hpp"

namespace kvtally::llama_cpp {

/// Buffers beside the caches, estimated: measured exactly on dense models of the Llama graph alone.
struct BufferEstimate {
  Bytes output;               // logits of one token of each sequence
  Bytes compute;              // of the backend that the cache is on
  std::optional<Bytes> host;  // inputs, where that is a GPU
};

/// Nothing where the model does not say its vocabulary and width.
///
/// On the CPU the larger of two peaks of n_ubatch tokens: at the logits (n_vocab + 2 n_embd)·4 + 4 bytes a token,
/// one n_embd·4 more for quantised keys and for flash attention off; at the attention with it n_kv·2 + 28 n_embd +
/// 28, without it n_kv·(4 n_head + 4) + 20 n_embd + 8 n_embd_v + 20. The last sum is fitted to one measurement
/// (Llama-3-8B). On a GPU (n_vocab + n_embd)·4, and on the host n_embd·4 + n_kv·2 (4 without flash attention).
std::optional<BufferEstimate> estimate_buffers(const Model& model, const StoredModel& stored,
                                               const Settings& settings, const ContextSizes& sizes);

}  // namespace kvtally::llama_cpp
