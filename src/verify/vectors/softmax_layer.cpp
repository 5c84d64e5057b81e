#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"

// A whole softmax attention layer: all tokens at once, then the first of them at once and the others one by one
// with a memory, and what the memory holds at the end.

namespace kvtally {

namespace {

using reference::Tensor;

struct RecordedSoftmax {
  std::int64_t first = 0;
  VectorContainer memory;
  std::int64_t kept = 0;  // tokens that the memory holds at the end
  RecordedWhole whole;
  Tensor part, steps, keys, values;
  std::int64_t length = 0;
  double difference = 0;
};

// The window of the memory that the source ran with; nothing where it keeps all tokens.
std::optional<std::int64_t> window_of(const Item& given) {
  const Item name = given["cache_layer_class"];
  const std::string text = name.text();
  if (text == "DynamicLayer") {
    return std::nullopt;
  }
  std::optional<std::int64_t> window;
  for (const char* limit : {"window", "chunk"}) {
    if (given[limit]) {
      window = std::min(window.value_or(given[limit].size()), given[limit].size());
    }
  }
  if (text != "DynamicSlidingWindowLayer" || !window) {
    name.refuse(fmt::format("the memory '{}' isn't known here", text),
                "DynamicLayer, or DynamicSlidingWindowLayer with a window or chunk");
  }
  return window;
}

RecordedSoftmax recorded_softmax(VectorFile& file, const LayerSizes& sizes) {
  const Item given = file["parameters"];
  const Item outputs = file["outputs"];
  RecordedSoftmax out;
  out.first = given["prefill_len"].size();
  const std::optional<std::int64_t> window = window_of(given);
  out.memory = window ? last_tokens(*window) : all_tokens();
  // The source's slice of the last W − 1 tokens is all of them at W = 1.
  out.kept = window && *window > 1 ? std::min(sizes.tokens, *window - 1) : sizes.tokens;
  if (out.first > sizes.tokens) {
    given["prefill_len"].refuse(fmt::format("{} tokens of {} can't come first", out.first, sizes.tokens));
    return out;
  }
  const auto rows = [&](std::int64_t tokens) { return reference::Shape{sizes.batch, tokens, sizes.hidden}; };
  const auto kept = [&](std::int64_t dim) {
    return reference::Shape{sizes.batch, sizes.key_heads, out.kept, dim};
  };
  out.whole = recorded_whole(file, sizes);
  out.part = outputs["prefill_first_P"].tensor(rows(out.first));
  out.steps = outputs["decode_steps"].tensor(rows(sizes.tokens - out.first));
  out.keys = outputs["final_cache_keys"].tensor(kept(sizes.dim));
  out.values = outputs["final_cache_values"].tensor(kept(sizes.value_dim));
  out.length = outputs["final_cache_cumulative_length"].integer();
  out.difference = outputs["max_abs_diff_cached_vs_full"].number();
  return out;
}

void compare_cached(Checks& checks, const RecordedSoftmax& recorded, const reference::SoftmaxLayer& layer,
                    const reference::Kernel& kernel) {
  const auto name = [&](const char* what) { return fmt::format("{} ({})", what, kernel.name); };
  const CachedRun run = cached_run(layer, recorded.whole.x, recorded.first, kernel, recorded.memory);
  checks.near(name("prefill_first_P"), recorded.part, run.first, kVectorBound);
  checks.near(name("decode_steps"), recorded.steps, run.steps, kVectorBound);
  checks.near(name("final_cache_keys"), recorded.keys, run.held.keys.numbers(), kVectorBound);
  checks.near(name("final_cache_values"), recorded.values, run.held.values.numbers(), kVectorBound);
  checks.equal(name("final_cache_cumulative_length"), recorded.length, run.length, "tokens");
  const Tensor whole = whole_run(layer, recorded.whole.x, kernel).output;
  checks.within(name("max_abs_diff_cached_vs_full"),
                std::abs(largest_difference(whole, joined(run.first, run.steps, 1)) - recorded.difference),
                kVectorBound);
}

}  // namespace

void run_softmax_layer(VectorFile& file, Checks& checks) {
  const LayerSizes sizes = layer_sizes(file);
  const reference::SoftmaxLayer layer = softmax_layer_of(file, sizes, checks);
  const RecordedSoftmax recorded = recorded_softmax(file, sizes);
  if (file.failed()) {
    return;
  }
  compare_whole(checks, layer, recorded.whole);
  compare_decode(checks, layer, recorded.whole.x, recorded.first, recorded.memory);
  for (const reference::Kernel* kernel : plain_kernels()) {
    compare_cached(checks, recorded, layer, *kernel);
  }
}

}  // namespace kvtally
