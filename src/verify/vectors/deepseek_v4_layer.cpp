#include "verify/vectors/deepseek_v4_layer.hpp"

#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/rope.hpp"

namespace kvtally {

namespace {

using reference::Compressor;
using reference::Real;
using reference::Rotary;

// A scale that the file states and that follows from a size: 1 ÷ √size.
Real inverse_root(const Item& stated, std::int64_t size, std::string_view name, Checks& checks) {
  const double ours = 1 / std::sqrt(static_cast<double>(size));
  checks.within(name, std::abs(stated.number() - ours), kVectorBound);
  return static_cast<Real>(ours);
}

// The file has the tables of both sorts of layers, and says which one is this layer's.
Rotary rotary_of_layer(const Item& given, const CompressedSizes& s, Checks& checks) {
  const Rotary main = rotary_of(given["rope"]["main"], s.dim, checks);
  const Rotary compress = rotary_of(given["rope"]["compress"], s.dim, checks);
  const std::string name = given["layer_rope"].text();
  if (name != "main" && name != "compress") {
    given["layer_rope"].refuse(fmt::format("there is no rotary table '{}'", name), "main or compress");
  }
  const Rotary& own = name == "main" ? main : compress;
  if (s.indexed && 2 * static_cast<std::int64_t>(own.frequencies.radians.size()) > s.index_dim) {
    given["index_head_dim"].refuse("index keys are narrower than the rotation");
  }
  return own;
}

Compressor compressor_of(const Item& weights, const std::string& name, std::int64_t dim,
                         const CompressedSizes& s) {
  const std::int64_t width = s.raw_width(dim);
  Compressor out{.rows = linear_of(weights, name + ".kv_proj", width, s.hidden),
                 .gates = linear_of(weights, name + ".gate_proj", width, s.hidden),
                 .pooling = {}};
  out.pooling.bias = weights[name + ".position_bias"].tensor({s.rate.value_or(1), width});
  out.pooling.norm = weights[name + ".kv_norm.weight"].tensor({dim});
  return out;
}

void check_heads(const Item& given, const CompressedSizes& s) {
  if (given["num_kv_heads"].integer() != 1) {
    given["num_kv_heads"].refuse("all heads share one row", "1");
  }
  if (s.heads % s.groups != 0) {
    given["o_groups"].refuse(fmt::format("{} heads don't split into {} groups", s.heads, s.groups));
  }
}

}  // namespace

CompressedSizes compressed_sizes(VectorFile& file) {
  const Item given = file["parameters"];
  const std::string kind = file.kind();
  CompressedSizes s{.batch = given["B"].size(),
                    .tokens = given["S"].size(),
                    .hidden = given["hidden_size"].size(),
                    .heads = given["num_attention_heads"].size(),
                    .dim = given["head_dim"].size(),
                    .query_rank = given["q_lora_rank"].size(),
                    .groups = given["o_groups"].size(),
                    .output_rank = given["o_lora_rank"].size(),
                    .window = given["sliding_window"].size(),
                    .index_heads = given["index_n_heads"].size(),
                    .index_dim = given["index_head_dim"].size(),
                    .index_count = given["index_topk"].size(),
                    .rate = {},
                    .indexed = kind == "deepseek_v4_csa"};
  const bool compresses = kind != "deepseek_v4_sliding";
  if (compresses) {
    s.rate = given["compress_rate"].size();
  } else if (given["compress_rate"]) {
    given["compress_rate"].refuse("a sliding layer compresses nothing", "null");
  }
  check_heads(given, s);
  return s;
}

reference::CompressedAttention compressed_attention_of(VectorFile& file, const CompressedSizes& s,
                                                       Checks& checks) {
  const Item given = file["parameters"];
  const Item weights = file["weights"];
  reference::CompressedAttention layer;
  layer.heads = s.heads;
  layer.groups = s.groups;
  layer.query_latent = {linear_of(weights, "q_a_proj", s.query_rank, s.hidden),
                        weights["q_a_norm.weight"].tensor({s.query_rank})};
  layer.query = linear_of(weights, "q_b_proj", s.heads * s.dim, s.query_rank);
  layer.row = linear_of(weights, "kv_proj", s.dim, s.hidden);
  layer.row_norm = weights["kv_norm.weight"].tensor({s.dim});
  layer.output_down = linear_of(weights, "o_a_proj", s.groups * s.output_rank, s.heads * s.dim / s.groups);
  layer.output_up = linear_of(weights, "o_b_proj", s.hidden, s.groups * s.output_rank);
  layer.eps = static_cast<Real>(given["norm_eps"].number());
  layer.rotary = rotary_of_layer(given, s, checks);
  layer.window = s.window;
  layer.scoring.scale = inverse_root(given["scale"], s.dim, "scale", checks);
  const reference::Tensor sinks = weights["sinks"].tensor({s.heads});
  layer.scoring.sinks.assign(sinks.values().begin(), sinks.values().end());
  inverse_root(given["index_scale"], s.index_dim, "index_scale", checks);
  inverse_root(given["index_weight_scale"], s.index_heads, "index_weight_scale", checks);
  if (s.rate) {
    layer.compressor = compressor_of(weights, "compressor", s.dim, s);
    layer.compressor->pooling.eps = layer.eps;
    layer.compressor->pooling.rotary = layer.rotary;
  }
  if (s.indexed) {
    const std::string name = "compressor.indexer";
    layer.indexer = {compressor_of(weights, name, s.index_dim, s),
                     linear_of(weights, name + ".q_b_proj", s.index_heads * s.index_dim, s.query_rank),
                     linear_of(weights, name + ".scorer.weights_proj", s.index_heads, s.hidden), s.index_count};
    layer.indexer->keys.pooling.eps = layer.eps;
    layer.indexer->keys.pooling.rotary = layer.rotary;
  }
  return layer;
}

}  // namespace kvtally
