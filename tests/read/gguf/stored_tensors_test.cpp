#include "read/gguf/stored_tensors.hpp"

#include <doctest/doctest.h>

#include "read/gguf/reading.hpp"

namespace kvtally::stored_tensors_test {

namespace {

TEST_CASE("a tensor's name says its part") {
  const std::vector<std::pair<std::string, WeightPart>> rows{
      {"token_embd.weight", WeightPart::embedding},
      {"per_layer_token_embd.weight", WeightPart::embedding},
      {"token_embd_norm.weight", WeightPart::norm},
      {"output_norm.weight", WeightPart::norm},
      {"output.weight", WeightPart::head},
      {"rope_freqs.weight", WeightPart::other},
      {"blk.0.attn_norm.weight", WeightPart::norm},
      {"blk.0.attn_q.weight", WeightPart::attention},
      {"blk.0.attn_q_norm.weight", WeightPart::attention},
      {"blk.0.attn_kv_a_mqa.weight", WeightPart::attention},
      {"blk.0.attn_sinks.weight", WeightPart::attention},
      {"blk.0.indexer.attn_k.weight", WeightPart::attention},
      {"blk.0.ssm_conv1d.weight", WeightPart::attention},
      {"blk.0.shortconv.conv.weight", WeightPart::attention},
      {"blk.0.time_mix_key.weight", WeightPart::attention},
      {"blk.0.channel_mix_key.weight", WeightPart::feed_forward},
      {"blk.0.ffn_norm.weight", WeightPart::norm},
      {"blk.0.post_ffw_norm.weight", WeightPart::norm},
      {"blk.0.ffn_up.weight", WeightPart::feed_forward},
      {"blk.0.ffn_down.bias", WeightPart::feed_forward},
      {"blk.0.ffn_up.7.weight", WeightPart::experts},
      {"blk.0.ffn_up_exps.weight", WeightPart::experts},
      {"blk.0.ffn_up_shexp.weight", WeightPart::experts},
      {"blk.0.ffn_gate_inp.weight", WeightPart::experts},
      {"blk.0.exp_probs_b.bias", WeightPart::experts},
      {"blk.0.laurel_l.weight", WeightPart::other},
      {"blk.2.attn_q.weight", WeightPart::draft},
      {"blk.1.nextn.eh_proj.weight", WeightPart::draft},
      {"v.blk.0.attn_q.weight", WeightPart::encoder},
      {"mm.0.weight", WeightPart::encoder},
      {"enc.blk.0.attn_q.weight", WeightPart::encoder},
      {"dec.blk.0.cross_attn_q.weight", WeightPart::attention},
      {"dec.blk.0.ffn_up.weight", WeightPart::feed_forward},
      {"blk.x.attn_q.weight", WeightPart::other},
      {"blk.0", WeightPart::other},
  };
  for (const auto& [name, part] : rows) {
    CAPTURE(name);
    CHECK(weight_part(name, 2) == part);
  }
}

TEST_CASE("bytes and elements are summed by part and format") {
  test::GgufWriter file = test::small_gguf();
  file.set("nextn_predict_layers", 1);
  file.tensor("token_embd.weight", {256, 8}, 12, 1152);  // 8 blocks of 144
  file.tensor("blk.0.attn_q.weight", {256, 2}, 8, 544);  // 16 blocks of 34
  file.tensor("blk.0.attn_k.weight", {256, 1}, 8, 272);
  file.tensor("blk.0.attn_v.weight", {256, 1}, 14, 210);
  file.tensor("blk.0.ffn_up_exps.weight", {32, 2, 3}, 39, 102);  // 6 blocks of 17
  file.tensor("blk.1.attn_q.weight", {8}, 0, 32).tensor("blk.1.nextn.eh_proj.weight", {16}, 0, 64);
  const Model model = test::gguf_model(file);
  REQUIRE(model.stored.has_value());
  CHECK(model.stored->from == "the tensor table of a GGUF file");
  const std::vector<StoredGroup> groups{
      {WeightPart::embedding, "q4_K", 1, 2048, Bytes{1152}}, {WeightPart::attention, "q6_K", 1, 256, Bytes{210}},
      {WeightPart::attention, "q8_0", 2, 768, Bytes{816}},   {WeightPart::experts, "mxfp4", 1, 192, Bytes{102}},
      {WeightPart::draft, "f32", 2, 24, Bytes{96}},
  };
  CHECK(model.stored->groups == groups);
  CHECK_FALSE(test::gguf_model(test::small_gguf()).stored.has_value());
}

}  // namespace

}  // namespace kvtally::stored_tensors_test
