#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verify/vectors/deepseek_v4_pool.hpp"

namespace kvtally {

/// A recorded run by chunks.
struct RecordedRun {
  std::vector<std::int64_t> chunks;
  reference::Tensor outputs;  // [batch, tokens, hidden]
  double from_full = 0;       // the source's own largest difference from its run over all tokens
  reference::Tensor window;   // [batch, 1, kept, dim]
  std::int64_t seen = 0;      // tokens
  std::optional<PoolFigures> pool;
  std::optional<PoolFigures> index;
};

/// What CSA's indexer had on the way.
struct RecordedIndex {
  reference::Tensor queries;          // [batch, tokens, index heads, index dim]
  reference::Tensor keys;             // [batch, entries, index dim]
  reference::Tensor scores;           // [batch, tokens, entries], of what isn't eligible too
  std::vector<std::int64_t> choices;  // [batch, tokens, k], ascending, padded with −1
  double margin = 0;                  // between the last that was kept and the first that was not
};

/// All that a file records.
struct CompressedRecord {
  reference::Tensor x;                       // [batch, tokens, hidden]
  reference::Tensor output;                  // over all tokens at once, [batch, tokens, hidden]
  reference::Tensor weights;                 // and its weights [batch, heads, tokens, tokens + entries]
  std::optional<reference::Tensor> entries;  // [batch, entries, dim]
  std::optional<reference::Tensor> visible;  // 1 where a token sees an entry: [batch, tokens, entries]
  std::optional<RecordedIndex> index;
  std::vector<std::pair<std::string, RecordedRun>> runs;
};

/// Out of "inputs", "outputs" and "intermediates".
CompressedRecord compressed_record(VectorFile& file, const CompressedSizes& sizes);

}  // namespace kvtally
