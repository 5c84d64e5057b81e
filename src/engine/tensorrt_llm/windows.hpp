#pragma once

#include <cstdint>
#include <vector>

#include "engine/tensorrt_llm/buffers.hpp"

namespace kvtally::tensorrt_llm {

/// The layers of one window on one rank.
struct WindowGroup {
  std::int64_t window = 0;   // as asked; the whole context where no window is
  std::int64_t clamped = 0;  // as it is allocated
  std::int64_t layers = 0;
  Wide bytes = 0;         // of a token, index keys included
  Wide filled = 0;        // that one request fills
  bool waiting = false;   // its rows wait to be pooled
  bool drafts = false;    // of draft layers
  bool windowed = false;  // it keeps no more than the window
  Wide blocks = 0;
  Wide secondary = 0;  // blocks in host memory
};

/// Groups of rows and index keys by ascending window; where `by_use`, rows that wait apart.
std::vector<WindowGroup> window_groups(const std::vector<CachedLayer>& layers, Tokens context, bool by_use);

/// Clamps windows until one request fits into `memory`: from the smallest window up, all layers whose windows are
/// at least as large share the bytes of each further token; what cannot be filled any more stays at the tokens
/// reached. `most`: --max_tokens, where it is given. No clamping where a request needs less than `memory`.
void clamp_windows(std::vector<WindowGroup>& groups, Wide memory, std::optional<std::int64_t> most);

/// Makes one group of those whose windows were clamped to the same length.
void merge_clamped(std::vector<WindowGroup>& groups);

/// Blocks of one request in a group: whole blocks of its tokens; in a window one block more than it takes, since
/// it begins inside one.
Wide blocks_of_request(const WindowGroup& group, Tokens context, std::int64_t block);

/// The longest window that so many blocks hold: whole blocks of each beam, less what sink tokens leave of theirs.
Wide window_upper_bound(Wide blocks, std::int64_t block, const Settings& settings, Tokens context);

}  // namespace kvtally::tensorrt_llm
