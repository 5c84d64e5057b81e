#include "read/safetensors/tensor_names.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/parse.hpp"
#include "core/text.hpp"

namespace kvtally {

namespace {

struct NameRow {
  std::string_view piece;
  WeightPart part;
};

using enum WeightPart;

// The first row whose piece the name holds says its part. A name is compared as "^.layers.#.mlp.gate.weight.": a
// dot around each word, # for a number, ^ where it begins (the wrappers below taken off).
constexpr std::array kRows{
    // draft layers that are named so
    NameRow{".mtp", draft},
    NameRow{".nextn", draft},
    NameRow{".eagle", draft},
    NameRow{".medusa", draft},
    // Voxtral keeps the language model's embedding in the encoder's module; a decoder's attention to an encoder
    NameRow{".mm_whisper_embeddings.tok_embeddings.", embedding},
    NameRow{".encoder_attn.", attention},
    // encoders; ChatGLM's "transformer.encoder" is its decoder
    NameRow{"^.encoder.", encoder},
    NameRow{".vision", encoder},
    NameRow{".visual.", encoder},
    NameRow{".vit.", encoder},
    NameRow{".vpm.", encoder},
    NameRow{".apm.", encoder},
    NameRow{".audio", encoder},
    NameRow{".speech", encoder},
    NameRow{".image", encoder},
    NameRow{".img_", encoder},
    NameRow{".multi_modal", encoder},
    NameRow{".mm_", encoder},
    NameRow{".patch_merger.", encoder},
    NameRow{".patch_embed", encoder},
    NameRow{".whisper", encoder},
    NameRow{".embed_vision.", encoder},
    NameRow{".embed_audio.", encoder},
    NameRow{".resampler", encoder},
    NameRow{".perceiver", encoder},
    NameRow{".connector.", encoder},
    NameRow{"^.projector.", encoder},
    NameRow{"^.aligner.", encoder},
    NameRow{"^.mlp1.", encoder},
    NameRow{"^.pre_mm_", encoder},
    NameRow{".sam_model", encoder},
    // models of their own that speak
    NameRow{"^.talker.", other},
    NameRow{"^.code2wav.", other},
    NameRow{"^.token2wav.", other},
    // embeddings
    NameRow{".embed_tokens", embedding},
    NameRow{".embed_positions.", embedding},
    NameRow{".wte.", embedding},
    NameRow{".wpe.", embedding},
    NameRow{".word_embeddings.", embedding},
    NameRow{".tok_embeddings.", embedding},
    NameRow{".token_embedding", embedding},
    NameRow{".token_type_embeddings.", embedding},
    NameRow{".position_embeddings.", embedding},
    NameRow{".embed_in.", embedding},
    NameRow{".embedding.", embedding},
    NameRow{".embeddings.", embedding},
    NameRow{".ngram_embed", embedding},
    NameRow{"^.shared.", embedding},
    NameRow{"^.embed.", embedding},
    NameRow{"^.emb.", embedding},
    // the output projection
    NameRow{".lm_head.", head},
    NameRow{"^.output.", head},
    NameRow{".output_layer.", head},
    NameRow{".embed_out.", head},
    NameRow{"^.head.", head},
    NameRow{"^.proj_out.", head},
    NameRow{"^.transformer.ff_out.", head},
    // experts, chosen and shared, and routers; Nemotron-H calls every layer's module a mixer
    NameRow{".experts.", experts},
    NameRow{".shared_expert", experts},
    NameRow{".share_expert", experts},
    NameRow{".shared_mlp.", experts},
    NameRow{".block_sparse_moe.", experts},
    NameRow{".moe.", experts},
    NameRow{".moe_statics.", experts},
    NameRow{".router.", experts},
    NameRow{".mlp.gate.", experts},
    NameRow{".ffn.gate.", experts},
    NameRow{".feed_forward.gate.", experts},
    NameRow{".mixer.gate.", experts},
    NameRow{".layers.#.gate.", experts},
    NameRow{".expert_bias.", experts},
    NameRow{".mixer.up_proj.", feed_forward},
    NameRow{".mixer.down_proj.", feed_forward},
    // attention of every kind, states, convolutions
    NameRow{".self_attn.", attention},
    NameRow{".attn.", attention},
    NameRow{".attention.", attention},
    NameRow{".self_attention.", attention},
    NameRow{".linear_attn.", attention},
    NameRow{".linear_attention.", attention},
    NameRow{".cross_attn.", attention},
    NameRow{".SelfAttention.", attention},
    NameRow{".EncDecAttention.", attention},
    NameRow{".att.", attention},
    NameRow{".att_proj.", attention},
    NameRow{".attn_out.", attention},
    NameRow{".mamba", attention},
    NameRow{".ssm.", attention},
    NameRow{".mixer.", attention},
    NameRow{".conv.", attention},
    NameRow{".short_conv.", attention},
    NameRow{".time_mix", attention},
    NameRow{".temporal_block.", attention},
    NameRow{".indexer.", attention},
    NameRow{".compressor.", attention},
    // dense feed-forward
    NameRow{".mlp.", feed_forward},
    NameRow{".mlps.", feed_forward},
    NameRow{".feed_forward.", feed_forward},
    NameRow{".ffn.", feed_forward},
    NameRow{".fc1.", feed_forward},
    NameRow{".fc2.", feed_forward},
    NameRow{".DenseReluDense.", feed_forward},
    NameRow{".channel_mix", feed_forward},
    NameRow{".residual_mlp.", feed_forward},
    NameRow{".ff_proj.", feed_forward},
    NameRow{".ff_out.", feed_forward},
    // norms: of layers and of the model
    NameRow{"norm", norm},
    NameRow{"Norm", norm},
    NameRow{".ln_", norm},
    NameRow{".ln0.", norm},
    NameRow{".ln1.", norm},
    NameRow{".ln2.", norm},
};

// Modules around a language model, which say nothing of a tensor's part.
constexpr std::array<std::string_view, 7> kWrappers{"model", "language_model", "text_model", "base_model",
                                                    "llm",   "thinker",        "backbone"};

constexpr std::array<std::string_view, 7> kLayerLists{"layers",         "h",    "blocks", "block", "layer",
                                                      "decoder_layers", "units"};

// Ends of names. GPT-2's attn.bias is its causal mask, where a bias belongs to a projection.
constexpr std::array<std::string_view, 37> kConstantEnds{
    ".weight_scale.",
    ".weight_scale_inv.",
    ".weight_scale_2.",
    ".weight_global_scale.",
    ".weight_zero_point.",
    ".weight_shape.",
    ".weight_g_idx.",
    ".weight_scales.",
    ".scales.",
    ".qzeros.",
    ".g_idx.",
    ".input_scale.",
    ".input_global_scale.",
    ".input_zero_point.",
    ".output_scale.",
    ".q_scale.",
    ".k_scale.",
    ".v_scale.",
    ".qscale_weight.",
    ".qscale_act.",
    ".absmax.",
    ".quant_map.",
    ".nested_absmax.",
    ".nested_quant_map.",
    ".SCB.",
    ".weight_format.",
    "_scales.",
    "_scale_inv.",
    ".inv_freq.",
    ".position_ids.",
    ".masked_bias.",
    ".num_batches_tracked.",
    ".tid2eid.",
    ".attn.bias.",
    ".attention.bias.",
    "_weight_scale.",
    ".smooth_scale.",
};

std::string compared(std::string_view name) {
  std::vector<std::string_view> words = split(name, '.');
  const auto first = std::ranges::find_if(
      words, [](std::string_view word) { return std::ranges::find(kWrappers, word) == kWrappers.end(); });
  std::string out = "^.";
  for (auto word = first; word != words.end(); ++word) {
    const bool number = !word->empty() && word->find_first_not_of("0123456789") == std::string_view::npos;
    out += number ? "#" : *word;
    out += '.';
  }
  return out;
}

// The number of the layer that a tensor belongs to: that of the first list of layers.
std::optional<std::int64_t> layer_of(std::string_view name) {
  const std::vector<std::string_view> words = split(name, '.');
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (std::ranges::find(kLayerLists, words[i - 1]) != kLayerLists.end()) {
      if (const auto number = parse_integer(words[i])) {
        return *number;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

WeightPart part_of_tensor(std::string_view name, std::optional<std::int64_t> layers) {
  const std::string text = compared(name);
  const auto row = std::ranges::find_if(
      kRows, [&](const NameRow& known) { return text.find(known.piece) != std::string::npos; });
  const WeightPart part = row == kRows.end() ? other : row->part;
  const auto layer = layer_of(name);
  return part != encoder && layers && layer && *layer >= *layers ? draft : part;
}

bool is_constant_tensor(std::string_view name) {
  const std::string text = compared(name);
  return text.find(".quant_state.") != std::string::npos ||
         std::ranges::any_of(kConstantEnds, [&](std::string_view end) { return text.ends_with(end); });
}

}  // namespace kvtally
