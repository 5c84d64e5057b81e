#include "engine/vllm/reconciliation.hpp"

#include <rapidcheck.h>

#include "engine/vllm/allocating.hpp"

namespace kvtally::reconciliation_test {

namespace {

// close() aborts where causes do not add up; here they are added once more.
void check_sum(const Allocation& allocation) {
  Bytes sum = allocation.needed;
  for (const EngineCause& cause : allocation.causes) {
    CHECK(cause.bytes.value != 0);
    CHECK_FALSE(cause.what.empty());
    sum += cause.bytes;
  }
  Bytes held;
  for (const EngineHold& hold : allocation.held) {
    held += hold.bytes;
  }
  if (allocation.refusal.empty()) {
    CHECK(sum == allocation.allocated);
    CHECK(held == allocation.allocated);
  } else {
    CHECK(allocation.held.empty());
  }
}

std::string random_flags() {
  const auto one_of = [](std::vector<std::string> values) { return *rc::gen::elementOf(std::move(values)); };
  return fmt::format(
      "-c {} -b {} -tp {} -pp {}{}{}{}{}{}{}", *rc::gen::inRange<int>(1, 200000), *rc::gen::inRange<int>(1, 9),
      one_of({"1", "2", "4", "8"}), one_of({"1", "2", "3"}),
      one_of({"", " --kv-cache-dtype fp8", " --kv-cache-dtype int8_per_token_head", " --dtype float32"}),
      one_of({"", " --mamba-cache-mode align", " --mamba-cache-mode all --mamba-block-size 256"}),
      one_of({"", " --kv-cache-memory-bytes 40GiB", " --num-gpu-blocks-override 5000"}),
      one_of({"", " --engine-version 2026-07-07", " --engine-version 2026-02-10"}),
      one_of({"", " --async-scheduling", " --disable-hybrid-kv-cache-manager"}),
      one_of({"", " --num-speculative-tokens 3 --draft-layers 5 --draft-kv-heads 8 --draft-head-dim 128"}));
}

TEST_CASE("over the zoo and random flags: the causes add up to what is held") {
  int allocations = 0;
  const auto ids = test::vllm_zoo().ids();
  rc::check([&] {
    const Model model = test::zoo_model(*rc::gen::elementOf(ids));
    const std::string flags = random_flags();
    CAPTURE(model.id);
    CAPTURE(flags);
    if (const auto allocation = test::vllm_allocate(model, flags)) {
      check_sum(*allocation);
      allocations += allocation->refusal.empty() ? 1 : 0;
    }
  });
  CHECK(allocations > 20);
}

// On one device only rows and states of another type may make it less.
bool may_shrink(const std::string& cause) {
  return cause == "index keys in vLLM's rows" || cause == "states in vLLM's types" ||
         cause == "keys, values and latents in vLLM's rows" || cause == "draft layers and hidden states";
}

TEST_CASE("over the zoo: on one device every cause adds bytes but another type, and they grow with the context") {
  int models = 0;
  for (const auto& id : test::vllm_zoo().ids()) {
    CAPTURE(id);
    const Model model = test::zoo_model(id);
    Bytes before;
    for (const int context : {1, 100, 5000, 100000}) {
      // f32 states, as in `needed`: vLLM's own type of a state is smaller.
      const auto allocation = test::vllm_allocate(
          model, fmt::format("-c {} --dtype bfloat16 --mamba-ssm-cache-dtype float32", context));
      if (!allocation || !allocation->refusal.empty()) {
        continue;
      }
      check_sum(*allocation);
      for (const EngineCause& cause : allocation->causes) {
        CHECK_MESSAGE((cause.bytes.value > 0 || may_shrink(cause.what)), cause.what);
      }
      CHECK(allocation->allocated >= before);
      before = allocation->allocated;
      ++models;
    }
  }
  MESSAGE("vllm: " << models << " allocations of the zoo");
  CHECK(models > 150);
}

TEST_CASE("causes by name") {
  const auto names = [](const Allocation& allocation) {
    std::string out;
    for (const EngineCause& cause : allocation.causes) {
      out += fmt::format("{} {}\n", static_cast<std::int64_t>(cause.bytes.value), cause.what);
    }
    return out;
  };
  const Model llama = test::zoo_model("llama-3.1-8b");
  // 1000 tokens of 131072 B; 63 blocks hold 1008; half the heads on each of two ranks.
  CHECK(names(test::allocated(llama, "-c 1000")) == "1048576 whole blocks\n");
  CHECK(names(test::allocated(llama, "-c 1000 -tp 2")) ==
        "-65536000 divided over 2 tensor-parallel ranks\n524288 whole blocks\n");
  // 8 KV heads on 16 ranks: each holds one, twice its part.
  CHECK(names(test::allocated(llama, "-c 1024 -tp 16")) ==
        "-125829120 divided over 16 tensor-parallel ranks\n8388608 heads on several ranks\n");
  CHECK(names(test::allocated(test::zoo_model("deepseek-v3"), "-c 1024 -tp 8")).empty());
  CHECK(names(test::allocated(llama, "-c 1024 --num-gpu-blocks-override 100")) == "75497472 free blocks\n");
  CHECK(names(test::allocated(llama, "-c 1024 -b 2 --num-gpu-blocks-override 100")) ==
        "-58720256 requests that must wait\n");
}

}  // namespace

}  // namespace kvtally::reconciliation_test
