#include "read/config/weight_facts.hpp"

#include <doctest/doctest.h>

#include "read/description/description.hpp"
#include "read/text/json.hpp"
#include "read/text/tree.hpp"

namespace kvtally::weight_facts_test {

namespace {

// What the description says of the weights of a config.json of four layers with these members more.
WeightFacts facts_of(const std::string& members) {
  const auto tree =
      parse_json("config.json", R"({"num_hidden_layers": 4)" + (members.empty() ? "" : ", " + members) + "}");
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  Problems problems;
  const Fields fields(*tree, tree->root(), problems);
  Translation t(fields, nullptr);
  t.give("name", "M", "");
  t.take("num_hidden_layers");
  t.uniform("moe");
  t.give("weights.norms_per_layer", "2", "");
  translate_weights(t);
  CHECK(problems.empty());
  const auto description = read_description(t.build(), "m");
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return description->model.weights;
}

std::int64_t size_of(const std::string& members, std::string_view key) {
  return facts_of(members).size(key).value_or(-1);
}

TEST_CASE("sizes under the names that families give them") {
  CHECK(size_of(R"("ffn_dim": 8192)", "intermediate_size") == 8192);
  CHECK(size_of(R"("intermediate_size": 8192, "intermediate_size_mlp": 16384)", "intermediate_size") == 16384);
  CHECK(size_of(R"("n_routed_experts": 256)", "num_experts") == 256);
  CHECK(size_of(R"("num_local_experts": 16)", "num_experts") == 16);
  CHECK(size_of(R"("moe_topk": 8)", "num_experts_per_tok") == 8);
  CHECK(size_of(R"("n_shared_experts": 1)", "num_shared_experts") == 1);
  CHECK(size_of(R"("routed_expert_hidden_size": 3584)", "moe_latent_size") == 3584);
  CHECK(size_of(R"("tie_word_embeddings": true)", "tie_word_embeddings") == 1);
  CHECK(size_of(R"("tie_word_embeddings": false)", "tie_word_embeddings") == 0);
}

TEST_CASE("a latent without a rank for queries has none; without a latent nothing is said") {
  CHECK(size_of(R"("kv_lora_rank": 512, "q_lora_rank": null)", "q_lora_rank") == 0);
  CHECK(size_of(R"("kv_lora_rank": 512)", "q_lora_rank") == 0);
  CHECK(size_of(R"("kv_lora_rank": 512, "q_lora_rank": 1536)", "q_lora_rank") == 1536);
  CHECK(size_of("", "q_lora_rank") == -1);
}

TEST_CASE("a value that is no whole number is left out, and refuses nothing") {
  for (const std::string value : {"[8, 8]", "null", "\"auto\"", "1.5", "-1", "{}", "99999999999"}) {
    CAPTURE(value);
    CHECK(size_of(R"("intermediate_size": )" + value, "intermediate_size") == -1);
    CHECK(size_of(R"("tie_word_embeddings": )" + value, "tie_word_embeddings") == -1);
  }
  CHECK(size_of(R"("intermediate_size": [1, 2], "ffn_dim": 7)", "intermediate_size") == 7);
}

TEST_CASE("where the experts are") {
  const auto mlp = [](const std::string& members) { return facts_of(R"("num_experts": 8)" + members).mlp; };
  using Runs = std::vector<MlpRun>;
  CHECK(mlp("") == Runs{{true, 4}});
  CHECK(mlp(R"(, "first_k_dense_replace": 1)") == Runs{{false, 1}, {true, 3}});
  CHECK(mlp(R"(, "mlp_layer_types": ["dense", "sparse", "sparse", "sparse"])") == Runs{{false, 1}, {true, 3}});
  CHECK(mlp(R"(, "moe_layer_freq": [0, 1, 1, 1, 1])") == Runs{{false, 1}, {true, 3}});
  CHECK(mlp(R"(, "moe_layer_freq": 1, "first_k_dense_replace": 2)") == Runs{{false, 2}, {true, 2}});
  CHECK(mlp(R"(, "moe_layer_freq": 2, "first_k_dense_replace": 1)") == Runs{{false, 2}, {true, 1}, {false, 1}});
  CHECK(mlp(R"(, "expert_layer_period": 2, "expert_layer_offset": 1)") ==
        Runs{{false, 1}, {true, 1}, {false, 1}, {true, 1}});
  CHECK(mlp(R"(, "interleave_moe_layer_step": 2)") == Runs{{false, 1}, {true, 1}, {false, 1}, {true, 1}});
  CHECK(mlp(R"(, "decoder_sparse_step": 1, "mlp_only_layers": [0, 3])") ==
        Runs{{false, 1}, {true, 2}, {false, 1}});
  CHECK(mlp(R"(, "decoder_sparse_step": 1, "mlp_only_layers": [])") == Runs{{true, 4}});
}

}  // namespace

}  // namespace kvtally::weight_facts_test
