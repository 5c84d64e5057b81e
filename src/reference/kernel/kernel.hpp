#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/cache/rows.hpp"
#include "reference/kernel/block_choice.hpp"
#include "reference/kernel/mask.hpp"

namespace kvtally::reference {

/// How a query's product with a key becomes a score, and scores become weights.
struct Scoring {
  Real scale = 1;
  std::optional<Real> soft_cap;           // c tanh(s ÷ c), after the scale
  std::function<Real(const Pair&)> bias;  // added after the cap (ALiBi); empty: none
  std::vector<Real> sinks;                // one learned logit a query head, in the denominator alone; empty: none
};

/// What a kernel is asked: queries [batch, query heads, tokens, key dim] at the positions from `first_query` on,
/// against keys and values [batch, key heads, slots, …]. Query head h reads key head ⌊h ÷ (query heads ÷ key
/// heads)⌋.
struct AttentionInput {
  const Tensor& query;
  std::int64_t first_query = 0;
  const Rows& keys;
  const Rows& values;
  const Mask& mask;
  const Scoring& scoring;
  Counter& counter;
  const BlockChoice* choice = nullptr;  // for block_sparse, which cannot do without; other kernels don't look
};

/// [batch, query heads, tokens, value dim]; a query that sees nothing gets zeros, whatever the kernel. The weights
/// [batch, query heads, tokens, slots] of kernels that make them; a row sums to 1 without a sink, to less with
/// one, and is zero where nothing is seen.
struct Attended {
  Tensor output;
  std::optional<Tensor> weights;
};

/// A way to compute attention, with what `kinds --kernels` says of it.
struct Kernel {
  /// What it cannot do without beside rows: the pages that they lie in, or a choice of blocks.
  enum class Reads : std::uint8_t { rows, pages, chosen_blocks };

  std::string_view name;
  int notes_row = 0;        // of the notes' table of five; 0: not in it
  std::string_view needs;   // whether a mask is needed
  std::string_view mask;    // how it is told what may be seen
  bool square = false;      // makes the tensor of all scores, queries × keys
  bool weights = false;     // hands them out
  std::string_view layout;  // of keys and values
  std::string_view note;
  Reads reads = Reads::rows;
  Attended (*run)(const AttentionInput&);
};

/// All kernels, in the order of the list.
std::span<const Kernel> kernels();

/// The kernel of that name; the error says which names there are.
std::expected<const Kernel*, std::string> find_kernel(std::string_view name);

/// A kernel whose name the program itself writes.
const Kernel& kernel(std::string_view name);

// ---- the kernels, each in the file of its name

Attended eager(const AttentionInput& input);
Attended sdpa(const AttentionInput& input);
Attended streaming(const AttentionInput& input);
Attended flex(const AttentionInput& input);
Attended block_sparse(const AttentionInput& input);
Attended paged_eager(const AttentionInput& input);
Attended paged_sdpa(const AttentionInput& input);
Attended paged_streaming(const AttentionInput& input);

// ---- what they have in common

/// Query heads that share a key head.
std::int64_t group_of(const AttentionInput& input);

/// The key head of a query head.
std::int64_t key_head(const AttentionInput& input, std::int64_t head);

/// Whether the query may see the key; never the key of an empty slot, at −1.
bool visible(const AttentionInput& input, const Pair& pair);

/// The score of a query's product with a key: scaled, capped, biased.
Real score_of(const Scoring& scoring, const Pair& pair, Real product);

}  // namespace kvtally::reference
