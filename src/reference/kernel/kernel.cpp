#include "reference/kernel/kernel.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace kvtally::reference {

namespace {

constexpr std::string_view kPages = "page table";
constexpr std::string_view kThroughPages =
    "the kernel behind the bar, its keys and values looked up in a page table; pages touched are counted";
constexpr std::string_view kLengths = "cumulative lengths of sequences, in place of padding";

constexpr std::array kKernels{
    Kernel{.name = "eager",
           .notes_row = 1,
           .needs = "always",
           .mask = "a tensor of 0 and -inf, [batch, 1, queries, keys]",
           .square = true,
           .weights = true,
           .layout = "dense",
           .note = "all scores, a softmax a row, the weighted sum; masked pairs are loaded and multiplied too",
           .run = eager},
    Kernel{.name = "sdpa",
           .notes_row = 2,
           .needs = "sometimes",
           .mask = "nothing for one query that sees all, the causal flag for a square, else a tensor",
           .square = false,
           .weights = false,
           .layout = "contiguous",
           .note = "a mask's tensor, where one is made, has queries x keys numbers; torch's kernels know no soft "
                   "cap and no sink",
           .run = sdpa},
    Kernel{.name = "streaming",
           .notes_row = 3,
           .needs = "never",
           .mask = kLengths,
           .square = false,
           .weights = false,
           .layout = "dense or packed",
           .note = "FlashAttention 2, 3 and 4: a running maximum over tiles of keys; one tile of scores at a time",
           .run = streaming},
    Kernel{.name = "flex",
           .notes_row = 4,
           .needs = "never",
           .mask = "a function of batch, head, query and key, and the blocks that follow from it",
           .square = false,
           .weights = false,
           .layout = "dense",
           .note =
               "blocks that nobody sees are skipped, in those seen whole the function is not asked; sinks come "
               "after the kernel, from its log-sum-exp",
           .run = flex},
    Kernel{.name = "paged|eager",
           .notes_row = 5,
           .needs = "always",
           .mask = "a tensor of 0 and -inf, [queries, keys]",
           .square = true,
           .weights = true,
           .layout = kPages,
           .note = kThroughPages,
           .reads = Kernel::Reads::pages,
           .run = paged_eager},
    Kernel{.name = "paged|sdpa",
           .notes_row = 5,
           .needs = "always",
           .mask = "a tensor: with several requests behind each other the flag never holds",
           .square = false,
           .weights = false,
           .layout = kPages,
           .note = kThroughPages,
           .reads = Kernel::Reads::pages,
           .run = paged_sdpa},
    Kernel{.name = "paged|streaming",
           .notes_row = 5,
           .needs = "never",
           .mask = kLengths,
           .square = false,
           .weights = false,
           .layout = kPages,
           .note = kThroughPages,
           .reads = Kernel::Reads::pages,
           .run = paged_streaming},
    Kernel{.name = "block_sparse",
           .notes_row = 0,
           .needs = "never",
           .mask = "the blocks of keys that an indexer chose, for each query and key head",
           .square = false,
           .weights = false,
           .layout = "dense",
           .note = "NSA, MSA and QSA read with it; what was not chosen is never loaded",
           .reads = Kernel::Reads::chosen_blocks,
           .run = block_sparse},
};

}  // namespace

std::span<const Kernel> kernels() { return kKernels; }

std::expected<const Kernel*, std::string> find_kernel(std::string_view name) {
  std::string names;
  for (const Kernel& kernel : kKernels) {
    if (kernel.name == name) {
      return &kernel;
    }
    names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.name);
  }
  return std::unexpected(fmt::format("there is no kernel '{}'; there are {}", name, names));
}

const Kernel& kernel(std::string_view name) {
  const auto found = find_kernel(name);
  assert(found);
  return **found;
}

std::int64_t group_of(const AttentionInput& input) { return input.query.size(1) / input.keys.heads(); }

std::int64_t key_head(const AttentionInput& input, std::int64_t head) { return head / group_of(input); }

bool visible(const AttentionInput& input, const Pair& pair) { return pair.key >= 0 && input.mask(pair); }

Real score_of(const Scoring& scoring, const Pair& pair, Real product) {
  Real score = product * scoring.scale;
  if (scoring.soft_cap) {
    score = *scoring.soft_cap * std::tanh(score / *scoring.soft_cap);
  }
  return scoring.bias ? score + scoring.bias(pair) : score;
}

}  // namespace kvtally::reference
