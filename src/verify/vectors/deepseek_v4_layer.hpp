#pragma once

#include <optional>

#include "reference/layer/compressed_layer.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// The sizes of a DeepSeek-V4 layer and of its run.
struct CompressedSizes {
  std::int64_t batch = 1;
  std::int64_t tokens = 1;
  std::int64_t hidden = 1;
  std::int64_t heads = 1;
  std::int64_t dim = 1;
  std::int64_t query_rank = 1;
  std::int64_t groups = 1;
  std::int64_t output_rank = 1;
  std::int64_t window = 1;
  std::int64_t index_heads = 1;
  std::int64_t index_dim = 1;
  std::int64_t index_count = 1;
  std::optional<std::int64_t> rate;  // tokens an entry; absent in a sliding layer
  bool indexed = false;              // CSA

  /// Entries at the end, and tokens without one.
  std::int64_t entries() const { return rate ? tokens / *rate : 0; }
  std::int64_t rest() const { return rate ? tokens % *rate : 0; }
  /// Numbers of a raw row or a gate, when an entry has `of_entry`.
  std::int64_t raw_width(std::int64_t of_entry) const { return indexed ? 2 * of_entry : of_entry; }
};

/// Out of "parameters" and the file's kind.
CompressedSizes compressed_sizes(VectorFile& file);

/// Everything that the file says of the layer. Its scales and frequencies are compared with ours.
reference::CompressedAttention compressed_attention_of(VectorFile& file, const CompressedSizes& sizes,
                                                       Checks& checks);

}  // namespace kvtally
