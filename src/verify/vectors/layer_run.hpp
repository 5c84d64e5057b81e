#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "reference/cache/cache_layer.hpp"
#include "verify/vectors/layer_vector.hpp"

namespace kvtally {

/// A sort of memory for a layer, in the computing type: how an empty one is made, and what one holds.
struct VectorContainer {
  std::function<std::unique_ptr<reference::CacheLayer>(reference::Counter&)> make;
  std::function<reference::KeyValues(const reference::CacheLayer&)> held;
};

/// Keeps all tokens.
VectorContainer all_tokens();
/// Keeps the last `window` − 1 tokens for the next step, as a SlidingLayer does.
VectorContainer last_tokens(std::int64_t window);

/// The kernels that need nothing but keys and values as a container hands them out.
std::vector<const reference::Kernel*> plain_kernels();

/// A layer over all tokens x [batch, tokens, hidden] at once.
reference::Attended whole_run(const reference::SoftmaxLayer& layer, const reference::Tensor& x,
                              const reference::Kernel& kernel);

/// A layer over the first tokens at once, then over the others one by one; and what its memory holds at the end.
struct CachedRun {
  reference::Tensor first;
  reference::Tensor steps;
  reference::KeyValues held;
  std::int64_t length = 0;
};
CachedRun cached_run(const reference::SoftmaxLayer& layer, const reference::Tensor& x, std::int64_t first,
                     const reference::Kernel& kernel, const VectorContainer& container);

/// What a file records of a run over all tokens at once.
struct RecordedWhole {
  reference::Tensor x;        // "hidden_states" [batch, tokens, hidden]
  reference::Tensor output;   // "prefill_full" [batch, tokens, hidden]
  reference::Tensor weights;  // "attention_probabilities" [batch, heads, tokens, tokens]
};
RecordedWhole recorded_whole(VectorFile& file, const LayerSizes& sizes);

/// Compares, for each plain kernel, a layer's output over all tokens, and its weights, with the recorded ones.
void compare_whole(Checks& checks, const reference::SoftmaxLayer& layer, const RecordedWhole& recorded);

/// Compares, for each plain kernel, prefill of `first` tokens and decode of the others with the run over all
/// tokens, bit for bit.
void compare_decode(Checks& checks, const reference::SoftmaxLayer& layer, const reference::Tensor& x,
                    std::int64_t first, const VectorContainer& container);

}  // namespace kvtally
