#include "model/weight_facts.hpp"

#include <doctest/doctest.h>

namespace kvtally::weight_facts_test {

namespace {

TEST_CASE("every part of the weights has a name that stands for it") {
  for (const WeightPart part :
       {WeightPart::embedding, WeightPart::attention, WeightPart::feed_forward, WeightPart::experts,
        WeightPart::norm, WeightPart::head, WeightPart::draft, WeightPart::encoder, WeightPart::other}) {
    CHECK(!name_of(part).empty());
    CHECK(weight_part(name_of(part)) == part);
    CHECK(stands_apart(part) == (part == WeightPart::draft || part == WeightPart::encoder));
  }
  CHECK(weight_part("vision") == std::nullopt);
  CHECK(weight_part("") == std::nullopt);
}

TEST_CASE("a feature holds for all layers, for some types, or for none") {
  WeightFacts facts;
  facts.features["attention_bias"] = {true, {}};
  facts.features["attention_sinks"] = {false, {"sliding_attention"}};
  facts.features["qk_norm"] = {false, {}};
  CHECK(facts.has("attention_bias", "full_attention"));
  CHECK(facts.has("attention_sinks", "sliding_attention"));
  CHECK_FALSE(facts.has("attention_sinks", "full_attention"));
  CHECK_FALSE(facts.has("qk_norm", "full_attention"));
  CHECK_FALSE(facts.has("mlp_bias", "full_attention"));
}

TEST_CASE("the feed-forwards that no list gives") {
  WeightFacts facts;
  CHECK(usual_mlp(facts, 4) == std::vector<MlpRun>{{false, 4}});
  facts.sizes["num_experts"] = 8;
  CHECK(usual_mlp(facts, 4) == std::vector<MlpRun>{{true, 4}});
  facts.sizes["first_k_dense_replace"] = 1;
  CHECK(usual_mlp(facts, 4) == std::vector<MlpRun>{{false, 1}, {true, 3}});
  facts.sizes["first_k_dense_replace"] = 5;
  CHECK(usual_mlp(facts, 4) == std::vector<MlpRun>{{false, 4}});
  CHECK(usual_mlp(facts, 0).empty());
}

TEST_CASE("a size that is not given is nothing, and not zero") {
  WeightFacts facts;
  facts.sizes["q_lora_rank"] = 0;
  CHECK(facts.size("q_lora_rank") == 0);
  CHECK(facts.size("intermediate_size") == std::nullopt);
}

}  // namespace

}  // namespace kvtally::weight_facts_test
