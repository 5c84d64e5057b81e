#include "model/counterfactual.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::counterfactual_test {

namespace {

using Words = std::vector<std::string>;

constexpr LatentHeads kLatent{128, 512, 64, 128, 128};  // DeepSeek-V3's

Model given(const Model& model, const std::string& word) {
  const auto attention = parse_attention(word);
  REQUIRE(attention.has_value());
  auto out = counterfactual(model, *attention);
  REQUIRE_MESSAGE(out.has_value(), out.error().front());
  return *out;
}

// What the only sort of layer of a model becomes.
Layer only(const Model& model, const std::string& word) {
  const Model out = given(model, word);
  REQUIRE(out.layers.size() == 1);
  return out.layers.front();
}

Wide kept_by(const Model& model, Wide seen) { return tally(terms_of(model), Tokens{seen}).total().value; }

TEST_CASE("DeepSeek-V3's shape at 131,072 tokens, by hand") {
  const Model v3 = test::model_of(full_attention(latent_memory(kLatent)), 61);
  struct Row {
    std::string word;
    Layer layer;
    Wide bytes;
  };
  const std::vector<Row> rows{
      // 61 × 131072 × 128 heads × (128 + 128) × 2 bytes
      {"mha", full_attention(key_value_memory({128, 128, 128, 128})), 523986010112},
      {"gqa-8", full_attention(key_value_memory({128, 8, 128, 128})), 32749125632},  // ÷ 16
      {"mqa", full_attention(key_value_memory({128, 1, 128, 128})), 4093640704},     // ÷ 128
      {"mla", full_attention(latent_memory(kLatent)), 9210691584},                   // 61 × 131072 × 576 × 2
      // 61 × 131072 × 128 × (192 + 128) × 2
      {"mha:192+128", full_attention(key_value_memory({128, 128, 192, 128})), 654982512640},
      {"gqa-8:192+128", full_attention(key_value_memory({128, 8, 192, 128})), 40936407040},  // ÷ 16
      {"mla:256+32", full_attention(latent_memory({128, 256, 32, 128, 128})),
       4605345792},                                                                   // 61 × 131072 × 288 × 2
      {"swa-4096", sliding_attention(latent_memory(kLatent), 4096), 287834112},       // 61 × 4096 × 576 × 2
      {"swa-4096+4", sliding_attention(latent_memory(kLatent), 4096, 4), 288115200},  // 61 × 4100 × 576 × 2
      {"chunked-8192", chunked_attention(latent_memory(kLatent), 8192), 575668224},   // 61 × 8192 × 576 × 2
      // 9210691584 + 61 × 131072 × 128 × 2
      {"dsa-2048", deepseek_sparse_attention(latent_memory(kLatent), {{64, 128}, 2048}), 11257511936},
      // 9210691584 + 61 × 131072 × 64 × 2
      {"dsa-1024:32x64", deepseek_sparse_attention(latent_memory(kLatent), {{32, 64}, 1024}), 10234101760},
      // 61 × 128 × (128 × 128 + 128) × 4
      {"linear", state_layer(linear_state({128, 128, 128, 128})), 515702784},
      // 61 × (128 × 128 × 128 × 4 + 3 × 3 × 128 × 128 × 2)
      {"kda", state_layer(kimi_delta_state({128, 128, 128, 128, 4})), 529694720},
      {"gdn", state_layer(gated_delta_state({128, 128, 128, 128, 4})), 529694720},
  };
  for (const Row& row : rows) {
    CAPTURE(row.word);
    const Model other = given(v3, row.word);
    CHECK(other.layers == std::vector<Layer>{row.layer});
    CHECK(other.order == std::vector<Run>{{0, 61}});
    CHECK(kept_by(other, 131072) == row.bytes);
    CHECK(other_layers(v3, other) == (row.word != "mla"));
  }
}

TEST_CASE("a model given what it has is what it was, weights and all") {
  Model v3 = test::model_of(full_attention(latent_memory(kLatent)), 61);
  v3.parameters.total = 671;
  CHECK(given(v3, "mla") == v3);
  CHECK(given(v3, "as-is") == v3);
  CHECK(given(v3, "mla:512+64") == v3);
  const Model other = given(v3, "mha");
  CHECK_FALSE(other.parameters.total.has_value());
  CHECK(other.weights == WeightFacts{});
}

TEST_CASE("the naive formula reads the new key-value heads, and sees nothing of any other attention") {
  Model v3 = test::model_of(full_attention(latent_memory(kLatent)), 61);
  v3.naive = {61, 128, 128, {}, 7168};
  CHECK(given(v3, "gqa-8").naive == NaiveShape{61, 128, 8, 128, 7168});
  CHECK(given(v3, "mha:192+128").naive == NaiveShape{61, 128, 128, 192, 7168});
  for (const std::string word : {"swa-4096", "dsa-2048", "mla:256+32", "linear"}) {
    CAPTURE(word);
    CHECK(given(v3, word).naive == v3.naive);
  }
}

TEST_CASE("what was taken for granted is said") {
  const std::string first =
      "counterfactual: the layers that attend have another attention; their number, query heads and all else are "
      "the model's own, and weights are not computed";
  Model v3 = test::model_of(full_attention(latent_memory(kLatent)), 61);
  v3.assumptions = {"its own"};
  CHECK(given(v3, "mha").assumptions == Words{"its own", first, "keys are as wide as values: 128"});
  CHECK(given(v3, "mha:192+128").assumptions == Words{"its own", first});
  CHECK(given(v3, "dsa-2048").assumptions ==
        Words{"its own", first, "an indexer of 64 heads and keys of 128, as DeepSeek-V3.2 has"});
  CHECK(given(v3, "linear").assumptions == Words{"its own", first, "a state of 128 heads of 128 x 128"});
  CHECK(given(v3, "kda").assumptions ==
        Words{"its own", first, "a state of 128 heads of 128 x 128, behind a convolution over 4 tokens"});
  const Model heads = test::model_of(full_attention(key_value_memory({32, 8, 128, 64})), 2);
  CHECK(given(heads, "mla:512+64").assumptions ==
        Words{first, "in prefill a latent is expanded to keys of 128 + 64 and values of 64"});
  CHECK(only(heads, "mla:512+64").memories.front() == latent_memory({32, 512, 64, 128, 64}));
}

TEST_CASE("layers keep their place, and layers of one shape become one sort") {
  Model model;
  const Memory heads = key_value_memory({16, 8, 64, 64});
  append_layer(model, model.order, sliding_attention(heads, 512), 5);
  append_layer(model, model.order, full_attention(heads), 1);
  append_layer(model, model.order, state_layer(linear_state({4, 4, 64, 64})), 2);
  append_layer(model, model.order, feed_forward_layer("mlp"), 1);
  append_layer(model, model.order, full_attention(heads), 3);
  append_layer(model, model.draft, full_attention(heads), 1);
  const Model other = given(model, "mqa");
  CHECK(other.layers == std::vector<Layer>{full_attention(key_value_memory({16, 1, 64, 64})),
                                           state_layer(linear_state({4, 4, 64, 64})), feed_forward_layer("mlp")});
  CHECK(other.order == std::vector<Run>{{0, 6}, {1, 2}, {2, 1}, {0, 3}});
  CHECK(other.draft == std::vector<Run>{{0, 1}});
  CHECK(other.assumptions.back() == "layers that do not attend keep what they keep in the model");
}

}  // namespace

}  // namespace kvtally::counterfactual_test
