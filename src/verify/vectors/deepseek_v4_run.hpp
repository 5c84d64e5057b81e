#pragma once

#include <span>

#include "reference/cache/compressed.hpp"
#include "reference/layer/compressed_layer.hpp"

namespace kvtally {

/// A layer with an empty memory of its own, in the computing type. The layer and the kernel must outlive it.
class CompressedBench {
 public:
  CompressedBench(const reference::CompressedAttention& layer, const reference::Kernel& kernel);

  /// The next tokens x [batch, tokens, hidden].
  reference::Attended take(const reference::Tensor& x) { return compressed_layer(means(), layer_, x); }
  /// The same by chunks of so many tokens each; the outputs one behind the other.
  reference::Tensor take_chunks(const reference::Tensor& x, std::span<const std::int64_t> chunks);

  reference::Means means() { return {cache_, 0, kernel_, counter_}; }
  reference::CompressedLayer& memory() { return static_cast<reference::CompressedLayer&>(cache_.layer(0)); }

 private:
  const reference::CompressedAttention& layer_;
  const reference::Kernel& kernel_;
  reference::Counter counter_;
  reference::Cache cache_;
};

}  // namespace kvtally
