#include "reference/kernel/kernel.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace kvtally::reference {

namespace {

constexpr std::string_view kTensor = "a tensor of zeros and −∞, [batch, 1, queries, keys]";
constexpr std::string_view kIfItMust =
    "nothing for one query that sees all, a flag for a causal square, else a tensor";
constexpr std::string_view kLengths = "cumulative lengths of the sequences, in place of padding";

constexpr std::array kKernels{
    Kernel{.name = "eager",
           .notes_row = 1,
           .needs = "always",
           .mask = kTensor,
           .square = true,
           .weights = true,
           .layout = "dense",
           .note = "all scores, a softmax a row, the weighted sum; masked pairs are loaded and multiplied too",
           .run = eager},
    Kernel{.name = "sdpa",
           .notes_row = 2,
           .needs = "if it must",
           .mask = kIfItMust,
           .square = false,
           .weights = false,
           .layout = "dense, contiguous",
           .note =
               "the tensor of a mask, where one is needed, is an intermediate of queries × keys; torch's has no "
               "soft cap and no sink",
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
           .mask = kTensor,
           .square = true,
           .weights = true,
           .layout = "a page table of blocks",
           .note = "eager through a page table",
           .run = paged_eager},
    Kernel{.name = "paged|sdpa",
           .notes_row = 5,
           .needs = "if it must",
           .mask = kIfItMust,
           .square = false,
           .weights = false,
           .layout = "a page table of blocks",
           .note = "sdpa through a page table",
           .run = paged_sdpa},
    Kernel{.name = "paged|streaming",
           .notes_row = 5,
           .needs = "never",
           .mask = kLengths,
           .square = false,
           .weights = false,
           .layout = "a page table of blocks",
           .note = "streaming through a page table",
           .run = paged_streaming},
    Kernel{.name = "block_sparse",
           .notes_row = 0,
           .needs = "never",
           .mask = "the blocks of keys that an indexer chose, for each query and key head",
           .square = false,
           .weights = false,
           .layout = "dense",
           .note = "what NSA, MSA and QSA read with: blocks that were not chosen are never loaded",
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
