#include "model/adapt.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::adapt_test {

namespace {

Format format(const std::string& name) { return *parse_format(name); }
KeyValueFormats both(const std::string& key, const std::string& value) { return {format(key), format(value)}; }

Memory small() { return key_value_memory({8, 8, 128, 128}); }

// A window, a latent with an indexer, and a convolved matrix beside a full cache; an encoder memory.
Model mixed() {
  Model model;
  append_layer(model, model.order, sliding_attention(small(), 8), 2);
  const Memory latent = latent_memory({8, 512, 64, 128, 128});
  append_layer(model, model.order, deepseek_sparse_attention(latent, {{4, 128}, 8}), 1);
  append_layer(model, model.order, state_layer(gated_delta_state({2, 2, 64, 64, 4})), 1);
  append_layer(model, model.order, with_encoder_memory(full_attention(small()), small(), 1500), 1);
  append_layer(model, model.draft, sliding_attention(small(), 8), 1);
  return model;
}

std::vector<std::string> names_of(const Entry& entry) {
  std::vector<std::string> names;
  for (const Row& row : entry) {
    names.push_back(row.format.name);
  }
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("no adaptation leaves the model as it is") { CHECK(adapt(mixed(), {}) == mixed()); }

TEST_CASE("keys, latents and rotary rows take the key's format, values the value's") {
  Adaptation adaptation;
  adaptation.entries = both("q8_0", "q4_0");
  const Model model = adapt(mixed(), adaptation).value();
  CHECK(names_of(model.layers[0].memories[0].entry) == Names{"q8_0", "q4_0"});
  CHECK(names_of(model.layers[1].memories[0].entry) == Names{"q8_0", "q8_0"});
  CHECK(names_of(model.layers[3].memories[0].entry) == Names{"q8_0", "q4_0"});
  CHECK(names_of(model.layers[3].memories[1].entry) == Names{"q8_0", "q4_0"});
  // Entries only: index keys and states stay.
  CHECK(model.layers[1].memories[0].indexer == mixed().layers[1].memories[0].indexer);
  CHECK(model.layers[2] == mixed().layers[2]);
  CHECK(model.order == mixed().order);
  CHECK(model.draft == mixed().draft);
}

TEST_CASE("formats by tag or by kind win over those for all") {
  struct Row {
    std::string name;
    std::string window;  // keys of the sliding layers
    std::string sparse;  // of the sparse ones
    std::string full;    // of the full ones
  };
  const std::vector<Row> rows{
      {"sliding_attention", "fp8_e5m2", "int8", "int8"},
      {"swa", "fp8_e5m2", "int8", "int8"},
      {"deepseek_sparse_attention", "int8", "fp8_e5m2", "int8"},
      {"dsa", "int8", "fp8_e5m2", "int8"},
      {"full_attention", "int8", "int8", "fp8_e5m2"},
      {"mha", "int8", "int8", "fp8_e5m2"},
      {"gdn", "int8", "int8", "int8"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Adaptation adaptation;
    adaptation.entries = both("int8", "int8");
    adaptation.entries_of = {{row.name, both("fp8_e5m2", "fp8_e5m2")}};
    const Model model = adapt(mixed(), adaptation).value();
    CHECK(names_of(model.layers[0].memories[0].entry)[0] == row.window);
    CHECK(names_of(model.layers[1].memories[0].entry)[0] == row.sparse);
    CHECK(names_of(model.layers[3].memories[0].entry)[0] == row.full);
  }
}

TEST_CASE("index keys, recurrent states, convolutions and encoder tokens") {
  Adaptation adaptation;
  adaptation.index_keys = format("fp8@head+f32");
  adaptation.recurrent = format("bf16");
  adaptation.convolution = format("f32");
  adaptation.encoder_tokens = 100;
  const Model model = adapt(mixed(), adaptation).value();
  CHECK(entry_bytes({model.layers[1].memories[0].indexer->key}) == Bytes{132});  // 128 + 4
  CHECK(names_of(model.layers[1].memories[0].entry) == Names{"bf16", "bf16"});
  const std::vector<StateTensor>& tensors = model.layers[2].state.tensors;
  REQUIRE(tensors.size() == 2);
  CHECK(tensors[0].role == StateRole::convolution);
  CHECK(tensors[0].format == f32());
  CHECK(tensors[1].role == StateRole::recurrent);
  CHECK(tensors[1].format == bf16());
  CHECK(std::get<Fixed>(model.layers[3].memories[1].retention) == Fixed{100});
  CHECK(std::holds_alternative<All>(model.layers[3].memories[0].retention));
}

TEST_CASE("token shifts take the convolution's format") {
  Model model;
  append_layer(model, model.order, state_layer(rwkv7_state({2, 2, 64, 64, 0}, 128)), 1);
  Adaptation adaptation;
  adaptation.convolution = format("f16");
  const Model adapted = adapt(model, adaptation).value();
  CHECK(adapted.layers[0].state.tensors[0].format == f32());
  CHECK(adapted.layers[0].state.tensors[1].format == format("f16"));
  CHECK(adapted.layers[0].state.tensors[2].format == format("f16"));
}

Adaptation entries(const std::string& key, const std::string& value) {
  Adaptation adaptation;
  adaptation.entries = both(key, value);
  return adaptation;
}

Adaptation index_keys(const std::string& name) {
  Adaptation adaptation;
  adaptation.index_keys = format(name);
  return adaptation;
}

Adaptation states(const std::string& recurrent, const std::string& convolution) {
  Adaptation adaptation;
  adaptation.recurrent = format(recurrent);
  adaptation.convolution = format(convolution);
  return adaptation;
}

Adaptation named(const std::string& name) {
  Adaptation adaptation;
  adaptation.entries_of = {{name, both("int8", "int8")}};
  return adaptation;
}

TEST_CASE("what cannot be adapted, each sentence once") {
  struct Row {
    std::string name;
    Adaptation adaptation;
    std::vector<std::string> errors;
  };
  const std::string whole =
      " layers: fp8_ds_mla stores a latent of 512 with 64 rotary elements (656 bytes) or "
      "one shared row of 512 (584 bytes), not this entry";
  const std::vector<Row> rows{
      {"groups wider than a row",
       entries("int8@256+f32", "int8"),
       {"swa layers: int8@256+f32 stores blocks of 256 elements, and the key row has 128",
        "dsa layers: int8@256+f32 stores blocks of 256 elements, and the rope row has 64",
        "mha layers: int8@256+f32 stores blocks of 256 elements, and the key row has 128"}},
      {"whole entries where they do not fit", entries("fp8_ds_mla", "fp8_ds_mla"), {"swa" + whole, "mha" + whole}},
      {"an index key",
       index_keys("int8@96+f32"),
       {"dsa layers: int8@96+f32 stores blocks of 96 elements, and the index key row has 128"}},
      {"a state in blocks",
       states("q8_0", "bf16"),
       {"gdn layers: q8_0 stores blocks, and a state is kept element by element"}},
      {"a convolution with a scale a head",
       states("f32", "int8@head+f32"),
       {"gdn layers: int8@head+f32 stores blocks, and a state is kept element by element"}},
      {"a state in whole entries",
       states("fp8_ds_mla", "fp8_ds_mla"),
       {"gdn layers: fp8_ds_mla stores blocks, and a state is kept element by element"}},
      {"a layer type that it lacks",
       named("chunked_attention"),
       {"it has no 'chunked_attention' layers; it has sliding_attention, deepseek_sparse_attention, "
        "linear_attention, full_attention"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto adapted = adapt(mixed(), row.adaptation);
    REQUIRE_FALSE(adapted.has_value());
    CHECK(adapted.error() == row.errors);
  }
}

TEST_CASE("a tag is named beside a longer one that begins with it") {
  const State state = short_convolution_state(64, 3);
  Model model;
  append_layer(model, model.order, hybrid_layer(state, small(), 8), 2);
  append_layer(model, model.order, hybrid_layer(state, small()), 1);
  append_layer(model, model.order, hybrid_layer(state, small(), 16), 1);
  const auto adapted = adapt(model, named("full_attention"));
  REQUIRE_FALSE(adapted.has_value());
  CHECK(adapted.error() ==
        std::vector<std::string>{"it has no 'full_attention' layers; it has hybrid_sliding, hybrid"});
}

TEST_CASE("encoder tokens need an encoder memory") {
  Model model;
  append_layer(model, model.order, full_attention(small()), 2);
  Adaptation adaptation;
  adaptation.encoder_tokens = 100;
  adaptation.entries_of = {{"swa", both("int8", "int8")}};
  const auto adapted = adapt(model, adaptation);
  REQUIRE_FALSE(adapted.has_value());
  CHECK(adapted.error() ==
        std::vector<std::string>{"it has no 'swa' layers; it has full_attention",
                                 "it has no encoder memory, so that encoder tokens mean nothing for it"});
}

}  // namespace

}  // namespace kvtally::adapt_test
