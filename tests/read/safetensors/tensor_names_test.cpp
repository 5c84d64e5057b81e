#include "read/safetensors/tensor_names.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace kvtally::tensor_names_test {

namespace {

struct Family {
  std::string name;
  std::vector<std::pair<WeightPart, std::vector<std::string>>> tensors;
};

using enum WeightPart;

// Names as the makers' files have them.
const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"Llama, Qwen3",
       {{embedding, {"model.embed_tokens.weight"}},
        {attention, {"model.layers.0.self_attn.q_proj.weight", "model.layers.31.self_attn.k_norm.weight"}},
        {feed_forward, {"model.layers.0.mlp.gate_proj.weight", "model.layers.0.mlp.down_proj.weight"}},
        {norm,
         {"model.layers.0.input_layernorm.weight", "model.layers.0.post_attention_layernorm.weight",
          "model.norm.weight"}},
        {head, {"lm_head.weight"}}}},
      {"Mixtral, MiniMax, Granite MoE",
       {{experts,
         {"model.layers.0.block_sparse_moe.gate.weight", "model.layers.0.block_sparse_moe.experts.7.w1.weight",
          "model.layers.0.block_sparse_moe.input_linear.weight",
          "model.layers.0.shared_mlp.input_linear.weight"}}}},
      {"Qwen MoE, DeepSeek-V3, Kimi, gpt-oss, Hunyuan, Ernie",
       {{experts,
         {"model.layers.3.mlp.gate.weight", "model.layers.3.mlp.gate.e_score_correction_bias",
          "model.layers.3.mlp.experts.255.down_proj.weight", "model.layers.3.mlp.shared_experts.up_proj.weight",
          "model.layers.3.mlp.shared_expert_gate.weight", "model.layers.3.mlp.router.weight",
          "model.layers.3.mlp.experts.gate_up_proj_blocks", "model.layers.3.mlp.gate.wg.weight",
          "model.layers.3.mlp.moe_statics.e_score_correction_bias"}},
        {attention,
         {"model.layers.3.self_attn.kv_a_proj_with_mqa.weight", "model.layers.3.self_attn.kv_a_layernorm.weight",
          "model.layers.3.self_attn.indexer.wk.weight", "model.layers.3.self_attn.sinks"}},
        {feed_forward, {"model.layers.0.mlp.up_proj.weight"}}}},
      {"DeepSeek-V4's own names",
       {{embedding, {"embed.weight"}},
        {attention,
         {"layers.2.attn.wq_a.weight", "layers.2.attn.compressor.wkv.weight", "layers.2.attn.attn_sink"}},
        {experts,
         {"layers.2.ffn.gate.weight", "layers.2.ffn.experts.0.w1.weight",
          "layers.2.ffn.shared_experts.w2.weight"}},
        {norm, {"layers.2.attn_norm.weight", "layers.2.ffn_norm.weight", "norm.weight"}},
        {head, {"head.weight"}},
        {draft, {"mtp.0.attn.wq_a.weight", "mtp.0.ffn.experts.3.w1.weight", "mtp.0.norm.weight"}},
        {other, {"layers.2.hc_attn_fn", "hc_head_base"}}}},
      {"Mistral's own files",
       {{embedding, {"tok_embeddings.weight", "mm_whisper_embeddings.tok_embeddings.weight"}},
        {attention, {"layers.0.attention.wq.weight", "layers.0.attention.kv_a_norm.weight"}},
        {feed_forward, {"layers.0.feed_forward.w1.weight"}},
        {experts, {"layers.3.gate.weight", "layers.3.experts.127.w2.weight", "layers.3.shared_experts.w1.weight"}},
        {norm, {"layers.0.attention_norm.weight", "layers.0.ffn_norm.weight", "norm.weight"}},
        {head, {"output.weight"}},
        {encoder,
         {"vision_encoder.transformer.layers.99.attention.wq.weight", "vision_language_adapter.w_in.weight",
          "patch_merger.merging_layer.weight", "pre_mm_projector_norm.weight",
          "mm_whisper_embeddings.whisper_encoder.transformer.layers.31.attention.wq.weight",
          "mm_whisper_embeddings.audio_language_projection.0.weight"}}}},
      {"GPT-2, GPT-J, Falcon, BLOOM, GPT-NeoX, MPT, DBRX, OPT, ChatGLM, InternLM2",
       {{embedding,
         {"wte.weight", "wpe.weight", "transformer.word_embeddings.weight", "gpt_neox.embed_in.weight",
          "model.decoder.embed_positions.weight", "transformer.embedding.word_embeddings.weight",
          "model.tok_embeddings.weight"}},
        {attention,
         {"h.0.attn.c_attn.weight", "transformer.h.0.self_attention.query_key_value.weight",
          "gpt_neox.layers.0.attention.dense.bias", "transformer.blocks.0.norm_attn_norm.attn.Wqkv.weight",
          "transformer.encoder.layers.0.self_attention.dense.weight", "model.layers.0.attention.wqkv.weight"}},
        {feed_forward,
         {"h.0.mlp.c_fc.weight", "transformer.blocks.0.ffn.up_proj.weight", "model.decoder.layers.0.fc1.weight",
          "transformer.encoder.layers.0.mlp.dense_h_to_4h.weight"}},
        {experts, {"transformer.blocks.0.ffn.experts.mlp.w1", "transformer.blocks.0.ffn.router.layer.weight"}},
        {norm,
         {"h.0.ln_1.weight", "transformer.ln_f.weight", "transformer.blocks.0.norm_attn_norm.norm_1.weight",
          "gpt_neox.final_layer_norm.weight", "model.decoder.layers.0.self_attn_layer_norm.weight",
          "transformer.encoder.final_layernorm.weight", "transformer.word_embeddings_layernorm.weight"}},
        {head, {"embed_out.weight", "transformer.output_layer.weight", "language_model.output.weight"}}}},
      {"Mamba, Jamba, Nemotron-H, RWKV, LFM2, Qwen3-Next",
       {{embedding, {"backbone.embeddings.weight", "emb.weight"}},
        {attention,
         {"backbone.layers.0.mixer.in_proj.weight", "backbone.layers.0.mixer.A_log",
          "model.layers.0.mamba.dt_layernorm.weight", "blocks.0.att.receptance.weight",
          "model.layers.0.conv.in_proj.weight", "model.layers.0.linear_attn.in_proj_qkvz.weight"}},
        {feed_forward,
         {"backbone.layers.1.mixer.up_proj.weight", "blocks.0.ffn.key.weight",
          "model.layers.0.feed_forward.w1.weight"}},
        {experts,
         {"model.layers.1.feed_forward.router.weight", "model.layers.1.feed_forward.experts.0.up_proj.weight",
          "backbone.layers.1.mixer.gate.weight", "backbone.layers.1.mixer.experts.0.up_proj.weight"}},
        {norm,
         {"backbone.layers.0.norm.weight", "backbone.norm_f.weight", "blocks.0.ln1.weight", "ln_out.weight",
          "model.embedding_norm.weight", "model.layers.0.operator_norm.weight"}},
        {draft,
         {"mtp.fc.weight", "mtp.layers.0.self_attn.q_proj.weight", "model.mtp_layers.0.mlp.up_proj.weight"}}}},
      {"encoders and projectors",
       {{encoder,
         {"vision_tower.vision_model.encoder.layers.0.self_attn.q_proj.weight",
          "model.visual.blocks.0.attn.qkv.weight", "multi_modal_projector.linear_1.weight",
          "model.vision_embed_tokens.img_processor.x.weight", "audio_tower.layers.40.self_attn.k_proj.weight",
          "model.connector.modality_projection.proj.weight", "mlp1.0.weight", "model.image_newline",
          "model.embed_vision.embedding_projection.weight"}},
        {attention,
         {"language_model.model.layers.0.self_attn.q_proj.weight",
          "model.language_model.layers.0.self_attn.q_proj.weight"}},
        {other, {"talker.model.layers.0.self_attn.q_proj.weight"}}}},
      {"T5, Whisper, BART",
       {{encoder,
         {"encoder.block.0.layer.0.SelfAttention.q.weight", "model.encoder.layers.0.self_attn.k_proj.weight",
          "model.encoder.conv1.weight"}},
        {embedding, {"shared.weight", "model.decoder.embed_tokens.weight"}},
        {attention,
         {"decoder.block.0.layer.1.EncDecAttention.q.weight",
          "model.decoder.layers.0.encoder_attn.q_proj.weight"}},
        {feed_forward, {"decoder.block.0.layer.2.DenseReluDense.wi_0.weight", "model.decoder.layers.0.fc2.bias"}},
        {norm,
         {"decoder.block.0.layer.0.layer_norm.weight", "model.decoder.layers.0.encoder_attn_layer_norm.weight"}},
        {head, {"proj_out.weight"}}}},
      {"unknown", {{other, {"", "x", "model.layers.0.x", "alphas_cumprod"}}}},
  };
  return all;
}

