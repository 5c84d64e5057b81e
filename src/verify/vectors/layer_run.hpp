#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "reference/cache/cache_layer.hpp"
#include "reference/layer/softmax_layer.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// Makes the empty memory of a layer.
using Container = std::function<std::unique_ptr<reference::CacheLayer>(reference::Counter&)>;

/// Keeps all tokens, in the computing type.
Container all_tokens();

/// The kernels that take keys and values as a container hands them out.
std::vector<const reference::Kernel*> plain_kernels();

/// A layer over all tokens x [batch, tokens, hidden] at once.
reference::Attended whole_run(const reference::SoftmaxLayer& layer, const reference::Tensor& x,
                              const reference::Kernel& kernel);

/// A layer over the first tokens at once, then over the others one by one; and what its memory holds at the end.
struct CachedRun {
  reference::Tensor first;
  reference::Tensor steps;
  reference::KeyValues memory;
  std::int64_t length = 0;
};
CachedRun cached_run(const reference::SoftmaxLayer& layer, const reference::Tensor& x, std::int64_t first,
                     const reference::Kernel& kernel, const Container& container);

/// Compares, for each plain kernel, a layer's output over all tokens and its weights with the recorded ones, and
/// the cached run's outputs with those of the whole run, bit for bit.
void compare_whole(Checks& checks, const reference::SoftmaxLayer& layer, const reference::Tensor& x,
                   const reference::Tensor& output, const reference::Tensor& weights);

}  // namespace kvtally
