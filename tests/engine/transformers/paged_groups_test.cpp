#include "engine/transformers/paged_groups.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "support/print.hpp"

namespace kvtally::transformers::paged_groups_test {

namespace {

std::vector<std::string> types_of(std::string_view letters) {
  std::vector<std::string> out;
  for (const char letter : letters) {
    out.emplace_back(letter == 'f' ? "full_attention" : "sliding_attention");
  }
  return out;
}

using Layers = std::vector<std::vector<std::int64_t>>;

}  // namespace

TEST_CASE("layers of one type in groups of one size") {
  CHECK(group_layers(types_of("f")).layers == Layers{{0}});
  CHECK(group_layers(types_of("ffff")).layers == Layers{{0, 1, 2, 3}});
  CHECK(group_layers(types_of("sssss")).layers == Layers{{0, 1, 2, 3, 4}});
  CHECK(group_layers(types_of("fs")).layers == Layers{{0}, {1}});
  CHECK(group_layers(types_of("ssfssf")).layers == Layers{{0, 1}, {3, 4}, {2, 5}});
  CHECK(group_layers(types_of("ssfssf")).types ==
        std::vector<std::string>{"sliding_attention", "sliding_attention", "full_attention"});
  CHECK(group_layers(types_of("ssssf")).layers.size() == 5);
  const LayerGroups seven = group_layers(types_of("fffsffs"));
  CHECK(seven.layers.size() == 7);
  CHECK(seven.group_size == 1);
  CHECK(group_layers({}).layers.empty());
}

TEST_CASE("a sliding group takes blocks until its window is covered") {
  CHECK(blocks_needed({2, 11, 2}, 4, 0) == 2 * 4 + 11 * 2);
  CHECK(blocks_needed({2, 11, 2}, 1, 1) == 2 + 11);
  CHECK(blocks_needed({2, 11, 2}, 1, 2) == 2);
  CHECK(blocks_needed({0, 0, 0}, 5, 0) == 0);
}

}  // namespace kvtally::transformers::paged_groups_test
