#include "engine/tensorrt_llm/windows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kvtally::tensorrt_llm {

std::vector<WindowGroup> window_groups(const std::vector<CachedLayer>& layers, Tokens context, bool by_use) {
  std::map<std::tuple<std::int64_t, bool, bool>, WindowGroup> groups;
  const auto whole = static_cast<std::int64_t>(context.value);
  for (const CachedLayer& layer : layers) {
    std::set<const WindowGroup*> counted;  // a layer counts once in a group
    for (const Buffer& buffer : layer.buffers) {
      if (buffer.use == Use::cross) {
        continue;
      }
      const std::int64_t window = std::min(buffer.window.value_or(whole), whole);
      const bool waiting = by_use && buffer.use == Use::waiting;
      WindowGroup& group = groups[{window, waiting, layer.drafts}];
      group.window = group.clamped = window;
      group.waiting = waiting;
      group.drafts = layer.drafts;
      group.windowed = window < whole;
      group.bytes += buffer.bytes;
      group.filled += buffer.bytes * (buffer.kept ? std::min<Wide>(whole, *buffer.kept) : Wide{whole});
      group.layers += counted.insert(&group).second ? 1 : 0;
    }
  }
  std::vector<WindowGroup> out;
  for (const auto& [key, group] : groups) {
    out.push_back(group);
  }
  return out;
}

void clamp_windows(std::vector<WindowGroup>& groups, Wide memory, std::optional<std::int64_t> most) {
  Wide needed = 0;
  Wide bytes = 0;  // of a token in the groups that are not settled
  for (const WindowGroup& group : groups) {
    needed += Wide{group.window} * group.bytes;
    bytes += group.bytes;
  }
  if (needed < memory) {
    return;
  }
  Wide reached = 0;
  Wide before = 0;
  for (WindowGroup& group : groups) {
    if (memory > 0 && bytes > 0) {
      const Wide further = std::min(memory / bytes, group.window - before);
      memory -= further * bytes;
      reached += further;
      if (reached < group.window) {
        memory = 0;
      }
      if (most && reached >= *most) {
        reached = *most;
        memory = 0;
      }
    }
    group.clamped = static_cast<std::int64_t>(reached);
    bytes -= group.bytes;
    before = group.window;
  }
}

void merge_clamped(std::vector<WindowGroup>& groups) {
  std::vector<WindowGroup> merged;
  for (const WindowGroup& group : groups) {
    if (merged.empty() || merged.back().clamped != group.clamped) {
      merged.push_back(group);
      continue;
    }
    WindowGroup& last = merged.back();
    last.layers += group.layers;
    last.bytes += group.bytes;
    last.filled += group.filled;
    last.window = group.window;
  }
  groups = std::move(merged);
}

Wide blocks_of_request(const WindowGroup& group, Tokens context, std::int64_t block) {
  const Wide pages = ceil_div(context.value, block);
  return group.clamped < context.value ? std::min(pages, ceil_div(group.clamped, block) + 1) : pages;
}

Wide window_upper_bound(Wide blocks, std::int64_t block, const Settings& settings, Tokens context) {
  const std::int64_t rest = settings.sinks % block;
  const Wide bubble = rest == 0 ? 0 : block - rest;
  Wide bound = blocks / settings.beams * block - bubble;
  if (settings.beams > 1 && context.value > bound) {
    bound -= block;
  }
  return bound;
}

}  // namespace kvtally::tensorrt_llm
