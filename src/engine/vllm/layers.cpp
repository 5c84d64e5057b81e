#include "engine/vllm/layers.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/vllm/rows.hpp"

namespace kvtally::vllm {

namespace {

struct NaturalBlock {
  std::int64_t tokens = 16;
  std::string_view whose;  // empty: FlashAttention's, which is vLLM's default
};

NaturalBlock natural_block(const std::vector<PlacedLayer>& layers) {
  const auto any = [&](auto has) { return std::ranges::any_of(layers, has); };
  if (any([](const PlacedLayer& layer) { return layer.parts.shared.has_value(); })) {
    return {256, "DeepSeek-V4's backend"};
  }
  if (any([](const PlacedLayer& layer) { return layer.parts.key_values && layer.parts.index; })) {
    return {128, "MiniMax-M3's backend"};
  }
  if (any([](const PlacedLayer& layer) { return layer.parts.latent.has_value(); })) {
    return {64, "FlashMLA"};
  }
  return {};
}

std::int64_t query_heads_of(const LayerParts& parts) {
  if (parts.key_values) {
    return parts.key_values->query_heads;
  }
  if (parts.latent) {
    return parts.latent->query_heads;
  }
  return parts.shared ? parts.shared->query_heads : 0;
}

// vLLM checks the model's heads before anything else.
std::string refused_ranks(const std::vector<PlacedLayer>& layers, const Settings& settings) {
  for (const PlacedLayer& layer : layers) {
    const std::int64_t heads = query_heads_of(layer.parts);
    if (heads % settings.tp != 0) {
      return fmt::format("Total number of attention heads ({}) must be divisible by tensor parallel size ({}).",
                         heads, settings.tp);
    }
    const bool window = layer.parts.owns && layer.parts.key_values && layer.parts.key_values->window;
    if (window && settings.dcp > 1 && settings.hybrid_manager) {
      return "DCP not support sliding window.";
    }
  }
  return {};
}

// More draft layers than the model has of its own repeat these (a DSpark drafter of three layers).
void repeat_drafts(std::vector<PlacedLayer>& layers, std::int64_t wanted) {
  std::vector<PlacedLayer> drafts;
  std::ranges::copy_if(layers, std::back_inserter(drafts), &PlacedLayer::draft);
  std::erase_if(layers, [](const PlacedLayer& layer) { return layer.draft; });
  for (std::int64_t i = 0; i < wanted; ++i) {
    layers.push_back(drafts[static_cast<std::size_t>(i) % drafts.size()]);
    layers.back().index = static_cast<std::int64_t>(layers.size()) - 1;
  }
}

bool add_layer(CacheLayers& out, const PlacedLayer& layer, const std::string& model_type, const Settings& settings,
               Problems& problems) {
  if (!layer.parts.owns) {
    return true;  // it reads another layer's cache
  }
  if (layer.parts.shared) {
    return add_compressed(out, layer, settings, problems);
  }
  return add_attention(out, layer, settings, problems) &&
         (!layer.parts.has_state || add_state(out, layer, model_type, settings, problems));
}

void add_drafter(CacheLayers& out, const Settings& settings, std::int64_t first, Problems& problems) {
  if (!settings.drafter.kv_heads) {
    return;
  }
  const std::int64_t dim = settings.drafter.head_dim.value_or(1);
  const KeyValueStore heads{*settings.drafter.kv_heads, dim,         dim, *settings.drafter.kv_heads,
                            settings.drafter.window,    std::nullopt};
  for (std::int64_t i = 0; i < settings.drafter.layers; ++i) {
    PlacedLayer layer{first + i, nullptr, {}, true};
    layer.parts.key_values = heads;
    add_attention(out, layer, settings, problems);
  }
}

}  // namespace

bool no_rule(Problems& problems, std::string what, std::string expected) {
  const Problem problem{{}, {}, std::move(what), std::move(expected), {}, {}};
  if (std::ranges::find(problems, problem) == problems.end()) {
    problems.push_back(problem);
  }
  return false;
}

Expected<CacheLayers> cache_layers(const Model& model, const Settings& settings) {
  auto placed = placed_layers(model, settings.drafts());
  if (!placed) {
    return std::unexpected(std::move(placed.error()));
  }
  CacheLayers out;
  out.model_layers = layer_count(model.order);
  if (settings.drafts()) {
    out.own_draft_layers = layer_count(model.draft);
    repeat_drafts(*placed, std::max(settings.drafter.layers, out.own_draft_layers));
  }
  out.refusal = refused_ranks(*placed, settings);
  if (!out.refusal.empty()) {
    return out;
  }
  const NaturalBlock natural = natural_block(*placed);
  out.block_size = settings.block_size.value_or(natural.tokens);
  if (!settings.block_size && !natural.whose.empty()) {
    out.assumptions.push_back(
        fmt::format("blocks of {} tokens, as {} wants (--block-size)", natural.tokens, natural.whose));
  }
  out.hybrid = std::ranges::any_of(*placed, [](const PlacedLayer& layer) { return layer.parts.has_state; });
  Problems problems;
  for (const PlacedLayer& layer : *placed) {
    add_layer(out, layer, model.model_type, settings, problems);
  }
  add_drafter(out, settings, static_cast<std::int64_t>(placed->size()), problems);
  if (problems.empty()) {
    align_states(out, settings, problems);
    align_unquantised(out, settings);
    add_hidden_states(out, model, settings);
  }
  for (Problem& problem : problems) {
    problem.file = model.id;
  }
  return problems.empty() ? Expected<CacheLayers>(std::move(out)) : std::unexpected(std::move(problems));
}

}  // namespace kvtally::vllm
