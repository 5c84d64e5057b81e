#pragma once

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "account/terms.hpp"
#include "model/adapt.hpp"
#include "model/presets.hpp"

/// The formulas of `kvtally kinds` as a reader would work them out.
namespace kvtally::test {

using Symbols = std::map<std::string, std::int64_t, std::less<>>;

/// Sums of products, a product being written by a space; min(a, b), floor(a / b), brackets, names and numbers.
class FormulaReader {
 public:
  FormulaReader(std::string_view text, const Symbols& symbols) : text_(text), symbols_(symbols) {}

  std::int64_t sum() {
    std::int64_t value = product();
    while (true) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }

 private:
  std::int64_t product() {
    std::int64_t value = factor();
    while (peek() == '(' || std::isalnum(static_cast<unsigned char>(peek())) != 0) {
      value *= factor();
    }
    return value;
  }

  std::int64_t factor() {
    if (take('(')) {
      const std::int64_t value = sum();
      take(')');
      return value;
    }
    const std::string name = word();
    if (name == "min" || name == "floor") {
      take('(');
      const std::int64_t left = sum();
      take(name == "min" ? ',' : '/');
      const std::int64_t right = sum();
      take(')');
      return name == "min" ? std::min(left, right) : left / right;
    }
    return std::isdigit(static_cast<unsigned char>(name.at(0))) != 0 ? std::stoll(name) : symbols_.at(name);
  }

  std::string word() {
    std::string out;
    peek();
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      out += text_[at_++];
    }
    return out;
  }

  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
    }
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (peek() != c) {
      return false;
    }
    ++at_;
    return true;
  }

  std::string_view text_;
  const Symbols& symbols_;
  std::size_t at_ = 0;
};

inline std::int64_t evaluate(std::string_view formula, const Symbols& symbols) {
  return FormulaReader(formula, symbols).sum();
}

/// What a model of that layer alone keeps with everything in bf16, but for what waits.
inline std::int64_t kept_without_open(const Layer& layer, std::int64_t seen) {
  Model model;
  append_layer(model, model.order, layer, 1);
  Adaptation all_bf16;
  all_bf16.recurrent = bf16();
  const Tally kept = tally(terms_of(*adapt(model, all_bf16)), Tokens{seen});
  return static_cast<std::int64_t>((kept.total() - kept[Part::open]).value);
}

struct FormulaExample {
  Layer layer;
  Symbols symbols;
  std::int64_t seen;
};

/// One layer of each kind, its sizes under the names that the formulas use.
inline std::vector<FormulaExample> formula_examples() {
  const Memory grouped = key_value_memory({8, 2, 24, 24});
  const Memory latent = latent_memory({8, 40, 10, 16, 24});
  const StateHeads heads{3, 6, 7, 5, 0};
  const StateHeads tail{3, 6, 7, 5, 4};
  const State mamba = mamba_state(60, 9, 4);
  const Symbols common{{"b", 2},  {"S", 1001}, {"d", 24},  {"H_q", 8}, {"H_kv", 2}, {"c", 40},
                       {"r", 10}, {"i", 12},   {"E", 77},  {"W", 100}, {"F", 4},    {"C", 64},
                       {"H", 6},  {"H_k", 3},  {"d_k", 7}, {"d_v", 5}, {"k", 4},    {"D", 11}};
  std::vector<FormulaExample> out;
  const auto add = [&](Layer layer, Symbols own = {}) {
    own.insert(common.begin(), common.end());
    out.push_back({std::move(layer), std::move(own), 1001});
  };
  add(full_attention(key_value_memory({8, 8, 24, 24})));
  add(full_attention(grouped));
  add(full_attention(key_value_memory({8, 1, 24, 24})));
  add(full_attention(latent));
  add(sliding_attention(grouped, 100));
  add(sliding_attention(grouped, 100, 4));
  add(chunked_attention(grouped, 64));
  add(deepseek_sparse_attention(latent, {{4, 12}, 32, 4}), {{"p", 4}});
  add(qwen_sparse_attention(grouped, {{4, 12}, 64, 8}), {{"p", 8}});
  add(minimax_sparse_attention(grouped, {{4, 12}, 4, 16}));
  add(native_sparse_attention(grouped, {32, 16, 64, 4, 100}), {{"l", 32}, {"s", 16}});
  add(compressed_sparse_attention({8, 24}, {100, 4, {4, 12}, 32}), {{"m", 4}});
  add(heavily_compressed_attention({8, 24}, 100, 128), {{"m", 128}});
  add(cross_attention(grouped, 77));
  add(state_layer(linear_state(heads)));
  add(state_layer(retention_state(heads)));
  add(state_layer(lightning_state(heads)));
  add(state_layer(gated_linear_state(heads)));
  add(state_layer(delta_state(tail)));
  add(state_layer(gated_delta_state(tail)));
  add(state_layer(kimi_delta_state(tail)));
  add(state_layer(mamba), {{"e", 60}, {"n", 9}});
  add(state_layer(mamba2_state({6, 10, 9, 2, 4})), {{"P", 10}, {"n", 9}, {"G", 2}});
  add(state_layer(rwkv7_state(heads, 11)));
  add(state_layer(rwkv6_state(heads, 11)));
  add(state_layer(rwkv4_state(60, 11)), {{"e", 60}});
  add(state_layer(gated_recurrence_state(60, 4)), {{"e", 60}});
  add(state_layer(gated_slots_state(heads, 13)), {{"M", 13}});
  add(state_layer(matrix_lstm_state(heads)));
  add(state_layer(short_convolution_state(11, 4)));
  const std::int64_t state = 60 * 9 * 2 + 3 * 60 * 2;
  add(hybrid_layer(mamba, grouped), {{"state", state}});
  add(hybrid_layer(mamba, grouped, 100), {{"state", state}});
  add(feed_forward_layer("moe"));
  add(feed_forward_layer("mlp"));
  return out;
}

}  // namespace kvtally::test
