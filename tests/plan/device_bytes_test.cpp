#include "plan/device_bytes.hpp"

#include "plan/loads.hpp"

namespace kvtally::device_bytes_test {

namespace {

DeviceBytes kept(const std::string& id, const Placement& placement, std::int64_t context = 131072,
                 std::int64_t batch = 1) {
  return device_bytes(test::stages(test::model_of(id), {}, placement, context), placement, Tokens{context}, batch,
                      false);
}

TEST_CASE("on one device, and on all") {
  CHECK(kept("llama-3.1-70b", {.tp = 16}).fullest.value == 5368709120);
  CHECK(kept("llama-3.1-70b", {.tp = 16}).all.value == 85899345920);
  CHECK(kept("deepseek-v3", {.tp = 8}).fullest.value == 9210691584);
  CHECK(kept("deepseek-v3", {.tp = 8}).all.value == 73685532672);
  CHECK(kept("deepseek-v3", {.cp = 8}).all.value == 9210691584);
  CHECK(kept("deepseek-v3", {.tp = 2, .cp = 4}).all.value == 2 * 9210691584);
}

TEST_CASE("requests over data-parallel groups: the fullest has one more, all have as many as there are") {
  const Wide one = 42949672960;
  CHECK(kept("llama-3.1-70b", {.dp = 2}, 131072, 3).fullest.value == 2 * one);
  CHECK(kept("llama-3.1-70b", {.dp = 2}, 131072, 3).all.value == 3 * one);
}

TEST_CASE("stages of a pipeline: 61 layers in 16, 16, 16 and 13") {
  const DeviceBytes out = kept("deepseek-v3", {.pp = 4});
  CHECK(out.all.value == 9210691584);
  CHECK(out.fullest.value == Wide{16} * 131072 * 1152);
  CHECK(out.fullest_stage == 0);
  CHECK(out.stages.back().value == Wide{13} * 131072 * 1152);
}

TEST_CASE("states and what waits are on each context-parallel group") {
  const Wide dealt = Wide{1610612736};
  const Wide states = 36 * (524288 + 12288);
  CHECK(kept("qwen3-next-80b-a3b", {.tp = 4, .cp = 2}).all.value == 4 * (dealt + 2 * states));
}

}  // namespace

}  // namespace kvtally::device_bytes_test
