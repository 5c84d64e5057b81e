#include "model/adapt.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

namespace {

using Errors = std::vector<std::string>;

const KeyValueFormats* formats_for(const Layer& layer, const Adaptation& adaptation) {
  for (const auto& [name, formats] : adaptation.entries_of) {
    if (name == layer.tag || name == layer.kind) {
      return &formats;
    }
  }
  return adaptation.entries ? &*adaptation.entries : nullptr;
}

void add_once(Errors& errors, std::string error) {
  if (std::ranges::find(errors, error) == errors.end()) {
    errors.push_back(std::move(error));
  }
}

void check_storable(const Entry& entry, const Layer& layer, Errors& errors) {
  if (const auto reason = unstorable_row(entry)) {
    add_once(errors, fmt::format("{} layers: {}", layer.kind, *reason));
  }
}

void adapt_memory(Memory& memory, const Layer& layer, const Adaptation& adaptation, Errors& errors) {
  if (const KeyValueFormats* formats = formats_for(layer, adaptation)) {
    for (Row& row : memory.entry) {
      row.format = row.role == Role::value ? formats->value : formats->key;
    }
    check_storable(memory.entry, layer, errors);
  }
  if (adaptation.index_keys && memory.indexer) {
    memory.indexer->key.format = *adaptation.index_keys;
    check_storable({memory.indexer->key}, layer, errors);
  }
  if (auto* fixed = std::get_if<Fixed>(&memory.retention); fixed != nullptr && adaptation.encoder_tokens) {
    *fixed = {*adaptation.encoder_tokens, false};
  }
}

void adapt_state(State& state, const Layer& layer, const Adaptation& adaptation, Errors& errors) {
  for (StateTensor& tensor : state.tensors) {
    const auto& wanted = tensor.role == StateRole::recurrent ? adaptation.recurrent : adaptation.convolution;
    if (!wanted) {
      continue;
    }
    if (wanted->elements != 1 || wanted->head_bytes != 0 || wanted->whole_entry) {
      add_once(errors, fmt::format("{} layers: {} stores blocks, and a state is kept element by element",
                                   layer.kind, wanted->name));
    } else {
      tensor.format = *wanted;
    }
  }
}

bool has_encoder_memory(const Model& model) {
  return std::ranges::any_of(model.layers, [](const Layer& layer) {
    return std::ranges::any_of(layer.memories,
                               [](const Memory& m) { return std::holds_alternative<Fixed>(m.retention); });
  });
}

std::string tags_of(const Model& model) {
  Errors tags;
  for (const Layer& layer : model.layers) {
    add_once(tags, layer.tag);
  }
  return fmt::format("{}", fmt::join(tags, ", "));
}

}  // namespace

std::expected<Model, std::vector<std::string>> adapt(Model model, const Adaptation& adaptation) {
  Errors errors;
  for (const auto& [name, formats] : adaptation.entries_of) {
    if (std::ranges::none_of(model.layers, [&](const Layer& l) { return l.tag == name || l.kind == name; })) {
      errors.push_back(fmt::format("it has no '{}' layers; it has {}", name, tags_of(model)));
    }
  }
  if (adaptation.encoder_tokens && !has_encoder_memory(model)) {
    errors.push_back("it has no encoder memory, so that encoder tokens mean nothing for it");
  }
  for (Layer& layer : model.layers) {
    for (Memory& memory : layer.memories) {
      adapt_memory(memory, layer, adaptation, errors);
    }
    adapt_state(layer.state, layer, adaptation, errors);
  }
  if (!errors.empty()) {
    return std::unexpected(std::move(errors));
  }
  return model;
}

}  // namespace kvtally
