#include "verify/vectors/layer_vector.hpp"

#include <algorithm>
#include <fmt/format.h>

// The sizes, masks and scores that all softmax vectors describe alike.

namespace kvtally {

using reference::Linear;
using reference::Real;

namespace {

// Of the largest tensor: input, scores, or a fused projection.
double layer_tensor_numbers(const LayerSizes& sizes) {
  const auto product = [](auto... size) { return (static_cast<double>(size) * ...); };
  return std::max({product(sizes.batch, sizes.tokens, sizes.hidden),
                   product(sizes.batch, sizes.heads, sizes.tokens, sizes.tokens + sizes.dim + sizes.value_dim),
                   product(3, sizes.heads, sizes.dim + sizes.value_dim, sizes.hidden)});
}

}  // namespace

bool can_be(const Item& where, double numbers) {
  constexpr double kMost = 1 << 24;
  if (numbers > kMost) {
    where.refuse(fmt::format("a tensor of {:.0f} numbers can't be meant", numbers));
  }
  return numbers <= kMost;
}

LayerSizes layer_sizes(VectorFile& file) {
  const Item given = file["parameters"];
  const Item input = file["inputs"]["hidden_states"];
  LayerSizes sizes;
  sizes.batch = given["B"].size();
  sizes.tokens = given["S"].size();
  sizes.hidden = given["hidden"] ? given["hidden"].size() : input.any_tensor(3).size(2);
  sizes.heads = given["num_heads"].size();
  sizes.key_heads = given["num_kv_heads"] ? given["num_kv_heads"].size() : sizes.heads;
  sizes.dim = given["head_dim"].size();
  sizes.value_dim = given["v_head_dim"] ? given["v_head_dim"].size() : sizes.dim;
  if (sizes.heads % sizes.key_heads != 0) {
    given["num_kv_heads"].refuse(
        fmt::format("{} query heads can't share {} key heads evenly", sizes.heads, sizes.key_heads));
  }
  return can_be(given, layer_tensor_numbers(sizes)) ? sizes : LayerSizes{};
}

Linear linear_of(const Item& weights, const std::string& name, std::int64_t out, std::int64_t in) {
  const Item bias = weights[name + ".bias"];
  return {weights[name + ".weight"].tensor({out, in}), bias ? bias.tensor({out}) : reference::Tensor()};
}

reference::Mask mask_of(const Item& given) {
  const bool causal = !given["causal"] || given["causal"].flag();
  reference::Mask mask = causal ? reference::causal() : reference::everything();
  for (const char* name : {"window", "chunk"}) {
    if (!given[name]) {
      continue;
    }
    if (!causal) {
      given[name].refuse(fmt::format("a {} without a causal mask isn't known", name));
    }
    const std::int64_t size = given[name].size();
    mask = all_of(std::move(mask),
                  name == std::string_view("window") ? reference::within(size) : reference::same_chunk(size));
  }
  return mask;
}

reference::Scoring scoring_of(VectorFile& file, std::int64_t heads) {
  const Item given = file["parameters"];
  reference::Scoring scoring{
      .scale = static_cast<Real>(given["scale"].number()), .soft_cap = {}, .bias = {}, .sinks = {}};
  if (given["softcap"]) {
    scoring.soft_cap = static_cast<Real>(given["softcap"].number());
  }
  if (given["sink"] && given["sink"].flag()) {
    const reference::Tensor sinks = file["weights"]["sinks"].tensor({heads});
    scoring.sinks.assign(sinks.values().begin(), sinks.values().end());
  }
  return scoring;
}

}  // namespace kvtally
