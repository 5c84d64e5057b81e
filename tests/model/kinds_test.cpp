#include "model/kinds.hpp"

#include <algorithm>
#include <cctype>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/presets.hpp"
#include "read/zoo.hpp"

namespace kvtally {

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
    CHECK(known(layer.kind));
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

}  // namespace kvtally
