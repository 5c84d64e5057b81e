#include "reference/kind/native_sparse.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "reference/kind/grouped_query.hpp"
#include "reference/storage/codec.hpp"
#include "verify/memory.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/random/tensor.hpp"

// Native sparse attention: its parts are what the paper says.

namespace kvtally {

namespace {

using reference::Counter;
using reference::NativeBranches;
using reference::NativePlan;
using reference::NativeTokens;
using reference::PoolStretch;
using reference::Tensor;

constexpr PoolStretch kNativeStretch{4, 2};
constexpr std::int64_t kNativeTokens = 45;
constexpr std::int64_t kNativeWindow = 5;

NativeBranches memory_of(PoolStretch stretch, Counter& counter) {
  const auto real = reference::codec("real");
  const NativeBranches::Codecs pair{real, real};
  return {stretch, kNativeWindow, {pair, pair, pair, pair}, counter};
}

// 4 query heads on 2 key heads of 6 numbers, values of 3; each gate the same everywhere.
NativeTokens tokens_of(const std::array<double, 3>& gates) {
  std::mt19937_64 generator(20240711);
  const auto branch = [&] {
    Tensor keys = random_tensor({1, 2, kNativeTokens, 6}, generator);
    return NativeTokens::Branch{std::move(keys), random_tensor({1, 2, kNativeTokens, 3}, generator)};
  };
  Tensor query = random_tensor({1, 4, kNativeTokens, 6}, generator);
  NativeTokens::Branch compressed = branch();
  NativeTokens::Branch selected = branch();
  NativeTokens::Branch window = branch();
  Tensor gate({1, 4, kNativeTokens, 3});
  for (std::size_t i = 0; i < gate.values().size(); ++i) {
    gate.values()[i] = static_cast<reference::Real>(gates[i % 3]);
  }
  return {std::move(query), std::move(compressed), std::move(selected), std::move(window), std::move(gate)};
}

NativePlan plan_of(std::int64_t blocks) {
  return {reference::mean_pool(kNativeStretch.span, 6), reference::mean_pool(kNativeStretch.span, 3), blocks, 4};
}

reference::NativeAttended run_native_sparse(const NativeTokens& tokens, std::int64_t blocks) {
  Counter counter;
  NativeBranches memory = memory_of(kNativeStretch, counter);
  return native_sparse(memory, tokens, plan_of(blocks), {}, counter);
}

void selected_branch_is_full_attention(Checks& checks, const Subject&) {
  const NativeTokens tokens = tokens_of({0, 1, 0});
  Counter counter;
  reference::Cache cache;
  cache.add(
      std::make_unique<reference::DynamicLayer>(reference::codec("real"), reference::codec("real"), counter));
  const Tensor full = reference::grouped_query({cache, 0, reference::kernel("streaming"), counter},
                                               {tokens.query, tokens.selected.keys, tokens.selected.values}, {})
                          .output;
  for (const std::int64_t blocks : {12, 100}) {  // ⌈45 ÷ 4⌉ = 12
    checks.near(fmt::format("{} blocks of 4 of {} tokens", blocks, kNativeTokens), full,
                run_native_sparse(tokens, blocks).output, kProofBound);
  }
  checks.holds("5 blocks differ", largest_difference(full, run_native_sparse(tokens, 5).output) > kProofBound);
}

void forced_blocks(Checks& checks, const Subject&) {
  for (const std::int64_t blocks : {3, 5}) {
    const reference::BlockChoice choice = run_native_sparse(tokens_of({1, 1, 1}), blocks).chosen.blocks;
    bool forced = true;
    bool as_many = true;
    for (std::int64_t head = 0; head < 2; ++head) {
      for (std::int64_t t = 0; t < kNativeTokens; ++t) {
        const std::vector<std::int64_t> read = choice.of(0, head, t);
        const std::int64_t own = t / 4;
        for (const std::int64_t block : {std::int64_t{0}, std::max<std::int64_t>(own - 1, 0), own}) {
          forced = forced && std::ranges::binary_search(read, block);
        }
        as_many =
            as_many && static_cast<std::int64_t>(read.size()) == std::min(own + 1, blocks) && read.back() == own;
      }
    }
    checks.holds(fmt::format("of {} blocks the first and the two newest", blocks), forced);
    checks.holds(fmt::format("of {} blocks none behind the query's own, and as many as there are", blocks),
                 as_many);
  }
}

void entries_by_count(Checks& checks, const Subject&) {
  for (const PoolStretch stretch : {PoolStretch{1, 1}, PoolStretch{4, 4}, PoolStretch{4, 2}, PoolStretch{6, 2}}) {
    Counter counter;
    NativeBranches memory = memory_of(stretch, counter);
    const NativePlan plan{reference::mean_pool(stretch.span, 6), reference::mean_pool(stretch.span, 3), 3, 4};
    const NativeTokens tokens = tokens_of({1, 1, 1});
    const auto [l, d] = stretch;
    for (std::int64_t s = 1; s <= 15; ++s) {
      memory.compressed().append(
          {slice(tokens.compressed.keys, 2, s - 1, s), slice(tokens.compressed.values, 2, s - 1, s)},
          [&](const std::vector<Tensor>& raw, std::int64_t) {
            return std::vector{learned_pool(raw[0], plan.keys, counter),
                               learned_pool(raw[1], plan.values, counter)};
          });
      const auto name = [&](const char* what) { return fmt::format("l={} d={} S={} {}", l, d, s, what); };
      checks.equal(name("entries"), s < l ? 0 : (s - l) / d + 1, memory.compressed().entries(), "entries");
      checks.equal(name("waiting"), s % d + std::min(s / d, l / d - 1) * d, memory.compressed().waiting(0).size(2),
                   "tokens");
    }
  }
}

void native_decode_is_prefill(Checks& checks, const Subject&) {
  const NativeTokens all = tokens_of({0.5, 0.25, 0.75});
  const auto part = [](const NativeTokens::Branch& branch, std::int64_t t) {
    return NativeTokens::Branch{slice(branch.keys, 2, t, t + 1), slice(branch.values, 2, t, t + 1)};
  };
  Counter counter;
  NativeBranches memory = memory_of(kNativeStretch, counter);
  Tensor steps({1, 4, 0, 3});
  for (std::int64_t t = 0; t < kNativeTokens; ++t) {
    const NativeTokens token{slice(all.query, 2, t, t + 1), part(all.compressed, t), part(all.selected, t),
                             part(all.window, t), slice(all.gates, 2, t, t + 1)};
    steps = joined(steps, native_sparse(memory, token, plan_of(4), {}, counter).output, 2);
  }
  checks.near("45 tokens", run_native_sparse(all, 4).output, steps);
}

constexpr std::array kNativeSparseProofs{
    memory_proof("nsa.memory"),
    Proof{"nsa.all", "nsa",
          "the selected branch alone, with all blocks, is full attention over its keys and values",
          "45 tokens in blocks of 4, gates (0, 1, 0)", selected_branch_is_full_attention},
    Proof{"nsa.forced", "nsa", "each query reads the first block and the two newest, whatever their scores",
          "every token of 45, 3 and 5 blocks", forced_blocks},
    Proof{"nsa.entries", "nsa",
          "the compressed branch keeps max(0, floor((S-l)/d)+1) entries, and the raw rows of S mod d + "
          "min(floor(S/d), "
          "l/d-1) d tokens",
          "counted after each of 15 tokens, for four l and d", entries_by_count},
    Proof{"nsa.decode", "nsa", "a prefill's rows are those of token-by-token decode, bit for bit",
          "45 tokens at once and one by one", native_decode_is_prefill},
};

}  // namespace

std::span<const Proof> native_sparse_proofs() { return kNativeSparseProofs; }

}  // namespace kvtally
