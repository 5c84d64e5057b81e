#include "model/kinds.hpp"

#include <algorithm>
#include <cctype>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/presets.hpp"
#include "read/description/layer_words.hpp"
#include "read/zoo.hpp"

namespace kvtally::kinds_test {

namespace {

bool known(std::string_view id) {
  return std::ranges::any_of(kinds(), [&](const Kind& kind) { return kind.id == id; });
}

TEST_CASE("ids, labels and titles are there and unique, and letters can be printed") {
  std::set<std::string_view> ids;
  std::set<std::string_view> labels;
  std::set<std::string_view> titles;
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.id);
    CHECK(ids.insert(kind.id).second);
    CHECK(labels.insert(kind.label).second);
    CHECK(titles.insert(kind.title).second);
    CHECK_FALSE(kind.id.empty());
    CHECK_FALSE(kind.title.empty());
    CHECK((kind.label.size() >= 1 && kind.label.size() <= 6));
    CHECK((std::isalpha(static_cast<unsigned char>(kind.letter)) != 0 || kind.letter == '-'));
    CHECK(&kind_of(kind.id) == &kind);
  }
}

TEST_CASE("kinds that share a letter are forms of one thing") {
  std::map<char, std::vector<std::string>> by_letter;
  for (const Kind& kind : kinds()) {
    by_letter[kind.letter].emplace_back(kind.id);
  }
  std::erase_if(by_letter, [](const auto& entry) { return entry.second.size() == 1; });
  const std::map<char, std::vector<std::string>> expected{
      {'F', {"mha", "gqa", "mqa"}},
      {'S', {"swa", "sink_swa"}},
      {'y', {"hybrid", "hybrid_sliding"}},
      {'-', {"moe", "mlp"}},
  };
  CHECK(by_letter == expected);
}

TEST_CASE("every kind has its formula, layer type and source, and a class or a reason to have none") {
  std::set<std::string_view> without_class;
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.id);
    CHECK_FALSE(kind.keeps.empty());
    CHECK(std::ranges::find(layer_types(), kind.layer_type) != layer_types().end());
    CHECK((kind.source.find("arXiv ") != std::string_view::npos ||
           kind.source.find("transformers ") != std::string_view::npos));
    CHECK((kind.notes_row >= 0 && kind.notes_row <= 9));
    if (kind.cache_class.empty()) {
      without_class.insert(kind.id);
    }
  }
  // transformers dropped its SinkCache and has no NSA.
  CHECK(without_class == std::set<std::string_view>{"nsa", "sink_swa"});
}

// The dynamic cache classes of transformers 5.16.0.dev0 by layer type, copied from its cache_utils.py,
// modeling_deepseek_v4.py, modeling_minimax_m3_vl.py and modeling_qwen4_exp.py.
TEST_CASE("the cache class of each layer type") {
  const std::map<std::string_view, std::string_view> classes{
      {"full_attention", "DynamicLayer"},
      {"sliding_attention", "DynamicSlidingWindowLayer"},
      {"chunked_attention", "DynamicSlidingWindowLayer"},
      {"deepseek_sparse_attention", "DynamicIndexedLayer"},
      {"qwen_sparse_attention", "DynamicIndexedLayer"},
      {"minimax_m3_sparse", "MiniMaxM3VLSparseCacheLayer"},
      {"compressed_sparse_attention", "DeepseekV4CSACache"},
      {"heavily_compressed_attention", "DeepseekV4HCACache"},
      {"cross_attention", "EncoderDecoderCache"},
      {"linear_attention", "LinearAttentionLayer"},
      {"conv", "LinearAttentionLayer"},
      {"moe", "LinearAttentionLayer"},
      {"mlp", "LinearAttentionLayer"},
      {"hybrid", "LinearAttentionAndFullAttentionLayer"},
      {"hybrid_sliding", "LinearAttentionAndSlidingWindowAttentionLayer"},
  };
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.id);
    if (!kind.cache_class.empty()) {
      CHECK(kind.cache_class == classes.at(kind.layer_type));
    }
  }
}

// MHA, MQA, GQA, sharing across layers (no kind), MLA, windows and chunks, CSA and HCA, linear attention, MoE and
// MLP.
TEST_CASE("the rows of the lecture notes' table") {
  std::map<int, std::set<std::string_view>> rows;
  for (const Kind& kind : kinds()) {
    rows[kind.notes_row].insert(kind.layer_type);
  }
  using Types = std::set<std::string_view>;
  rows.erase(0);
  CHECK(rows == std::map<int, Types>{{1, {"full_attention"}},
                                     {2, {"full_attention"}},
                                     {3, {"full_attention"}},
                                     {5, {"full_attention"}},
                                     {6, {"sliding_attention", "chunked_attention"}},
                                     {7, {"compressed_sparse_attention", "heavily_compressed_attention"}},
                                     {8, {"linear_attention", "hybrid", "hybrid_sliding"}},
                                     {9, {"moe", "mlp"}}});
}

TEST_CASE("every kind that a preset gives is in the table") {
  const Memory memory = key_value_memory({8, 8, 64, 64});
  const State state = short_convolution_state(64, 3);
  const std::vector<Layer> layers{
      full_attention(memory),
      full_attention(key_value_memory({8, 2, 64, 64})),
      full_attention(key_value_memory({8, 1, 64, 64})),
      full_attention(latent_memory({8, 64, 16, 64, 64})),
      sliding_attention(memory, 8),
      sliding_attention(memory, 8, 4),
      chunked_attention(memory, 8),
      cross_attention(memory, 8),
      deepseek_sparse_attention(memory, {{4, 64}, 8}),
      qwen_sparse_attention(memory, {{4, 64}, 8, 4}),
      minimax_sparse_attention(memory, {{4, 64}, 8, 4}),
      native_sparse_attention(memory, {32, 16, 64, 16, 512}),
      compressed_sparse_attention({8, 64}, {8, 4, {4, 64}, 8}),
      heavily_compressed_attention({8, 64}, 8, 128),
      hybrid_layer(state, memory),
      hybrid_layer(state, memory, 8),
      feed_forward_layer("moe"),
      feed_forward_layer("mlp"),
  };
  for (const Layer& layer : layers) {
    CAPTURE(layer.kind);
    REQUIRE(known(layer.kind));
    CHECK(kind_of(layer.kind).layer_type == layer.tag);
  }
}

TEST_CASE("every kind of layer of the zoo is in the table") {
  const Zoo zoo(embedded_files());
  for (const std::string& id : zoo.ids()) {
    const auto description = zoo.describe(id);
    REQUIRE(description.has_value());
    for (const Layer& layer : description->model.layers) {
      CAPTURE(id);
      CAPTURE(layer.kind);
      CHECK(known(layer.kind));
    }
  }
}

}  // namespace

}  // namespace kvtally::kinds_test
