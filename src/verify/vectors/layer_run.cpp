#include "verify/vectors/layer_run.hpp"

#include <fmt/format.h>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/storage/codec.hpp"
#include "verify/vectors/bound.hpp"

namespace kvtally {

using reference::Tensor;

VectorContainer all_tokens() {
  return {[](reference::Counter& counter) {
            return std::make_unique<reference::DynamicLayer>(reference::codec("real"), reference::codec("real"),
                                                             counter);
          },
          [](const reference::CacheLayer& layer) { return layer.current(); }};
}

VectorContainer last_tokens(std::int64_t window) {
  return {[window](reference::Counter& counter) {
            return std::make_unique<reference::SlidingLayer>(window, reference::codec("real"),
                                                             reference::codec("real"), counter);
          },
          [](const reference::CacheLayer& layer) {
            return dynamic_cast<const reference::SlidingLayer&>(layer).kept();
          }};
}

std::vector<const reference::Kernel*> plain_kernels() {
  std::vector<const reference::Kernel*> out;
  for (const reference::Kernel& kernel : reference::kernels()) {
    if (kernel.layout.starts_with("dense") && kernel.name != "block_sparse") {
      out.push_back(&kernel);
    }
  }
  return out;
}

reference::Attended whole_run(const reference::SoftmaxLayer& layer, const Tensor& x,
                              const reference::Kernel& kernel) {
  reference::Counter counter;
  reference::Cache cache;
  cache.add(all_tokens().make(counter));
  return softmax_layer({cache, 0, kernel, counter}, layer, x);
}

CachedRun cached_run(const reference::SoftmaxLayer& layer, const Tensor& x, std::int64_t first,
                     const reference::Kernel& kernel, const VectorContainer& container) {
  reference::Counter counter;
  reference::Cache cache;
  cache.add(container.make(counter));
  const auto run = [&](std::int64_t from, std::int64_t to) {
    return softmax_layer({cache, 0, kernel, counter}, layer, slice(x, 1, from, to)).output;
  };
  CachedRun out{.first = run(0, first), .steps = {}, .held = {}};
  out.steps = Tensor({x.size(0), 0, layer.output.weight.size(0)});
  for (std::int64_t t = first; t < x.size(1); ++t) {
    out.steps = joined(out.steps, run(t, t + 1), 1);
  }
  out.held = container.held(cache.layer(0));
  out.length = cache.layer(0).length();
  return out;
}

RecordedWhole recorded_whole(VectorFile& file, const LayerSizes& sizes) {
  const reference::Shape rows{sizes.batch, sizes.tokens, sizes.hidden};
  return {file["inputs"]["hidden_states"].tensor(rows), file["outputs"]["prefill_full"].tensor(rows),
          file["intermediates"]["attention_probabilities"].tensor(
              {sizes.batch, sizes.heads, sizes.tokens, sizes.tokens})};
}

void compare_whole(Checks& checks, const reference::SoftmaxLayer& layer, const RecordedWhole& recorded) {
  for (const reference::Kernel* kernel : plain_kernels()) {
    const reference::Attended ours = whole_run(layer, recorded.x, *kernel);
    checks.near(fmt::format("prefill_full ({})", kernel->name), recorded.output, ours.output, kVectorBound);
    if (ours.weights) {
      checks.near(fmt::format("attention_probabilities ({})", kernel->name), recorded.weights, *ours.weights,
                  kVectorBound);
    }
  }
}

void compare_decode(Checks& checks, const reference::SoftmaxLayer& layer, const Tensor& x, std::int64_t first,
                    const VectorContainer& container) {
  for (const reference::Kernel* kernel : plain_kernels()) {
    const CachedRun cached = cached_run(layer, x, first, *kernel, container);
    checks.near(fmt::format("decode is prefill ({})", kernel->name), whole_run(layer, x, *kernel).output,
                joined(cached.first, cached.steps, 1));
  }
}

}  // namespace kvtally
