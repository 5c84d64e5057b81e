#include "engine/vllm/grouping.hpp"

#include "engine/vllm/examples.hpp"

namespace kvtally::grouping_test {

namespace {

std::string groups(const vllm::Grouping& grouping) {
  std::string out;
  for (const vllm::Group& group : grouping.groups) {
    std::vector<std::int64_t> layers;
    for (const std::size_t i : group.layers) {
      layers.push_back(grouping.specs[i].layer + 1);
    }
    out += fmt::format("({}) ", fmt::join(layers, ","));
  }
  return out;
}

std::string groups(std::string_view types, std::int64_t layers, std::string_view line = "") {
  return groups(test::worked(test::described(types, layers, 2, 64, test::kWindowOf1), line).grouping);
}

TEST_CASE("groups of layers, as vLLM's own tests have them") {
  CHECK(groups("full_attention, sliding_attention", 2) == "(1) (2) ");
  CHECK(groups("full_attention x2, sliding_attention x4", 6) == "(1,2) (3,5) (4,6) ");
  CHECK(groups("full_attention x3, sliding_attention x7", 10) == "(1,2,3) (4,7,10) (5,8) (6,9) ");
  CHECK(groups("full_attention x6, sliding_attention x5", 11) == "(1,2,3,4,5,6) (7,8,9,10,11) ");
}

TEST_CASE("a group is as large as the largest bucket where that is less than half as much again") {
  CHECK(groups("full_attention x4, sliding_attention x5", 9) == "(1,2,3,4) (5,6,7,8,9) ");
  CHECK(groups("full_attention x2, sliding_attention x3", 5) == "(1,2) (3,5) (4) ");
  // until March 2026 a quarter
  CHECK(groups("full_attention x4, sliding_attention x5", 9, "--engine-version 2026-02-10") ==
        "(1,2,3,4) (5,7,9) (6,8) ");
}

TEST_CASE("padding is logged") {
  const vllm::Grouping grouping =
      test::worked(test::zoo_model("qwen3.6-27b"), "--num-speculative-tokens 2").grouping;
  CHECK(grouping.log == std::vector<std::string>{"Add 3 padding layers, may waste at most 6.25% KV cache memory"});
}

TEST_CASE("without the hybrid manager windows and chunks are stored in full, and states refuse it") {
  CHECK(groups("full_attention, sliding_attention", 2, "--disable-hybrid-kv-cache-manager") == "(1,2) ");
  CHECK(test::worked(test::zoo_model("qwen3.6-27b"), "--disable-hybrid-kv-cache-manager").grouping.refusal ==
        "Failed to promote local KV cache specs to one unified type.");
}

TEST_CASE("without the hybrid manager windows of two lengths are refused") {
  const Model model = test::described("full_attention, sliding_attention, short", 3, 2, 64,
                                      "sliding_window: 512\nkinds:\n  short: {layer_type: sliding_attention, "
                                      "sliding_window: 128}\n");
  CHECK(test::worked(model, "--disable-hybrid-kv-cache-manager").grouping.refusal ==
        "All attention layers in the same KV cache group must have the same window size.");
  CHECK(test::worked(model, "").grouping.groups.size() == 3);
}

TEST_CASE("pages that cannot be unified") {
  const Model model = test::described("full_attention, sliding_attention", 2, 2, 64,
                                      "sliding_window: 512\nkinds:\n  sliding_attention: {head_dim: 96}\n");
  CHECK(test::worked(model, "--no-block-stride")
            .grouping.refusal.starts_with("page size is not divisible by the maximum page size"));
  CHECK_FALSE(test::worked(model, "--engine-version 2026-04-27").grouping.refusal.empty());
  const vllm::Grouping grouping = test::worked(model, "").grouping;
  CHECK(grouping.refusal.empty());
  CHECK(page_of(grouping.specs[0].spec) == page_of(grouping.specs[1].spec));
}

TEST_CASE("layers of one pipeline stage keep their groups") {
  const vllm::Grouping all =
      test::worked(test::described("full_attention x2, sliding_attention x4", 6, 2, 64, test::kWindowOf1), "")
          .grouping;
  CHECK(groups(on_worker(all, 0, 3)) == "(1,2) (3) () ");
  CHECK(groups(on_worker(all, 3, 6)) == "() (5) (4,6) ");
}

}  // namespace

}  // namespace kvtally::grouping_test
