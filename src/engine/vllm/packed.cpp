#include <algorithm>
#include <map>
#include <utility>

#include "engine/vllm/grouping.hpp"

namespace kvtally::vllm {

namespace {

using Layers = std::vector<std::size_t>;

// Layers of each page size, in order of first appearance.
std::vector<Layers> by_page(const Grouping& grouping, const Layers& layers) {
  std::vector<Layers> out;
  for (const std::size_t i : layers) {
    const Bytes page = page_of(grouping.specs[i].spec);
    const auto same = std::ranges::find_if(
        out, [&](const Layers& other) { return page_of(grouping.specs[other.front()].spec) == page; });
    if (same == out.end()) {
      out.push_back({i});
    } else {
      same->push_back(i);
    }
  }
  return out;
}

// The size from the first group's on that rounds all of them up by the least; of equal ones the largest.
std::int64_t least_padding(const std::vector<std::int64_t>& tuples) {
  std::int64_t best = tuples.front();
  std::int64_t least = -1;
  for (std::int64_t size = tuples.front(); size <= *std::ranges::max_element(tuples); ++size) {
    std::int64_t padding = 0;
    for (const std::int64_t count : tuples) {
      padding += (size - count % size) % size;
    }
    if (least < 0 || padding <= least) {
      least = padding;
      best = size;
    }
  }
  return best;
}

// Windows of one block size and length, in groups of at most `size` layers of each page size.
bool split_windows(Grouping& out, const Layers& layers, std::int64_t size) {
  const std::vector<Layers> pages = by_page(out, layers);
  const std::size_t tuples = pages.front().size();
  if (!std::ranges::all_of(pages, [&](const Layers& same) { return same.size() == tuples; })) {
    return false;
  }
  const auto count = static_cast<std::size_t>(ceil_div(static_cast<Wide>(tuples), size));
  for (std::size_t first = 0; first < count; ++first) {
    Group group;
    for (std::size_t i = first; i < tuples; i += count) {
      for (const Layers& same : pages) {
        group.layers.push_back(same[i]);
      }
    }
    group.all = group.layers;
    out.groups.push_back(std::move(group));
  }
  return true;
}

}  // namespace

std::int64_t tuples_of(const Grouping& grouping, const Layers& layers) {
  std::size_t most = 0;
  for (const Layers& same : by_page(grouping, layers)) {
    most = std::max(most, same.size());
  }
  return static_cast<std::int64_t>(most);
}

void pack(Grouping& out) {
  Layers main;
  std::vector<std::pair<std::pair<std::int64_t, std::int64_t>, Layers>> windows;  // by block size and window
  bool good = true;
  for (std::size_t i = 0; i < out.specs.size(); ++i) {
    const CacheSpec& spec = out.specs[i].spec;
    good = good && (spec.kind == SpecKind::mla || spec.kind == SpecKind::sliding_mla);
    if (spec.kind != SpecKind::sliding_mla) {
      main.push_back(i);
      continue;
    }
    const std::pair key{spec.block_size, spec.span};
    const auto known = std::ranges::find(windows, key, [](const auto& window) { return window.first; });
    (known == windows.end() ? windows.emplace_back(key, Layers{}) : *known).second.push_back(i);
  }
  if (!good || main.empty()) {
    out.refusal = "layers of DeepSeek-V4's windows share no blocks with these";
    return;
  }
  std::vector<std::int64_t> tuples{tuples_of(out, main)};
  for (const auto& window : windows) {
    tuples.push_back(tuples_of(out, window.second));
  }
  const std::int64_t size = least_padding(tuples);
  out.layout = Layout::packed;
  out.groups = {{main, main}};
  for (const auto& window : windows) {
    good = split_windows(out, window.second, size) && good;
  }
  if (!good) {
    out.refusal = "layers of one window have pages of several sizes in unequal numbers";
  }
}

}  // namespace kvtally::vllm
