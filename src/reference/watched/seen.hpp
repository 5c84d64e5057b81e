#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

/// What queries of the five kinds of softmax attention look at, observed while they run: pictures of masks are
/// made of it, so that they are what the executor does.
namespace kvtally::reference {

/// What the layer's container held while a query ran, and what its mask let through. Positions ascend.
struct Seen {
  std::vector<std::int64_t> stored;          // tokens whose rows were there, the query's own among them
  std::vector<std::int64_t> read;            // those of them that the query attended to
  std::vector<std::int64_t> stored_entries;  // pooled entries, counted from 0
  std::vector<std::int64_t> read_entries;
  std::int64_t scanned = 0;  // index keys that were scored to choose
};

/// The sizes of small layers; all at least 1.
struct SeenSizes {
  std::int64_t tokens = 24;
  std::int64_t window = 6;
  std::int64_t first = 2;    // first tokens that stay (sinks)
  std::int64_t top_k = 6;    // tokens that an indexer chooses
  std::int64_t rate = 4;     // tokens of a pooled entry
  std::int64_t entries = 2;  // pooled entries that an indexer chooses
};

/// A kind of which a small layer is run token by token over numbers from a fixed seed: what each query saw. Where
/// an indexer chooses, these numbers stand for a trained one, so that only how many are chosen means anything.
struct SeenKind {
  std::string_view kind;  // as in model/kinds.hpp; "sinks": a window beside first tokens that stay
  std::vector<Seen> (*run)(const SeenSizes& sizes);
};

/// Full causal, sliding window, window and first tokens, DeepSeek sparse, compressed sparse.
const std::vector<SeenKind>& seen_kinds();

}  // namespace kvtally::reference
