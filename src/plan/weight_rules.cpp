#include "plan/weight_rules.hpp"

#include <algorithm>
#include <array>

namespace kvtally {

namespace {

using enum Division;

// As engines lay them out (vLLM and SGLang, 2026): projections into heads by columns, out of them by rows;
// whatever makes a row that serves all heads, and the indexer, on each device. Small vectors whose parts belong
// partly to all devices (a bias behind a down-projection, a norm over all heads) are whole here: a few KB too
// many, never too few.
constexpr std::array kWeightRules{
    // the ends
    WeightRule{"token embedding", vocabulary, StagePlace::first},
    WeightRule{"position embedding", whole, StagePlace::first},
    WeightRule{"final norm", whole, StagePlace::last},
    WeightRule{"output head", vocabulary, StagePlace::last},
    WeightRule{"norms of the layers"},
    WeightRule{"norms"},
    WeightRule{"projection of embedding and hidden state"},
    WeightRule{"norms of embedding, hidden state and output"},
    // attention over keys and values
    WeightRule{"query projection", heads},
    WeightRule{"key projection", key_heads},
    WeightRule{"value projection", key_heads},
    WeightRule{"output projection", heads},
    WeightRule{"output gate", heads},
    WeightRule{"query bias", heads},
    WeightRule{"key bias", key_heads},
    WeightRule{"value bias", key_heads},
    WeightRule{"output bias"},
    WeightRule{"query norm"},
    WeightRule{"key norm"},
    WeightRule{"sinks", heads},
    // latents, shared rows, compressors
    WeightRule{"query down-projection"},
    WeightRule{"query latent norm"},
    WeightRule{"latent projection"},
    WeightRule{"latent norm"},
    WeightRule{"key and value up-projection", heads},
    WeightRule{"key-value projection"},
    WeightRule{"key-value norm"},
    WeightRule{"output down-projections", groups},
    WeightRule{"compressor key-value and gate projections"},
    WeightRule{"compressor place bias"},
    WeightRule{"compressor norm"},
    // indexers
    WeightRule{"index queries"},
    WeightRule{"index keys"},
    WeightRule{"index key norm and bias"},
    WeightRule{"index query and key norms"},
    WeightRule{"index weights"},
    WeightRule{"index pooling gate"},
    WeightRule{"index pooling place bias"},
    WeightRule{"index compressor key-value and gate projections"},
    WeightRule{"index compressor place bias"},
    WeightRule{"index compressor norm"},
    // states
    WeightRule{"query, key and value projections", channels},
    WeightRule{"query and key projections", heads},
    WeightRule{"query and key norms"},
    WeightRule{"gate projection", heads},
    WeightRule{"decay and step projections", heads},
    WeightRule{"decay and step constants", heads},
    WeightRule{"decay projection", heads},
    WeightRule{"decay projection, down"},
    WeightRule{"decay projection, up", heads},
    WeightRule{"decay bias", heads},
    WeightRule{"decay constants", heads},
    WeightRule{"step projection", heads},
    WeightRule{"step bias", heads},
    WeightRule{"skip constants", heads},
    WeightRule{"output gate, down"},
    WeightRule{"output gate, up", heads},
    WeightRule{"output gate bias", heads},
    WeightRule{"output norm"},
    WeightRule{"convolution", channels},
    WeightRule{"convolutions", channels},
    WeightRule{"convolution bias", channels},
    WeightRule{"input projection", state_input},
    WeightRule{"projection to step, B and C", heads},
    WeightRule{"norms of step, B and C"},
    WeightRule{"step bias, decay and skip constants", heads},
    WeightRule{"gated norm", heads},
    WeightRule{"token mixes"},
    WeightRule{"receptance, key, value and output projections", heads},
    WeightRule{"rwkv_decay_rank", low_rank},
    WeightRule{"rwkv_step_rank", low_rank},
    WeightRule{"rwkv_gate_rank", low_rank},
    WeightRule{"decay and step bases", heads},
    WeightRule{"key scales and bonus", heads},
    WeightRule{"output norm and bias", heads},
    // feed-forwards; of a mixture's experts where there are several copies
    WeightRule{"gate, up and down projections", feed_forward},
    WeightRule{"up and down projections", feed_forward},
    WeightRule{"biases"},
    WeightRule{"latent projections, down and up"},
    WeightRule{"router"},
    WeightRule{"router bias"},
    WeightRule{"shared expert", shared_expert},
    WeightRule{"shared experts", shared_expert},
    WeightRule{"shared expert gate"},
    // what single models have beside (modelzoo/)
    WeightRule{"per-layer embedding", vocabulary, StagePlace::first},
    WeightRule{"projection to the per-layer inputs", whole, StagePlace::first},
    WeightRule{"norm of the per-layer inputs", whole, StagePlace::first},
    WeightRule{"n-gram table", vocabulary, StagePlace::first},
    WeightRule{"n-gram norms", whole, StagePlace::first},
    WeightRule{"n-gram keys", whole, StagePlace::first},
    WeightRule{"n-gram values", whole, StagePlace::first},
    WeightRule{"n-gram convolution", whole, StagePlace::first},
    WeightRule{"norm of the embedding and bias", whole, StagePlace::first},
    WeightRule{"AltUp router"},
    WeightRule{"AltUp output scale"},
    WeightRule{"AltUp prediction and correction"},
    WeightRule{"AltUp projections in and out", whole, StagePlace::both},
    WeightRule{"LAuReL left and right"},
    WeightRule{"norms of LAuReL, AltUp router and per-layer input"},
    WeightRule{"per-layer gate and projection"},
    WeightRule{"hyper-connection mixes"},
    WeightRule{"hyper-connection mixes, down and up"},
    WeightRule{"hyper-connection bases and scales"},
    WeightRule{"hyper-connection norms"},
    WeightRule{"hyper-connection injections"},
    WeightRule{"mix of the streams before the head", whole, StagePlace::last},
    WeightRule{"its bases and scale", whole, StagePlace::last},
    WeightRule{"attention-residual norms and scores"},
    WeightRule{"last attention-residual norm and score", whole, StagePlace::last},
    WeightRule{"norm of the routed experts' output"},
    WeightRule{"token mix"},
    WeightRule{"value residual base"},
    WeightRule{"value residual, which the first layer lacks"},
    WeightRule{"output gate a head of the full layers", heads},
};

}  // namespace

std::span<const WeightRule> weight_rules() { return kWeightRules; }

std::optional<WeightRule> weight_rule(std::string_view name) {
  constexpr std::string_view kCross = "cross-attention ";
  if (name.starts_with(kCross)) {
    name.remove_prefix(kCross.size());
  }
  const auto* rule = std::ranges::find(kWeightRules, name, &WeightRule::name);
  return rule == kWeightRules.end() ? std::nullopt : std::optional(*rule);
}

}  // namespace kvtally
