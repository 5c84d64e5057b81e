#include "page/sections/receipt_factors.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "account/figures.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

namespace {

// Not the user's --on: a device of those days.
Expected<Device> old_device(const PageSources& sources, const SectionRecipe& recipe) {
  SectionRecipe one;
  if (const SectionOption* option = recipe.option("then-on")) {
    one.with = {{option->place, "on", option->words}};
  }
  PageSources recipe_alone = sources;
  recipe_alone.request.device.reset();
  return asked_device(recipe_alone, one);
}

// Layers that keep something for every token, or for every few.
std::int64_t growing_layers(const Model& model) {
  std::int64_t out = 0;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const auto grows = [](const Memory& memory) {
      return std::holds_alternative<All>(memory.retention) || std::holds_alternative<Pooled>(memory.retention);
    };
    out += std::ranges::any_of(model.layers[i].memories, grows) ? count_of(model.order, i) : 0;
  }
  return out;
}

// The entries that a layer's indexer picks; nothing where none does.
std::optional<std::int64_t> chosen_entries(const Model& model) {
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      if (const auto* top = std::get_if<TopK>(&memory.selection)) {
        return top->count;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Expected<ReceiptInputs> receipt_inputs(const PageSources& sources, const SectionRecipe& recipe) {
  ReceiptInputs out;
  Problems problems;
  const auto take = [&](auto found, auto& into, auto value) {
    if (found) {
      into = value(*found);
    } else {
      problems.insert(problems.end(), found.error().begin(), found.error().end());
    }
  };
  const auto model = [](const Description& description) { return description.model; };
  const auto same = [](const auto& value) { return value; };
  take(asked_model(sources, recipe, "then"), out.then, model);
  take(asked_model(sources, recipe, "now"), out.now, model);
  take(asked_model(sources, recipe, "chooses"), out.chooses, model);
  take(asked_model(sources, recipe, "shape"), out.shape, model);
  take(asked_model(sources, recipe, "mix"), out.mix, model);
  take(old_device(sources, recipe), out.old_device, same);
  take(asked_device(sources, recipe), out.device, same);
  take(asked_context(sources, recipe), out.at, same);
  return problems.empty() ? Expected<ReceiptInputs>(std::move(out)) : std::unexpected(std::move(problems));
}

Expected<Receipt> receipt_of(const PageSources& sources, const SectionRecipe& recipe,
                             const ReceiptInputs& inputs) {
  const auto fault = [&](const std::string& id, std::string_view what) {
    return std::unexpected(section_fault(sources, recipe, fmt::format("{}: {}", id, what)));
  };
  const auto chosen = chosen_entries(inputs.chooses);
  for (const Model* model : {&inputs.then, &inputs.now}) {
    if (!model->max_position_embeddings) {
      return fault(model->id, "its longest context is not known");
    }
  }
  if (!chosen) {
    return fault(inputs.chooses.id, "none of its layers picks entries");
  }
  if (growing_layers(inputs.mix) == 0) {
    return fault(inputs.mix.id, "none of its layers grows with the context");
  }
  for (const Device* device : {&inputs.old_device, &inputs.device}) {
    if (!device->usable_memory) {
      return fault(device->id, "its memory is not published");
    }
  }
  const auto mha = with_attention(inputs.shape, "mha");
  if (!mha) {
    return std::unexpected(mha.error());
  }
  const auto kept = [&](const Model& model) {
    return figures_of(model, {.context = inputs.at}).kept[Part::entries];
  };
  return Receipt{*inputs.then.max_position_embeddings,
                 *inputs.now.max_position_embeddings,
                 *chosen,
                 kept(*mha),
                 kept(inputs.shape),
                 layer_count(inputs.mix.order),
                 growing_layers(inputs.mix),
                 *inputs.old_device.usable_memory,
                 *inputs.device.usable_memory};
}

}  // namespace kvtally
