#include <doctest/doctest.h>

#include "account/weight_load.hpp"
#include "account/weights_text.hpp"
#include "read/text/embedded.hpp"
#include "read/zoo.hpp"

namespace kvtally::weight_load_for_test {

namespace {

Model of_zoo(const std::string& id) {
  static const Zoo zoo(embedded_files());
  return zoo.describe(id)->model;
}

// One layer of attention; nothing is known of its weights.
Model bare() {
  return test::described(
      "name: M\nnum_hidden_layers: 1\nnum_attention_heads: 1\nnum_key_value_heads: 1\nhead_dim: 8\n"
      "layer_types: full_attention x1\n");
}

std::vector<std::string> errors_of(const Model& model) {
  const auto load = weight_load_for(model, {});
  REQUIRE_FALSE(load.has_value());
  return load.error();
}

using Lines = std::vector<std::string>;

TEST_CASE("published counts: V3's 671B and 37B at a byte, labelled") {
  const auto fp8 = *parse_weight_scheme("fp8");
  const auto load = load_published(of_zoo("deepseek-v3"), fp8);
  REQUIRE(load.has_value());
  CHECK(load->total().value == 671000000000);  // 624.9 GiB
  CHECK(load->active().value == 37000000000);
  CHECK(load->from == "the published 671B parameters in fp8_e4m3");
  CHECK(load->groups[0].name == "published active");
  CHECK(load->groups[1].name == "published inactive");
  CHECK(bytes_of_parameters(37000000000, fp8).value == 37000000000);
  CHECK(bytes_of_parameters(33, *parse_weight_scheme("q8_0")).value == 68);  // two blocks
}

TEST_CASE("what is asked for comes first, then the model's own format, then bf16 as an assumption") {
  Model model = of_zoo("llama-2-7b");
  CHECK(weight_load_for(model, *parse_weight_scheme("all=int8"))->total().value == 6738415616);
  const auto plain = weight_load_for(model, {});
  CHECK(plain->total().value == 13476831232);
  CHECK(plain->assumptions == Lines{"weights in bf16: the description names no format of them"});
  model.weight_scheme = *parse_weight_scheme("f32");
  model.weight_scheme->from = "torch_dtype: float32";
  CHECK(weight_load_for(model, {})->total().value == 26953662464);
  CHECK(weight_load_for(model, {})->from == "computed from the shapes, torch_dtype: float32");
}

TEST_CASE("published counts stand in for shapes that are not known, and that is said") {
  Model model = bare();
  model.parameters.total = 1000;
  const auto load = weight_load_for(model, {});
  REQUIRE(load.has_value());
  CHECK(load->total().value == 2000);
  CHECK(load->active().value == 2000);
  CHECK(load->assumptions ==
        Lines{"weights in bf16: the description names no format of them",
              "a step reads the embedding too: the published counts do not set it apart",
              "the shapes of the weights are not known (missing: weights): the published counts are taken, every "
              "parameter in bf16"});
}

TEST_CASE("everything that is missing is named") {
  CHECK(errors_of(bare()) == Lines{"the size of the weights: missing weights",
                                   "the size of the weights: no published number of parameters"});
  Model sparse = bare();
  sparse.parameters.total = 1000;
  sparse.weights.sizes["num_experts"] = 8;
  CHECK(errors_of(sparse) == Lines{"the size of the weights: missing weights",
                                   "the weights that a step reads: no published number of active parameters"});
}

TEST_CASE("more active parameters than there are is no answer") {
  Model model = bare();
  model.parameters = {1000, 1001};
  CHECK(errors_of(model) ==
        Lines{"the size of the weights: missing weights",
              "the weights that a step reads: more published active parameters than there are"});
}

TEST_CASE("a file's own words that are not understood are refused, never passed over for published counts") {
  Model model = bare();
  model.parameters.total = 1000;
  model.weight_scheme = WeightScheme{};
  model.weight_scheme->unread = {"quant_method 'x'"};
  CHECK(errors_of(model) ==
        Lines{"how the weights are stored: quant_method 'x' is not understood; --weight-dtype says it"});
}

}  // namespace

}  // namespace kvtally::weight_load_for_test