TEST_CASE("names of many families have their parts") {
  for (const Family& family : families()) {
    for (const auto& [part, names] : family.tensors) {
      for (const std::string& name : names) {
        CAPTURE(name);
        CHECK(name_of(part_of_tensor(name, 61)) == name_of(part));
      }
    }
  }
}

TEST_CASE("a layer beyond the model's is its draft layer; an encoder's layers are not counted so") {
  CHECK(part_of_tensor("model.layers.60.self_attn.o_proj.weight", 61) == attention);
  CHECK(part_of_tensor("model.layers.61.self_attn.o_proj.weight", 61) == draft);
  CHECK(part_of_tensor("model.layers.61.embed_tokens.weight", 61) == draft);
  CHECK(part_of_tensor("model.layers.61.self_attn.o_proj.weight", {}) == attention);
  CHECK(part_of_tensor("vision_tower.blocks.70.attn.qkv.weight", 61) == encoder);
  CHECK(part_of_tensor("model.layers.99999999999999999999.mlp.up_proj.weight", 61) == feed_forward);
}

TEST_CASE("what belongs to a quantisation, and buffers, are no parameters") {
  for (const std::string name :
       {"model.layers.0.mlp.up_proj.weight_scale_inv", "model.layers.0.mlp.up_proj.scales",
        "model.layers.0.mlp.up_proj.qzeros", "model.layers.0.mlp.up_proj.g_idx",
        "layers.0.attention.wo.qscale_weight", "model.layers.0.mlp.experts.gate_up_proj_scales",
        "model.layers.0.self_attn.k_scale", "model.layers.0.mlp.up_proj.weight.absmax",
        "model.layers.0.mlp.up_proj.weight.quant_state.bitsandbytes__nf4",
        "model.layers.0.self_attn.rotary_emb.inv_freq", "h.0.attn.bias", "gpt_neox.layers.0.attention.masked_bias",
        "layers.0.ffn.gate.tid2eid"}) {
    CAPTURE(name);
    CHECK(is_constant_tensor(name));
  }
  for (const std::string name : {"model.layers.0.mlp.up_proj.weight", "model.layers.0.mlp.up_proj.weight_packed",
                                 "h.0.attn.c_attn.bias", "model.layers.0.mlp.up_proj.qweight", "norm.scale"}) {
    CAPTURE(name);
    CHECK_FALSE(is_constant_tensor(name));
  }
}

}  // namespace

}  // namespace kvtally::tensor_names_test
