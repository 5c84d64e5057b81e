// Rules of architectures whose layers hold a latent, an index, or one row for key and value.

#include <algorithm>
#include <fmt/format.h>

#include "read/gguf/architectures.hpp"
#include "read/gguf/latent.hpp"
#include "read/gguf/layer_plan.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kGlm52Context = 1048576;

void index_shape(GgufRule& r) {
  r.require("attention.indexer.head_count", "index_n_heads");
  r.require("attention.indexer.key_length", "index_head_dim");
  r.require("attention.indexer.top_k", "index_topk");
}

// Which layers run an indexer of their own: the file's list; without it those of GLM-5.2 (two, then one in four)
// in a model of its context, all of them in an earlier one.
void indexer_types(GgufRule& r) {
  std::vector<std::int64_t> own = r.each_mark("attention.indexer.types");
  if (own.empty() && r.architecture().name == "glm-dsa" &&
      r.number("context_length").value_or(0) >= kGlm52Context) {
    r.assume("indexers in the first two layers and every fourth from the third on: GLM-5.2's pattern");
    for (std::int64_t i = 0; i < r.trunk(); ++i) {
      own.push_back(i < 2 || i % 4 == 2 ? 1 : 0);
    }
  }
  own.resize(std::min(own.size(), static_cast<std::size_t>(r.trunk())));
  if (std::ranges::find(own, 0) == own.end()) {
    return;
  }
  std::vector<std::string> types;
  for (const std::int64_t mark : own) {
    types.emplace_back(mark != 0 ? "full" : "shared");
  }
  r.out().layers(types, "", "indexer_types");
}

}  // namespace

void latent_shape(GgufRule& r) {
  const std::vector<std::int64_t> heads = r.each("attention.head_count");
  const std::int64_t rank = r.need("attention.kv_lora_rank");
  const std::int64_t key = r.need("attention.key_length");
  const std::int64_t full_key = r.need("attention.key_length_mla");
  r.ignore({"attention.value_length"});
  const std::int64_t rope = key - rank;
  if (rope < 0 || full_key < rope) {
    r.report("attention.key_length",
             fmt::format("{} {} for a latent of {} and heads of {}", r.full("attention.key_length"), key, rank,
                         full_key),
             "the latent's width and the rotary one");
  }
  const bool differ = std::ranges::adjacent_find(heads, std::ranges::not_equal_to{}) != heads.end();
  if (heads.empty() || differ) {
    r.report("attention.head_count",
             fmt::format("no one number of heads under {}", r.full("attention.head_count")),
             "one number for all latent layers");
  }
  r.give("num_attention_heads", heads.empty() ? 1 : heads.front());
  r.take("attention.kv_lora_rank", "kv_lora_rank");
  r.give("qk_rope_head_dim", std::max<std::int64_t>(rope, 0));
  r.give("qk_nope_head_dim", std::max<std::int64_t>(full_key - rope, 0));
  r.require("attention.value_length_mla", "v_head_dim");
}

namespace {

// The row that all heads share is the file's one key-value head.
void check_one_head(GgufRule& r, std::string_view what) {
  for (const std::int64_t heads : r.each("attention.head_count_kv")) {
    if (heads != 1) {
      r.report("attention.head_count_kv", fmt::format("{} key-value heads for {}", heads, what), "1");
      break;
    }
  }
}

LayerPlan latent_plan(GgufRule& r, const std::string& type) {
  latent_shape(r);
  check_one_head(r, "a latent");
  return uniform_plan(r, type);
}

}  // namespace

// deepseek2, mistral4.
void describe_latent(GgufRule& r) {
  if (r.has("attention.key_length_mla") && r.has("attention.value_length_mla")) {
    write_plan(r, latent_plan(r, "full_attention"));
    return;
  }
  describe_expanded(r);
}

