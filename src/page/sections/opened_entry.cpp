#include "page/sections/opened_entry.hpp"

#include <fmt/format.h>

#include "page/sections/asked.hpp"

namespace kvtally {

namespace {

PooledLayers pooled_layers(const Model& model, Tokens context, bool indexed) {
  PooledLayers out;
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      const auto* pooling = std::get_if<Pooled>(&memory.retention);
      const std::int64_t count = count_of(model.order, static_cast<std::size_t>(&layer - model.layers.data()));
      if (pooling != nullptr && memory.indexer.has_value() == indexed && memory.entry.size() == 1 && count > 0) {
        out.memory = &memory;
        out.rate = pooling->every;
        out.count = count;
      }
    }
  }
  for (const Term& term : terms_of(model)) {
    const bool mine = out.memory != nullptr && &model.layers[term.layer].memories.back() == out.memory;
    if (mine && term.part == Part::indexer && term.form == Form::stair) {
      out.index += value_at(term, context);
    } else if (mine && term.part == Part::entries && term.what == out.memory->name) {
      out.entries += value_at(term, context);
    }
  }
  return out;
}

}  // namespace

Expected<OpenedEntries> opened_entries(const PageSources& sources, const SectionRecipe& recipe, const Model& old,
                                       const Model& pooled, std::int64_t rotary, Tokens context) {
  OpenedEntries out{&old,
                    nullptr,
                    {},
                    &pooled,
                    pooled_layers(pooled, context, true),
                    pooled_layers(pooled, context, false),
                    rotary,
                    context,
                    tally(terms_of(old), context),
                    {}};
  const auto widths = old.layers.size() == 1 ? latent_of(old.layers[0]) : std::nullopt;
  if (!widths || !attended(old.layers[0])->indexer) {
    return std::unexpected(section_fault(sources, recipe,
                                         fmt::format("{} has other layers than latents with index keys", old.id),
                                         "a model such as deepseek-v3.2"));
  }
  out.latent = attended(old.layers[0]);
  out.widths = *widths;
  if (out.chosen.memory == nullptr || out.fixed.memory == nullptr || rotary >= out.row().dim) {
    return std::unexpected(section_fault(
        sources, recipe,
        fmt::format("{} has no pooled rows, chosen and unchosen, of more than {} elements", pooled.id, rotary),
        "a model such as deepseek-v4-pro"));
  }
  out.windows = Bytes{tally(terms_of(pooled), context)[Part::entries] - out.chosen.entries - out.fixed.entries};
  return out;
}

}  // namespace kvtally
