#include "verify/vectors/native_vector.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "reference/storage/codec.hpp"
#include "verify/vectors/layer_vector.hpp"

namespace kvtally {

using reference::NativeTokens;
using reference::Real;
using reference::Tensor;

namespace {

NativeTokens::Branch part_of(const NativeTokens::Branch& all, std::int64_t from, std::int64_t to) {
  return {slice(all.keys, 2, from, to), slice(all.values, 2, from, to)};
}

NativeTokens part_of(const NativeTokens& all, std::int64_t from, std::int64_t to) {
  return {slice(all.query, 2, from, to), part_of(all.compressed, from, to), part_of(all.selected, from, to),
          part_of(all.window, from, to), slice(all.gates, 2, from, to)};
}

}  // namespace

NativeSizes native_sizes(VectorFile& file) {
  const Item given = file["parameters"];
  NativeSizes s{given["B"].size(),
                given["T"].size(),
                given["HQ"].size(),
                given["H"].size(),
                given["K"].size(),
                given["V"].size(),
                static_cast<Real>(given["scale"].number())};
  if (s.heads % s.key_heads != 0) {
    given["H"].refuse(fmt::format("{} query heads can't share {} key heads evenly", s.heads, s.key_heads));
  }
  const auto numbers = [](auto... size) { return (static_cast<double>(size) * ...); };
  return can_be(given, numbers(s.batch, s.heads, s.tokens, s.tokens + s.key_dim + s.value_dim)) ? s
                                                                                                : NativeSizes{};
}

std::int64_t block_count_of(const Item& given) {
  const std::int64_t count = given["block_counts"].size();
  if (count < 3) {
    given["block_counts"].refuse("the first and the two newest blocks are always read", "at least 3");
  }
  return std::max<std::int64_t>(count, 3);
}

bool can_be_pooled(const Item& where, std::int64_t span, const NativeSizes& s) {
  const auto width = static_cast<double>(std::max(s.key_dim, s.value_dim));
  return can_be(where, width * std::max(static_cast<double>(span), width));
}

NativeRun native_run(reference::PoolStretch stretch, std::int64_t window, const NativeTokens& tokens,
                     const reference::NativePlan& plan, Real scale) {
  const auto real = reference::codec("real");
  const reference::NativeBranches::Codecs pair{real, real};
  const reference::Scoring scoring{.scale = scale, .soft_cap = {}, .bias = {}, .sinks = {}};
  NativeRun out;
  out.counter = std::make_unique<reference::Counter>();
  const auto fresh = [&] {
    return std::make_unique<reference::NativeBranches>(
        stretch, window, reference::NativeBranches::Formats{pair, pair, pair, pair}, *out.counter);
  };
  out.memory = fresh();
  out.whole = native_sparse(*out.memory, tokens, plan, scoring, *out.counter);
  const auto steps = fresh();
  out.steps = slice(out.whole.output, 2, 0, 0);
  for (std::int64_t t = 0; t < tokens.query.size(2); ++t) {
    const NativeTokens one = part_of(tokens, t, t + 1);
    out.steps = joined(out.steps, native_sparse(*steps, one, plan, scoring, *out.counter).output, 2);
  }
  return out;
}

Tensor finite_margins(Tensor scores, std::int64_t group) {
  for (Real& score : scores.values()) {
    score = std::isinf(score) ? (score > 0 ? Real{1} : score) : score / static_cast<Real>(group);
  }
  return scores;
}

}  // namespace kvtally
