#include "plan/placement.hpp"

#include "plan/loads.hpp"

namespace kvtally::placement_test {

namespace {

using test::kept;

TEST_CASE("KV heads are divided as far as they go, and replicated past their number") {
  // Llama 3.1 70B: 80 layers, 8 KV heads of 128, bf16. TP 8 and 16: one head, 80 × 131072 × 2 × 128 × 2.
  CHECK(kept("llama-3.1-70b", {}) == 42949672960);
  CHECK(kept("llama-3.1-70b", {.tp = 4}) == 10737418240);
  CHECK(kept("llama-3.1-70b", {.tp = 8}) == 5368709120);
  CHECK(kept("llama-3.1-70b", {.tp = 16}) == 5368709120);
  CHECK(kept("llama-3.1-70b", {.tp = 64}) == 5368709120);
}

TEST_CASE("latents, shared rows and index keys are on every device") {
  for (const std::string id : {"deepseek-v3", "deepseek-v3.2", "deepseek-v4-flash", "kimi-k2", "glm-5"}) {
    CAPTURE(id);
    CHECK(kept(id, {.tp = 8}) == kept(id, {}));
  }
  CHECK(kept("deepseek-v3", {.tp = 8}) == 9210691584);  // 61 × 131072 × 576 × 2
}

TEST_CASE("states are divided by heads") {
  // Qwen3-Next on 4: of 12 full layers one of two KV heads of 256 (replicated twice), 12 × 131072 × 1024; of 36
  // Gated DeltaNets 8 of 32 heads, 8 × 128 × 128 × 4, and 2 × 4 × 128 + 8 × 128 channels of 3 inputs of 2 bytes.
  CHECK(kept("qwen3-next-80b-a3b", {.tp = 4}) == 1610612736 + 36 * (524288 + 12288));
}

TEST_CASE("positions are dealt over context-parallel groups") {
  CHECK(kept("deepseek-v3", {.cp = 4}) == 9210691584 / 4);
  CHECK(kept("deepseek-v3", {.cp = 4}, 5) == Wide{61} * 2 * 1152);
  // GPT-OSS: 18 layers with everything, 18 with 128 positions, 8 KV heads of 64 (2048 bytes an entry).
  CHECK(kept("gpt-oss-120b", {.cp = 4}, 1000) == Wide{18} * 2048 * (250 + 32));
  CHECK(kept("gpt-oss-120b", {.cp = 3}, 1000) == Wide{18} * 2048 * (334 + 43));
  // V4: every entry and index key is dealt; what waits to be pooled is on each device.
  const Model v4 = test::model_of("deepseek-v4-flash");
  const auto terms = terms_of(v4);
  const auto dealt = device_terms(test::stages(v4, {}, {.cp = 2}).front(), {.cp = 2});
  REQUIRE(terms.size() == dealt.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool deals = terms[i].part == Part::entries || terms[i].part == Part::indexer;
    CHECK(dealt[i].every == terms[i].every * (deals ? 2 : 1));
  }
}

TEST_CASE("a data-parallel group has whole copies: a request is never divided by dp") {
  CHECK(kept("llama-3.1-70b", {.dp = 8}) == kept("llama-3.1-70b", {}));
  const Model model = test::model_of("llama-3.1-70b");
  const WeightLoad load = test::bytes_of(model);
  CHECK(test::all(test::stages(model, load, {.dp = 8}).front().weights) == test::all(load));
}

TEST_CASE("one device has the model as it is") {
  for (const auto& id : test::zoo().ids()) {
    CAPTURE(id);
    const Model model = test::model_of(id);
    const WeightLoad load = test::bytes_of(model);
    const Stage stage = test::stages(model, load, {}).front();
    CHECK(stage.model.layers == model.layers);
    CHECK(stage.model.order == model.order);
    CHECK(stage.model.draft == model.draft);
    CHECK(stage.weights.groups == load.groups);
    CHECK((stage.embeds && stage.predicts));
  }
}

TEST_CASE("stages are contiguous, and the draft layers are on the last") {
  const Model model = test::model_of("deepseek-v3");
  const auto stages = test::stages(model, test::bytes_of(model), {.pp = 4});
  REQUIRE(stages.size() == 4);
  std::int64_t next = 0;
  for (const Stage& stage : stages) {
    CHECK(stage.first == next);
    CHECK(layer_count(stage.model.order) == stage.layers);
    next += stage.layers;
    CHECK(stage.model.draft.empty() == !stage.predicts);
  }
  CHECK(next == 61);
  CHECK(stages.front().model.weights.mlp.front() == MlpRun{false, 3});
  // The dense layers are small, and so the first stage has more of them.
  CHECK(stages.front().layers > stages.back().layers);
}

TEST_CASE("the ends of a pipeline: embedding, head, a tied embedding at both") {
  const auto part_of = [](const Stage& stage, WeightPart part) {
    std::vector<std::pair<std::string, bool>> out;
    for (const WeightGroup& group : stage.weights.groups) {
      if (group.part == part) {
        out.emplace_back(group.name, group.also_head);
      }
    }
    return out;
  };
  using Found = std::vector<std::pair<std::string, bool>>;
  const Model untied = test::model_of("llama-3.1-8b");
  auto stages = test::stages(untied, test::bytes_of(untied), {.pp = 2});
  CHECK(part_of(stages[0], WeightPart::embedding) == Found{{"token embedding", false}});
  CHECK(part_of(stages[0], WeightPart::head).empty());
  CHECK(part_of(stages[1], WeightPart::embedding).empty());
  CHECK(part_of(stages[1], WeightPart::head) == Found{{"output head", false}});
  const Model tied = test::model_of("gemma-3-27b");
  stages = test::stages(tied, test::bytes_of(tied), {.tp = 2});
  CHECK(part_of(stages[0], WeightPart::embedding) == Found{{"token embedding", true}});
  stages = test::stages(tied, test::bytes_of(tied), {.pp = 2});
  CHECK(part_of(stages[0], WeightPart::embedding) == Found{{"token embedding", false}});
  CHECK(part_of(stages[1], WeightPart::head) == Found{{"token embedding", false}});
  CHECK(part_of(stages[1], WeightPart::norm).back().first == "norms of the layers");
}

TEST_CASE("a mixture stays its experts, each with the device's mean share") {
  const Model model = test::model_of("deepseek-v3");
  const Stage stage = test::stages(model, test::bytes_of(model), {.tp = 8, .dp = 2, .ep = 16}).front();
  CHECK(stage.expert_groups == 2);
  for (const WeightGroup& group : stage.weights.groups) {
    if (group.part == WeightPart::experts && group.copies > 1) {
      CHECK(group.copies == 256);
      CHECK(group.active == 8);
      CHECK(group.copy.value == 44040192 / 16);  // 3 × 7168 × 2048
    }
  }
}

TEST_CASE("what does not divide is refused with what would") {
  CHECK(test::refused(test::model_of("deepseek-v3"), {.tp = 3}) ==
        "num_attention_heads 128 does not divide over tp 3; expected a tp that divides it");
  CHECK(test::refused(test::model_of("llama-3.1-70b"), {.tp = 12}) ==
        "num_key_value_heads 8 does not divide over tp 12; expected a tp that divides it, or that it divides\n"
        "num_attention_heads 64 does not divide over tp 12; expected a tp that divides it");
  CHECK(test::refused(test::model_of("deepseek-v4-flash"), {.tp = 16}) ==
        "o_groups 8 does not divide over tp 16; expected a tp that divides it");
  CHECK(test::refused(test::model_of("rwkv-7"), {.tp = 16}) ==
        "40 heads of a 'rwkv7' state do not divide over tp 16");
  CHECK(test::refused(test::model_of("llama-3.1-8b"), {.pp = 33}) == "32 layers do not make 33 stages");
  CHECK(test::refused(test::model_of("llama-3.1-8b"), {.tp = 2, .ep = 2}) ==
        "no experts are known to divide over ep 2");
  CHECK(test::refused(test::model_of("gpt-oss-20b"), {.tp = 8, .dp = 8, .ep = 64}) ==
        "num_experts 32 is less than ep 64");
  CHECK(test::refused(test::model_of("gemma-3n-e4b"), {.pp = 30}) ==
        "35 layers make at most 19 stages, not 30: layers that use the memory or the choice of another stay with "
        "it");
}

TEST_CASE("numbers that are no placement") {
  CHECK(wrong_placement({}) == std::nullopt);
  CHECK(wrong_placement({.tp = 0}) == "tp is 0; expected at least 1");
  CHECK(wrong_placement({.tp = 1 << 20, .pp = 1 << 20}) == "tp × cp × pp × dp passes 16777215 devices");
  CHECK(wrong_placement({.tp = 8, .ep = 4}) == std::nullopt);
  CHECK(wrong_placement({.tp = 8, .dp = 4, .ep = 32}) == std::nullopt);
  CHECK(wrong_placement({.tp = 8, .dp = 3, .ep = 16}) ==
        "ep 16 does not fit tp × cp = 8 and dp 3; expected a divisor of 8, or 8 times a divisor of 3");
  CHECK(test::refused(test::model_of("gpt-oss-20b"), {.tp = -1}) == "tp is -1; expected at least 1");
}

TEST_CASE("a placement as words") {
  CHECK(print_placement({}) == "TP 1");
  CHECK(print_placement({.tp = 4, .cp = 2, .pp = 2, .dp = 2, .ep = 8}) == "TP 4, CP 2, PP 2, DP 2, EP 8");
}

// Complaints of peers' users, with the figures of models that are known here.
TEST_CASE("mistakes that peers made") {
  // inference-sim 1545: memory of all devices over KV bytes of one, and no replication: 80 GiB on 16 devices, not
  // 40; InferSim prints 0.00 a token there.
  CHECK(kept("llama-3.1-70b", {.tp = 16}) * 16 == 85899345920);
  CHECK(kept("llama-3.1-70b", {.tp = 16}, 1) == 80 * 512);
  // tt-xla 5861, tpu-inference 1847, LMCache 2935: MLA budgeted as divided, 8 times too little.
  CHECK(kept("deepseek-v3", {.tp = 8}) * 8 == 73685532672);
  // transformers 48307: more devices than KV heads (4) is a placement.
  CHECK(kept("qwen3-235b-a22b", {.tp = 8}) == kept("qwen3-235b-a22b", {.tp = 4}));
}

}  // namespace

}  // namespace kvtally::placement_test
