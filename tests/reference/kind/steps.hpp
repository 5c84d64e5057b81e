#pragma once

#include <functional>
#include <numeric>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/sink_window.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/static.hpp"
#include "reference/cache/static_sliding.hpp"
#include "reference/kind/attend.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

/// Runs a kind over a text in steps, in any container.
namespace kvtally::test {

using reference::Attended;
using reference::Cache;
using reference::CacheLayer;
using reference::Counter;
using reference::Means;
using reference::NewTokens;
using reference::Tensor;

using Kind = std::function<Attended(const Means&, const NewTokens&)>;
using Steps = std::vector<std::int64_t>;

inline constexpr std::int64_t kQueryHeads = 4;
inline constexpr std::int64_t kKeyHeads = 2;
inline constexpr std::int64_t kKeyDim = 4;
inline constexpr std::int64_t kValueDim = 3;
/// Bytes of one token's entry, one request.
inline constexpr std::int64_t kEntryBytes =
    kKeyHeads * (kKeyDim + kValueDim) * std::int64_t{sizeof(reference::Real)};

/// A text of so many tokens, always the same.
inline NewTokens text_of(std::int64_t tokens, std::int64_t batch = 1) {
  return {random_tensor({batch, kQueryHeads, tokens, kKeyDim}, 1),
          random_tensor({batch, kKeyHeads, tokens, kKeyDim}, 2),
          random_tensor({batch, kKeyHeads, tokens, kValueDim}, 3)};
}

inline NewTokens part_of(const NewTokens& text, std::int64_t from, std::int64_t to) {
  return {slice(text.query, 2, from, to), slice(text.keys, 2, from, to), slice(text.values, 2, from, to)};
}

inline Cache holding(std::unique_ptr<CacheLayer> layer) {
  Cache cache;
  cache.add(std::move(layer));
  return cache;
}

/// The outputs of all tokens [batch, query heads, tokens, value dim], by steps of the given sizes.
inline Tensor run_in(Cache& cache, const Kind& kind, const NewTokens& text, const Steps& steps, Counter& counter) {
  Tensor out({text.query.size(0), kQueryHeads, 0, kValueDim});
  std::int64_t at = 0;
  for (const std::int64_t step : steps) {
    const Attended made = kind({cache, 0, reference::kernel("eager"), counter}, part_of(text, at, at + step));
    out = joined(out, made.output, 2);
    at += step;
  }
  return out;
}

inline Steps one_by_one(std::int64_t tokens) { return Steps(static_cast<std::size_t>(tokens), 1); }

/// The same of a container that is asked for by name, for captures.
struct Holder {
  std::string_view name;
  std::function<std::unique_ptr<CacheLayer>(Counter&)> make;
};

/// The containers that hold at least the last `window` of `tokens` tokens.
inline std::vector<Holder> holders(std::int64_t tokens, std::int64_t window) {
  const auto real = [] { return reference::codec("real"); };
  return {
      {"dynamic", [=](Counter& c) { return std::make_unique<reference::DynamicLayer>(real(), real(), c); }},
      {"static", [=](Counter& c) { return std::make_unique<reference::StaticLayer>(tokens, real(), real(), c); }},
      {"sliding",
       [=](Counter& c) { return std::make_unique<reference::SlidingLayer>(window, real(), real(), c); }},
      {"static sliding",
       [=](Counter& c) {
         return std::make_unique<reference::StaticSlidingLayer>(window, tokens, real(), real(), c);
       }},
      {"first tokens and a window",
       [=](Counter& c) { return std::make_unique<reference::SinkWindowLayer>(3, window, real(), real(), c); }},
  };
}

}  // namespace kvtally::test
