#include "read/config/module_names.hpp"

#include <doctest/doctest.h>

namespace kvtally::module_names_test {

namespace {

std::string kept(const std::vector<std::string>& modules, std::int64_t layers = 4) {
  const UnconvertedModules out = unconverted(modules, layers);
  WeightScheme scheme;
  scheme.kept = out.kept;
  std::string text = print(scheme).substr(std::string("bf16").size());
  for (const std::string& what : out.unread) {
    text += "; not understood: " + what;
  }
  return text;
}

TEST_CASE("modules are parts, tensors and layers") {
  CHECK(kept({"lm_head", "model.embed_tokens"}) == ",keep=embedding,keep=head");
  CHECK(kept({"model.layers.*.self_attn", "model.layers.*.mlp.router"}) == ",keep=attention,keep=experts/router");
  CHECK(kept({"model.layers.0.mlp.gate", "model.layers.2.mlp.gate"}) == ",keep=experts/router@0+2");
  CHECK(kept({"gate", "e_score_correction_bias"}) == ",keep=experts/router");
  CHECK(kept({"re:.*self_attn.*", "re:.*shared_experts.*", "re:.*mlp\\.(gate|up|gate_up|down)_proj.*"}) ==
        ",keep=attention,keep=feed_forward,keep=experts/shared expert");
  CHECK(kept({"in_proj_a", "in_proj_b"}) == ",keep=attention/decay and step projections");
  CHECK(kept({"model.layers.1.self_attn.o_proj"}) == ",keep=attention/output projection@1");
}

TEST_CASE("a whole layer; all layers; layers behind the last, MTP and encoders stand apart") {
  CHECK(kept({"model.layers.0*"}) == ",keep=attention@0,keep=feed_forward@0,keep=experts@0");
  CHECK(kept({"a.layers.0.self_attn*", "a.layers.1.self_attn*", "a.layers.2.self_attn*",
              "a.layers.3.self_attn*"}) == ",keep=attention");
  CHECK(kept({"model.layers.4*", "mtp.layers.0*"}) == ",keep=draft");
  CHECK(kept({"vision_model.model.layers.0.self_attn.q_proj", "model.visual"}) == ",keep=encoder");
}

TEST_CASE("norms and biases are no matrices; all three projections of a feed-forward are one") {
  CHECK(kept({"model.layers.0.input_layernorm", "model.norm",
              "model.layers.3.mlp.gate.e_score_correction_bias"}) == "");
  CHECK(kept({"model.layers.0.mlp.gate_proj", "model.layers.0.mlp.up_proj", "model.layers.0.mlp.down_proj"}) ==
        ",keep=feed_forward@0");
  CHECK(kept({"model.layers.0.mlp.down_proj"}) == "; not understood: a part of the projections of a feed-forward");
}

TEST_CASE("a module that is not known is named") {
  CHECK(kept({"model.layers.0.mystery"}) == "; not understood: the module 'model.layers.0.mystery'");
  CHECK(kept({""}) == "; not understood: the module ''");
  CHECK(kept({"layers.99999999999999999999.x"}) == "; not understood: the module 'layers.99999999999999999999.x'");
}

}  // namespace

}  // namespace kvtally::module_names_test
