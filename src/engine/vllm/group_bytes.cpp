#include <algorithm>
#include <set>

#include "engine/vllm/grouping.hpp"

namespace kvtally::vllm {

namespace {

Bytes pages_together(const Grouping& grouping, const std::vector<std::size_t>& layers) {
  Bytes sum;
  for (const std::size_t i : layers) {
    sum += page_of(grouping.specs[i].spec);
  }
  return sum;
}

Wide largest_group(const Grouping& grouping) {
  std::size_t most = 0;
  for (const Group& group : grouping.groups) {
    most = std::max(most, group.layers.size());
  }
  return static_cast<Wide>(most);
}

// Every group counts as many tuples of the main group's different pages as the largest has.
Bytes needed_packed(const Grouping& grouping, const Use& use) {
  const auto layers_of = [](const Group& group) { return group.layers.empty() ? group.all : group.layers; };
  std::set<Wide> pages;
  for (const std::size_t i : layers_of(grouping.groups.front())) {
    pages.insert(page_of(grouping.specs[i].spec).value);
  }
  Wide tuple = 0;
  for (const Wide page : pages) {
    tuple += page;
  }
  std::int64_t tuples = 0;
  for (const Group& group : grouping.groups) {
    tuples = std::max(tuples, tuples_of(grouping, layers_of(group)));
  }
  return Bytes{tuple * tuples * blocks_of_request(grouping, use)};
}

}  // namespace

Bytes block_bytes(const Grouping& grouping) {
  switch (grouping.layout) {
    case Layout::none: return {};
    case Layout::pools: return page_of(grouping.specs.front().spec) * largest_group(grouping);
    case Layout::uniform: return pages_together(grouping, grouping.groups.front().layers);
    case Layout::packed: break;
  }
  Bytes most;
  for (const Group& group : grouping.groups) {
    most = std::max(most, pages_together(grouping, group.layers));
  }
  return most;
}

Wide blocks_of_group(const Grouping& grouping, const Group& group, const Use& use) {
  Wide most = 0;
  for (const std::size_t i : group.all) {
    most = std::max(most, blocks_of_request(grouping.specs[i].spec, use));
  }
  return most;
}

Wide blocks_of_request(const Grouping& grouping, const Use& use) {
  Wide sum = 0;
  for (const Group& group : grouping.groups) {
    sum += blocks_of_group(grouping, group, use);
  }
  return sum;
}

Bytes needed_bytes(const Grouping& grouping, const Use& use) {
  if (grouping.layout == Layout::packed) {
    return needed_packed(grouping, use);
  }
  return block_bytes(grouping) * blocks_of_request(grouping, use);
}

}  // namespace kvtally::vllm
