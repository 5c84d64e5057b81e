#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/sliding.hpp"
#include "verify/proofs/kernel_case.hpp"
#include "verify/proofs/parts.hpp"

// What the kernels owe each other: the same output.

namespace kvtally {

using namespace reference;  // NOLINT: the executor's names

namespace {

constexpr int kKernelCases = 60;

std::mt19937_64 generator() { return std::mt19937_64(20240504); }

// The largest error of many random cases.
void agrees(Checks& checks, std::string_view name, std::string_view expected) {
  auto numbers = generator();
  double largest = 0;
  for (int i = 0; i < kKernelCases; ++i) {
    const KernelCase of = random_case(numbers);
    const Tensor wanted = prefill(kernel(expected), of).attended.output;
    largest = std::max(largest, relative_error(wanted, prefill(kernel(name), of).attended.output));
  }
  checks.within(fmt::format("{} random shapes", kKernelCases), largest, kKernelBound);
}

void streaming_is_eager(Checks& checks, const Subject&) { agrees(checks, "streaming", "eager"); }
void sdpa_is_eager(Checks& checks, const Subject&) { agrees(checks, "sdpa", "eager"); }
void flex_is_eager(Checks& checks, const Subject&) { agrees(checks, "flex", "eager"); }
void every_block_is_full(Checks& checks, const Subject&) { agrees(checks, "block_sparse", "eager"); }

// In prefill and token by token, through pages and through one piece.
void paged_kernel_is_dense(Checks& checks, const Subject&) {
  for (const Kernel& paged : kernels()) {
    if (!paged.name.starts_with("paged|")) {
      continue;
    }
    const Kernel& dense = kernel(paged.name.substr(std::string_view("paged|").size()));
    auto numbers = generator();
    double at_once = 0;
    double in_steps = 0;
    for (int i = 0; i < kKernelCases; ++i) {
      const KernelCase of = random_case(numbers);
      at_once = std::max(
          at_once, largest_difference(prefill(dense, of).attended.output, prefill(paged, of).attended.output));
      in_steps = std::max(in_steps, largest_difference(decode(dense, of), decode(paged, of)));
    }
    checks.within(fmt::format("{} prefill", dense.name), at_once, 0);
    checks.within(fmt::format("{} decode", dense.name), in_steps, 0);
  }
}

// Every row, not just the last.
void kernel_decode_is_prefill(Checks& checks, const Subject&) {
  for (const Kernel& kernel : kernels()) {
    auto numbers = generator();
    double largest = 0;
    for (int i = 0; i < kKernelCases; ++i) {
      const KernelCase of = random_case(numbers);
      largest = std::max(largest, largest_difference(prefill(kernel, of).attended.output, decode(kernel, of)));
    }
    checks.within(kernel.name, largest, 0);
  }
}

// The last output of S tokens, one after the other, through this container.
Tensor last_of(const Kernel& kernel, const KernelCase& of, CacheLayer& layer, Counter& counter) {
  Tensor last;
  for (std::int64_t t = 0; t < of.tokens(); ++t) {
    last = run_tokens(kernel, of, t, t + 1, layer, counter).attended.output;
  }
  return last;
}

// A container that keeps W − 1 tokens beside the new one against one that keeps all; W = S − 1 is another thing.
void window_of_all(Checks& checks, const Subject&) {
  constexpr std::int64_t kTokens = 37;
  for (const Kernel& kernel : kernels()) {
    if (kernel.name.starts_with("paged|")) {
      continue;  // pages drop nothing
    }
    KernelCase of = case_of({.batch = 2, .heads = 6, .key_heads = 2, .tokens = kTokens, .dk = 8, .dv = 5}, 71);
    Counter counter;
    DynamicLayer all(codec("real"), codec("real"), counter);
    const Tensor full = last_of(kernel, of, all, counter);
    for (const std::int64_t window : {kTokens - 1, kTokens, kTokens + 5}) {
      of.mask = all_of(causal(), within(window));
      SlidingLayer kept(window, codec("real"), codec("real"), counter);
      const Tensor windowed = last_of(kernel, of, kept, counter);
      if (window < kTokens) {
        checks.holds(fmt::format("{} S=37 W=36 differs", kernel.name), windowed != full);
      } else {
        checks.near(fmt::format("{} S=37 W={}", kernel.name, window), full, windowed);
      }
    }
  }
}

constexpr std::string_view kRelativeErrorHow =
    "60 random shapes, masks, soft caps, biases and sinks; the largest error, as a part of the largest output";
constexpr std::string_view kErrorHow = "60 random shapes, masks, soft caps, biases and sinks; the largest error";

constexpr std::array kKernelProofs{
    Proof{"kernels.streaming", "kernels", "an online softmax over tiles of keys is the softmax over all scores",
          kRelativeErrorHow, streaming_is_eager},
    Proof{"kernels.sdpa", "kernels", "no mask, a flag or a tensor, as sdpa's rules have it, is the mask",
          kRelativeErrorHow, sdpa_is_eager},
    Proof{"kernels.flex", "kernels",
          "blocks skipped and taken whole, and a sink applied to the finished output, are the masked softmax",
          kRelativeErrorHow, flex_is_eager},
    Proof{"kernels.block_sparse", "kernels",
          "with every block chosen, attention over chosen blocks is full attention", kRelativeErrorHow,
          every_block_is_full},
    Proof{"kernels.paged", "kernels", "keys and values in pages give the bits of keys and values in one piece",
          kErrorHow, paged_kernel_is_dense},
    Proof{"kernels.window", "kernels", "a window that holds all tokens gives the bits of full attention",
          "S = 37 tokens one after the other, a container that keeps W - 1 of them; W = S - 1 gives others",
          window_of_all},
    Proof{"kernels.decode", "kernels",
          "every row of a prefill, computed at once, has the bits of its token's decode, by every kernel",
          kErrorHow, kernel_decode_is_prefill},
};

}  // namespace

std::span<const Proof> kernel_proofs() { return kKernelProofs; }

}  // namespace kvtally
