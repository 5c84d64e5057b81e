#include "engine/vllm/examples.hpp"

namespace kvtally::group_bytes_test {

namespace {

TEST_CASE("a packed block takes the longest group's pages") {
  vllm::Grouping grouping;
  grouping.layout = vllm::Layout::packed;
  for (const int page : {32768, 4608, 32768, 4608, 32768, 8192, 32768, 8192}) {
    vllm::LayerSpec layer;
    layer.spec = {vllm::SpecKind::mla, 1, 1, Bytes{page}, 0, 1, {}, {}};
    grouping.specs.push_back(layer);
  }
  grouping.groups = {{{0, 1, 2, 3}, {0, 1, 2, 3}}, {{4, 5, 6, 7}, {4, 5, 6, 7}}};
  CHECK(block_bytes(grouping) == Bytes{81920});
  CHECK(vllm::tuples_of(grouping, {0, 1, 2, 3}) == 2);
}

TEST_CASE("what vLLM says is needed of packed groups: tuples of the main group's pages for every block") {
  const vllm::Grouping grouping = test::worked(test::zoo_model("deepseek-v4-flash"), "").grouping;
  // 118 blocks of 256 tokens, 2 x 260 of windows, 4099 and 2065 of states, 22 tuples of 47808 B each
  const vllm::Use use{.max_model_len = 30000, .in_flight = 16384};
  CHECK(vllm::blocks_of_request(grouping, use) == 118 + 2 * 259 + 4099 + 2065);
  CHECK(vllm::needed_bytes(grouping, use) == Bytes{Wide{6800} * 22 * (37440 + 8640 + 1728)});
}

TEST_CASE("no layer keeps anything") {
  const vllm::Grouping grouping;
  CHECK(block_bytes(grouping) == Bytes{0});
  CHECK(vllm::blocks_of_request(grouping, vllm::Use{}) == 0);
}

}  // namespace

}  // namespace kvtally::group_bytes_test
