#include "engine/vllm/examples.hpp"

namespace kvtally::hidden_states_test {

namespace {

// vLLM's own test: pages of 544 tokens and 1,114,112 B, hidden states of three layers of 1024.
TEST_CASE("hidden states beside attention and a state") {
  Model model = test::described("full_attention", 1, 1, 512);
  model.naive.hidden_size = 1024;
  Layer layer;
  layer.kind = layer.state.kind = "conv";
  layer.state.tensors = {
      {"convolution", StateRole::convolution, {557056, 1}, bf16(), StateTensor::Rewrite::column}};
  append_layer(model, model.order, layer, 1);
  const std::string line = "-c 4096 --mamba-cache-mode align --extract-hidden-states 3";
  const vllm::Grouping grouping = test::worked(model, line).grouping;
  REQUIRE(grouping.groups.size() == 3);
  CHECK(grouping.specs[0].spec.block_size == 544);
  CHECK(page_of(grouping.specs[0].spec) == Bytes{1'114'112});
  CHECK(grouping.specs[2].spec.block_size == 136);
  CHECK(page_of(grouping.specs[2].spec) == Bytes{1'114'112});
  // 8 blocks of attention, 2 states, 31 blocks of hidden states
  CHECK(test::whole(test::allocated(model, line), "blocks_per_request") == 8 + 2 + 31);
}

TEST_CASE("hidden states beside attention alone are one more layer of the one group") {
  const vllm::Grouping grouping =
      test::worked(test::zoo_model("llama-3.1-8b"), "--extract-hidden-states 4").grouping;
  CHECK(grouping.layout == vllm::Layout::uniform);
  CHECK(block_bytes(grouping) == Bytes{2'097'152 + 16 * 4 * 4096 * 2});
}

TEST_CASE("hidden states that no page holds, and a model whose hidden_size is not known") {
  Model model = test::described("full_attention, sliding_attention", 2, 1, 64, test::kWindowOf1);
  CHECK(test::refused(model, "--extract-hidden-states 4") ==
        "--extract-hidden-states: the hidden_size of model is not known\n");
  model.naive.hidden_size = 4096;
  CHECK(test::allocated(model, "--extract-hidden-states 4").refusal ==
        "the hidden states of one token are larger than a page");
}

}  // namespace

}  // namespace kvtally::hidden_states_test