// minicpm3, plm, deepseek2-ocr, and files of deepseek2 from before the *_mla keys: their key and value projections
// are not split, so that llama.cpp keeps the keys and values of each head. What the model needs is its latent all
// the same, as its config.json says; key_length is then a head's, and the rotary row as wide as the rotation.
void describe_expanded(GgufRule& r) {
  r.ignore({"attention.key_length_mla", "attention.value_length_mla"});
  const std::int64_t rank = r.number("attention.kv_lora_rank").value_or(0);
  if (rank == 0) {
    write_plan(r, attention_plan(r));
    return;
  }
  const std::int64_t rope = r.need("rope.dimension_count", 0);
  const std::int64_t key = r.need("attention.key_length");
  if (key < rope) {
    r.report("attention.key_length",
             fmt::format("{} {} with a rotation of {}", r.full("attention.key_length"), key, rope),
             "at least as many");
  }
  r.ignore({"attention.head_count_kv"});
  r.assume(fmt::format(
      "a latent of {} and a rotary row of {}, as the model needs; llama.cpp keeps the keys and values of "
      "each head for such a file",
      rank, rope));
  r.require("attention.head_count", "num_attention_heads");
  r.take("attention.kv_lora_rank", "kv_lora_rank");
  r.give("qk_rope_head_dim", rope);
  r.give("qk_nope_head_dim", std::max<std::int64_t>(key - rope, 0));
  if (!r.take("attention.value_length", "v_head_dim")) {
    r.give("v_head_dim", r.need("embedding_length") / std::max<std::int64_t>(r.need("attention.head_count"), 1));
  }
  write_plan(r, uniform_plan(r, "full_attention"));
}

// deepseek32, glm-dsa.
void describe_sparse_latent(GgufRule& r) {
  const LayerPlan plan = latent_plan(r, "deepseek_sparse_attention");
  index_shape(r);
  indexer_types(r);
  write_plan(r, plan);
}

// minimax-m3: index keys of one head in the layers behind the dense ones.
void describe_block_sparse(GgufRule& r) {
  LayerPlan plan = attention_plan(r);
  const auto stated = r.number("leading_dense_block_count");
  if (!stated) {
    r.assume("index keys in every layer: there is no leading_dense_block_count");
  }
  const auto dense = static_cast<std::size_t>(stated.value_or(0));
  for (std::size_t i = dense; i < plan.size(); ++i) {
    plan[i].type = "minimax_m3_sparse";
  }
  if (dense < plan.size()) {
    r.require("attention.indexer.head_count", "sparse_num_index_heads");
    r.require("attention.indexer.key_length", "sparse_index_dim");
    r.require("attention.indexer.block_size", "sparse_block_size");
    r.require("attention.indexer.top_k", "sparse_topk_blocks");
  }
  r.ignore({"attention.indexer.local_blocks"});
  write_plan(r, plan);
}

// deepseek4: ratio 0 a window alone, 4 and 128 pooled entries beside it. Draft blocks count only when they are in
// the file; the list of ratios may be longer than the blocks.
void describe_deepseek4(GgufRule& r) {
  if (!r.has_tensor(fmt::format("blk.{}.nextn.eh_proj.weight", r.trunk()))) {
    r.without_drafts();
  }
  r.require("attention.key_length", "head_dim");
  check_one_head(r, "a shared row");
  r.ignore({"attention.value_length"});
  r.require("attention.head_count", "num_attention_heads");
  r.give("num_key_value_heads", 1);
  r.out().give("shared_key_value", "true", "");
  r.require("attention.sliding_window", "sliding_window");
  const std::vector<std::int64_t> ratios = r.list("attention.compress_ratios");
  LayerPlan plan = uniform_plan(r, "sliding_attention");
  if (ratios.size() < plan.size()) {
    r.report("attention.compress_ratios",
             fmt::format("{} ratios under {} for {} blocks", ratios.size(), r.full("attention.compress_ratios"),
                         plan.size()),
             "one for each");
    return;
  }
  bool indexed = false;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const std::int64_t ratio = ratios[i];
    if (ratio == 0) {
      continue;
    }
    if (ratio != 4 && ratio != 128) {
      r.report("attention.compress_ratios", fmt::format("the ratio {}", ratio), "0, 4 or 128");
      return;
    }
    plan[i].type = ratio == 4 ? "compressed_sparse_attention" : "heavily_compressed_attention";
    indexed = indexed || ratio == 4;
    r.give("compress_rates." + plan[i].type, ratio);
  }
  if (indexed) {
    index_shape(r);
  } else {
    r.ignore({"attention.indexer.head_count", "attention.indexer.key_length", "attention.indexer.top_k"});
  }
  write_plan(r, plan);
}

}  // namespace kvtally
