#include "model/mixture.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::mixture_test {

namespace {

Model model(const std::string& id) { return find_model(test::zoo(), id)->model; }

TEST_CASE("how layers are mixed") {
  CHECK(mix_of(model("llama-3.1-405b")) == "uniform");
  CHECK(mix_of(model("mistral-7b")) == "uniform");
  CHECK(mix_of(model("gemma-3-27b")) == "cheap_and_dear");
  CHECK(mix_of(model("jamba-v0.1")) == "cheap_and_dear");
  // HCA and CSA: two kinds, neither of which keeps an entry of every position
  CHECK(mix_of(model("deepseek-v4-pro")) == "other");
  // GQA x3, MSA x57: two kinds, both of which do
  CHECK(mix_of(model("minimax-m3")) == "other");
  CHECK(mix_of(Model{}) == "other");
}

TEST_CASE("what the cheap layers are") {
  CHECK(cheap_of(model("gemma-3-27b")) == "windows");
  CHECK(cheap_of(model("llama-4-scout")) == "windows");
  CHECK(cheap_of(model("jamba-v0.1")) == "states");
  CHECK(cheap_of(model("deepseek-v3.2")) == "none");
}

TEST_CASE("full attention, choices, and the knobs") {
  CHECK(full_everywhere(model("deepseek-v3")));
  CHECK_FALSE(full_everywhere(model("deepseek-v3.2")));
  CHECK_FALSE(full_everywhere(model("mistral-7b")));
  CHECK(chooses(model("deepseek-v3.2").layers.front()));
  CHECK(keeps_all(model("deepseek-v3.2").layers.front()));
  CHECK_FALSE(keeps_all(model("mistral-7b").layers.front()));
  CHECK(turns(model("glm-5.3-flash"), Knob::positions));
  CHECK(turns(model("glm-5.3-flash"), Knob::growth));
  CHECK_FALSE(turns(model("gpt-3-175b"), Knob::entry));
}

TEST_CASE("layers that keep every position") {
  Layer full{"gqa", "full_attention", {Memory{}}, {}, {}};
  Layer window = full;
  window.memories.front().retention = Window{128};
  Layer both = window;
  both.memories.emplace_back();
  const Layer state{"mamba2", "mamba", {}, {}, {}};
  CHECK(keeps_all(full));
  CHECK_FALSE(keeps_all(window));
  CHECK(keeps_all(both));
  CHECK_FALSE(keeps_all(state));

  Model model;
  CHECK(full_layer_count(model) == 0);
  append_layer(model, model.order, window, 5);
  append_layer(model, model.order, full, 2);
  append_layer(model, model.order, window, 5);
  append_layer(model, model.order, full, 1);
  CHECK(full_layer_count(model) == 3);
}

}  // namespace

}  // namespace kvtally::mixture_test
