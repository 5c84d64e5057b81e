#include "engine/vllm/examples.hpp"

namespace kvtally::packed_test {

namespace {

Bytes sum_of(const vllm::Grouping& grouping, const vllm::Group& group) {
  Bytes sum;
  for (const std::size_t i : group.layers) {
    sum += page_of(grouping.specs[i].spec);
  }
  return sum;
}

TEST_CASE("packed groups: main, windows in two, states of each rate") {
  const vllm::Grouping grouping = test::worked(test::compressed_model(), "").grouping;
  CHECK(grouping.layout == vllm::Layout::packed);
  std::vector<int> sums;
  for (const vllm::Group& group : grouping.groups) {
    sums.push_back(static_cast<int>(sum_of(grouping, group).value));
  }
  CHECK(sums == std::vector<int>{95616, 74880, 74880, 82944, 65664});
}

TEST_CASE("DeepSeek-V4-Flash: the number of tuples that pads least") {
  // 21 layers at rate 4, 20 at 128, 43 windows: 22 tuples pad 1 + 1 + 1 + 2, 21 pad 20 + 1
  const vllm::Grouping grouping = test::worked(test::zoo_model("deepseek-v4-flash"), "").grouping;
  std::vector<std::size_t> layers;
  for (const vllm::Group& group : grouping.groups) {
    layers.push_back(group.layers.size());
  }
  CHECK(layers == std::vector<std::size_t>{62, 22, 21, 42, 20});
}

TEST_CASE("other layers beside these windows are refused") {
  CHECK(test::worked(test::compressed_model(),
                     "--num-speculative-tokens 1 --draft-layers 1 --draft-kv-heads 1 --draft-head-dim 64")
            .grouping.refusal == "layers of DeepSeek-V4's windows share no blocks with these");
}

}  // namespace

}  // namespace kvtally::packed_test
