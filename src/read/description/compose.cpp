#include "read/description/compose.hpp"

#include <fmt/format.h>

#include "model/presets.hpp"

namespace kvtally {

namespace {

Memory key_value_entry(const Scope& scope) {
  const std::size_t before = scope.problems();
  const std::int64_t query_heads = scope.need("num_attention_heads");
  const std::int64_t heads = scope.need("num_key_value_heads");
  if (scope.problems() == before && query_heads % heads != 0) {
    scope.report("num_key_value_heads", fmt::format("{} key-value heads for {} query heads", heads, query_heads),
                 "a divisor of num_attention_heads");
  }
  const std::int64_t dim = scope.head_dim();
  return key_value_memory({query_heads, heads, dim, scope.optional("v_head_dim").value_or(dim)});
}

SharedRow shared_row(const Scope& scope) {
  if (scope.optional("num_key_value_heads").value_or(1) != 1) {
    scope.report("num_key_value_heads", "shared_key_value with more than one key-value head", "1");
  }
  if (!scope.flag("shared_key_value")) {
    scope.report("shared_key_value", fmt::format("{} layers store one row as key and value", scope.layer()),
                 "shared_key_value: true");
  }
  return {scope.need("num_attention_heads"), scope.head_dim()};
}

// What one position holds: a latent where kv_lora_rank is given, one shared row where the description says so.
Memory entry(const Scope& scope) {
  if (scope.has("kv_lora_rank")) {
    return latent_memory({scope.need("num_attention_heads"), scope.need("kv_lora_rank"),
                          scope.need("qk_rope_head_dim", 0), scope.need("qk_nope_head_dim", 0),
                          scope.need("v_head_dim")});
  }
  return scope.flag("shared_key_value") ? shared_row_memory(shared_row(scope)) : key_value_entry(scope);
}

// What an encoder-decoder's layer keeps of the encoder's output: rows as its own, unless they have other heads.
Memory encoder_entry(const Scope& scope) {
  if (!scope.has("cross_num_key_value_heads")) {
    return entry(scope);
  }
  const std::int64_t heads = scope.need("cross_num_key_value_heads");
  const std::int64_t dim = scope.need("cross_head_dim");
  return key_value_memory({scope.need("cross_num_attention_heads"), heads, dim, dim});
}

// The layer whose last memory is of that many of the encoder's positions.
Layer with_positions(Layer layer, Fixed positions) {
  layer.memories.back().retention = positions;
  return layer;
}

Layer deepseek_sparse(const Scope& scope, bool reused) {
  TopKIndex index{{scope.need("index_n_heads"), scope.need("index_head_dim")},
                  scope.need("index_topk"),
                  scope.optional("index_kpool", 1, limits::kPoolingRate).value_or(1),
                  reused};
  if (index.top_k % index.pool != 0) {
    scope.report("index_topk", fmt::format("index_topk {} with index_kpool {}", index.top_k, index.pool),
                 "a multiple of index_kpool");
  }
  if (index.pool > 1) {
    scope.assume(
        fmt::format("index keys are kept pooled, one for {} tokens; an engine that keeps them raw stores {} "
                    "times as many",
                    index.pool, index.pool));
  }
  return deepseek_sparse_attention(entry(scope), index);
}

Layer qwen_sparse(const Scope& scope) {
  const BlockBudget budget{{scope.need("indexer_n_heads"), scope.need("indexer_head_dim")},
                           scope.need("indexer_budget"),
                           scope.need("indexer_compress_ratio", 1, limits::kPoolingRate)};
  if (budget.budget < budget.block) {
    scope.report("indexer_budget",
                 fmt::format("indexer_budget {} is less than one block of {}", budget.budget, budget.block),
                 "at least indexer_compress_ratio");
  }
  scope.assume(
      fmt::format("index keys are kept pooled, one for {} tokens; an engine that keeps them raw stores {} "
                  "times as many",
                  budget.block, budget.block));
  return qwen_sparse_attention(entry(scope), budget);
}

Layer native_sparse(const Scope& scope) {
  const NativeSparse sparse{scope.need("compress_block_size", 1, limits::kPoolingRate),
                            scope.need("compress_block_stride", 1, limits::kPoolingRate),
                            scope.need("selection_block_size"), scope.need("num_selected_blocks"),
                            scope.need("sliding_window")};
  if (sparse.compress_span % sparse.compress_stride != 0) {
    scope.report("compress_block_stride",
                 fmt::format("compress_block_stride {} does not divide compress_block_size {}",
                             sparse.compress_stride, sparse.compress_span),
                 "a divisor of compress_block_size");
  }
  return native_sparse_attention(entry(scope), sparse);
}

// compress_rates is a map from layer type to rate.
std::int64_t compress_rate(const Scope& scope, std::string_view type) {
  return scope.need(fmt::format("compress_rates.{}", type), 1, limits::kPoolingRate);
}

Layer compressed_sparse(const Scope& scope) {
  return compressed_sparse_attention(shared_row(scope),
                                     {scope.need("sliding_window"),
                                      compress_rate(scope, "compressed_sparse_attention"),
                                      {scope.need("index_n_heads"), scope.need("index_head_dim")},
                                      scope.need("index_topk")});
}

Layer hybrid(const Scope& scope, bool sliding) {
  return hybrid_layer(compose_state(scope), entry(scope), sliding ? scope.need("sliding_window") : 0);
}

Layer decoder_layer(std::string_view type, const Scope& scope, bool reuses_index) {
  if (type == "full_attention") {
    return full_attention(entry(scope));
  }
  if (type == "sliding_attention") {
    return sliding_attention(entry(scope), scope.need("sliding_window"),
                             scope.optional("num_sink_tokens", 0).value_or(0));
  }
  if (type == "chunked_attention") {
    return chunked_attention(entry(scope), scope.need("attention_chunk_size"));
  }
  if (type == "deepseek_sparse_attention") {
    return deepseek_sparse(scope, reuses_index);
  }
  if (type == "qwen_sparse_attention") {
    return qwen_sparse(scope);
  }
  if (type == "minimax_m3_sparse") {
    return minimax_sparse_attention(entry(scope),
                                    {{scope.need("sparse_num_index_heads"), scope.need("sparse_index_dim")},
                                     scope.need("sparse_topk_blocks"),
                                     scope.need("sparse_block_size")});
  }
  if (type == "native_sparse_attention") {
    return native_sparse(scope);
  }
  if (type == "compressed_sparse_attention") {
    return compressed_sparse(scope);
  }
  if (type == "heavily_compressed_attention") {
    return heavily_compressed_attention(shared_row(scope), scope.need("sliding_window"),
                                        compress_rate(scope, "heavily_compressed_attention"));
  }
  return hybrid(scope, type == "hybrid_sliding");
}

}  // namespace

Layer compose(std::string_view type, const Scope& scope, bool reuses_index) {
  if (type == "moe" || type == "mlp") {
    return feed_forward_layer(std::string(type));
  }
  if (type == "linear_attention") {
    return state_layer(compose_state(scope));
  }
  if (type == "conv") {
    Layer layer = state_layer(short_convolution_state(scope.need("hidden_size"), scope.need("conv_L_cache", 2)));
    layer.tag = "conv";
    return layer;
  }
  if (type == "cross_attention") {
    return with_positions(cross_attention(entry(scope), 0), scope.encoder_positions());
  }
  Layer layer = decoder_layer(type, scope, reuses_index);
  if (scope.flag("is_encoder_decoder")) {
    layer =
        with_positions(with_encoder_memory(std::move(layer), encoder_entry(scope), 0), scope.encoder_positions());
  }
  return layer;
}

}  // namespace kvtally
