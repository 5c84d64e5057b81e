#include "engine/transformers/tensors.hpp"

#include <string>
#include <vector>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::tensors_test {

namespace {

PlacedLayer layer_of(const Model& model, std::size_t index = 0) { return placed_layers(model, false)->at(index); }

GenerateSetting setting_of(const Model& model, std::string_view line) {
  return *read_setting(model, *read_flags(flags(), line));
}

std::vector<std::string> names_of(const std::vector<CacheTensor>& tensors) {
  std::vector<std::string> out;
  for (const CacheTensor& tensor : tensors) {
    out.push_back(tensor.name);
  }
  return out;
}

}  // namespace

TEST_CASE("tokens of a sliding layer: W − 1 seen, W held, the whole prompt until the next token") {
  CHECK(sliding_tokens_seen(10, 4) == 3);
  CHECK(sliding_tokens_seen(2, 4) == 2);
  CHECK(sliding_tokens_seen(10, 1) == 10);
  CHECK(sliding_tokens_held(10, 10, 4) == 10);
  CHECK(sliding_tokens_held(11, 10, 4) == 4);
  CHECK(sliding_tokens_held(3, 1, 4) == 3);
  CHECK(sliding_tokens_held(10, 2, 1) == 10);
}

TEST_CASE("a latent is expanded before 5.16, and by DSA models") {
  const Model dense = test::zoo_model("deepseek-v3");
  const Model sparse = test::zoo_model("deepseek-v3.2");
  const auto rows = [](const Model& model, std::string_view line) {
    return *whole_rows(layer_of(model), setting_of(model, line));
  };
  CHECK_FALSE(rows(dense, "-c 9").expanded);
  CHECK(rows(dense, "-c 9").heads == 1);
  CHECK(rows(dense, "-c 9").key_dim == 512);
  CHECK(rows(dense, "-c 9").value_dim == 64);
  CHECK(rows(dense, "-c 9 --engine-version 5.15").expanded);
  CHECK(rows(dense, "-c 9 --engine-version 5.15").heads == 128);
  CHECK(rows(dense, "-c 9 --engine-version 5.15").key_dim == 192);
  CHECK(rows(sparse, "-c 9").expanded);
  CHECK(rows(sparse, "-c 9").value_dim == 128);
  // kv_b_proj is divided, a latent is not, and deepseek_v3's plan leaves attention whole.
  CHECK(heads_on_rank(rows(sparse, "-c 9 --tp 8"), 8) == 16);
  CHECK(heads_on_rank(rows(dense, "-c 9 --tp 8"), 8) == 1);
  CHECK(heads_on_rank(rows(dense, "-c 9 --tp 8 --engine-version 5.15"), 8) == 128);
}

TEST_CASE("tensors of each class of layer") {
  const auto names = [](const std::string& id, std::string_view line, std::size_t index = 0) {
    const Model model = test::zoo_model(id);
    return names_of(plain_tensors(layer_of(model, index), setting_of(model, line)));
  };
  using Names = std::vector<std::string>;
  CHECK(names("llama-3.1-8b", "-c 9") == Names{"keys", "values"});
  CHECK(names("gemma-3-27b", "-c 9") == Names{"keys", "values", "_sliding_window_tensor"});
  CHECK(names("gemma-3-27b", "-c 9 --cache-implementation static") ==
        Names{"keys", "values", "cumulative_length"});
  CHECK(names("deepseek-v3.2", "-c 9 --cache-implementation static") ==
        Names{"keys", "values", "cumulative_length", "indexer_keys", "indexer_cumulative_length"});
  CHECK(names("minimax-m3", "-c 9", 3) == Names{"keys", "values", "idx_keys"});
  CHECK(names("glm-5.2", "-c 9", 3) == Names{"keys", "values"});  // it follows an earlier layer's choice
  CHECK(names("qwen3-next-80b-a3b", "-c 9") == Names{"conv_states", "recurrent_states"});
  CHECK(names("whisper-large-v3", "-c 9") == Names{"keys", "values", "cross keys", "cross values"});
  CHECK(names("gemma-3n-e4b", "-c 9", 34) == Names{});  // it reads another layer's cache
}

TEST_CASE("states: K columns, float32 but MiniMax-Text-01's") {
  const Model gdn = test::zoo_model("qwen3-next-80b-a3b");
  const auto tensors = plain_tensors(layer_of(gdn), setting_of(gdn, "-c 9 -b 2"));
  CHECK(tensors[0].shape == std::vector<std::int64_t>{2, 8192, 4});
  CHECK(tensors[0].element_bytes == 2);
  CHECK(tensors[1].shape == std::vector<std::int64_t>{2, 32, 128, 128});
  CHECK(tensors[1].element_bytes == 4);
  const Model minimax = test::zoo_model("minimax-01");
  CHECK(plain_tensors(layer_of(minimax), setting_of(minimax, "-c 9"))[0].element_bytes == 2);
  Model inkling = gdn;
  inkling.model_type = "inkling_text";
  CHECK(plain_tensors(layer_of(inkling), setting_of(inkling, "-c 9"))[0].element_bytes == 4);
}

TEST_CASE("bytes seen and held") {
  const CacheTensor view{"keys", {1, 2, 3, 8}, {1, 2, 10, 8}, 2};
  CHECK(seen_bytes(view) == Bytes{96});
  CHECK(held_bytes(view) == Bytes{320});
  CHECK(held_bytes({"length", {}, {}, 8, Part::entries, true}) == Bytes{8});
}

}  // namespace kvtally::transformers::tensors_test
