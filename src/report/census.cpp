#include "report/census.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <set>

#include "core/print.hpp"

namespace kvtally {

namespace {

using LayerTest = bool (*)(const Layer&);
using ModelTest = bool (*)(const Model&);

bool any_layer(const Model& model, LayerTest test) {
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    if (count_of(model.order, i) > 0 && test(model.layers[i])) {
      return true;
    }
  }
  return false;
}

bool of_encoder(const Memory& memory) { return std::holds_alternative<Fixed>(memory.retention); }

// A memory of the decoder's own past whose entries have a row of this role.
const Row* row_with(const Memory& memory, Role role) {
  const auto found = std::ranges::find(memory.entry, role, &Row::role);
  return found == memory.entry.end() || of_encoder(memory) ? nullptr : &*found;
}

bool any_memory(const Layer& layer, bool (*test)(const Memory&)) {
  return std::ranges::any_of(layer.memories, test);
}

// Heads are those of keys that are kept apart from the values, or as one row with them; a latent has none.
std::int64_t key_heads(const Memory& memory) {
  const Row* key = row_with(memory, Role::key);
  const Row* both = row_with(memory, Role::key_and_value);
  return key != nullptr ? key->heads : both != nullptr ? both->heads : 0;
}

bool multi_head(const Memory& m) { return key_heads(m) > 0 && key_heads(m) == m.scoring.query_heads; }
bool grouped_query(const Memory& m) { return key_heads(m) > 1 && key_heads(m) < m.scoring.query_heads; }
bool multi_query(const Memory& m) { return key_heads(m) == 1 && m.scoring.query_heads > 1; }

template <bool (*Test)(const Memory&)>
bool has(const Model& model) {
  return any_layer(model, [](const Layer& layer) { return any_memory(layer, Test); });
}

template <class Kept>
bool retains(const Model& model) {
  return any_layer(model, [](const Layer& layer) {
    return any_memory(layer, [](const Memory& m) { return std::holds_alternative<Kept>(m.retention); });
  });
}

bool widths_differ(const Memory& m) {
  const Row* key = row_with(m, Role::key);
  const Row* value = row_with(m, Role::value);
  return key != nullptr && value != nullptr && key->dim != value->dim;
}

bool own_indexer(const Memory& m) { return m.indexer && m.indexer->source == Indexer::Source::own; }
bool own_past(const Memory& m) { return !of_encoder(m); }

bool has_state(const Layer& layer) { return !layer.state.tensors.empty(); }
bool attends(const Layer& layer) { return any_memory(layer, own_past); }
bool in_one_layer(const Layer& layer) { return has_state(layer) && attends(layer); }
bool shares(const Layer& layer) { return layer.sharing.owner != Sharing::Owner::own; }

bool has_tensor(const Layer& layer, bool recurrent) {
  return std::ranges::any_of(layer.state.tensors, [&](const StateTensor& tensor) {
    return (tensor.role == StateRole::recurrent) == recurrent;
  });
}
bool recurrent(const Layer& layer) { return has_tensor(layer, true); }
bool convolution_alone(const Layer& layer) { return has_state(layer) && !has_tensor(layer, true); }

template <bool (*Test)(const Layer&)>
bool any(const Model& model) {
  return any_layer(model, Test);
}

bool has_latent(const Memory& m) { return row_with(m, Role::latent) != nullptr; }
bool one_row(const Memory& m) { return row_with(m, Role::key_and_value) != nullptr; }

bool hybrid(const Model& model) { return any<has_state>(model) && any<attends>(model); }
bool states_alone(const Model& model) { return any<has_state>(model) && !any<attends>(model); }

// A layer without what it does with the memory that it keeps.
Layer kept_by(Layer layer) {
  layer.kind.clear();
  layer.tag.clear();
  layer.state.work.clear();
  for (Memory& memory : layer.memories) {
    memory.scoring = {};
    memory.expanded.reset();
    memory.selection = {};
    memory.visibility = {};
    if (memory.indexer && !own_indexer(memory)) {
      memory.indexer.reset();
    }
  }
  return layer;
}

// Layers that keep different things; those that keep nothing are no difference.
bool mixed(const Model& model) {
  std::optional<Layer> first;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const Layer& layer = model.layers[i];
    if (count_of(model.order, i) == 0 || (!has_state(layer) && layer.memories.empty())) {
      continue;
    }
    Layer kept = kept_by(layer);
    if (first && kept != *first) {
      return true;
    }
    first = std::move(kept);
  }
  return false;
}
bool uniform(const Model& model) { return !mixed(model); }

struct Property {
  std::string_view key;
  std::string_view what;
  ModelTest fits;
};

constexpr std::array kProperties{
    Property{"mha", "as many key heads as query heads (MHA)", has<multi_head>},
    Property{"gqa", "fewer key heads than query heads (GQA)", has<grouped_query>},
    Property{"mqa", "one key head (MQA)", has<multi_query>},
    Property{"key_is_value", "one row for key and value", has<one_row>},
    Property{"widths_differ", "keys and values of different widths", has<widths_differ>},
    Property{"latent", "a latent in place of keys and values (MLA)", has<has_latent>},
    Property{"window", "a sliding window", retains<Window>},
    Property{"chunked", "chunks", retains<Chunk>},
    Property{"pooled", "entries pooled over several positions (CSA, HCA)", retains<Pooled>},
    Property{"indexer", "an indexer with keys of its own", has<own_indexer>},
    Property{"shared", "layers that use another layer's memory", any<shares>},
    Property{"recurrent", "layers with a recurrent state", any<recurrent>},
    Property{"convolution", "layers with a convolution alone", any<convolution_alone>},
    Property{"hybrid", "states and attention in one model", hybrid},
    Property{"hybrid_layer", "states and attention in one layer", any<in_one_layer>},
    Property{"states_alone", "states alone, no attention", states_alone},
    Property{"encoder", "cross-attention to an encoder or to an image", retains<Fixed>},
    Property{"uniform", "every layer that keeps something keeps the same", uniform},
    Property{"mixed", "layers that keep different things", mixed},
    Property{"draft", "draft (MTP) layers", [](const Model& model) { return !model.draft.empty(); }},
};

template <class Fits>
CensusRow census_row(const Corpus& corpus, std::string_view key, std::string_view what, Fits fits) {
  CensusRow row{key, what, {}, 0};
  std::set<std::string> types;
  for (const CorpusFile& file : corpus.files) {
    if (fits(file)) {
      ++row.files;
      types.insert(file.model_type);
    }
  }
  row.model_types.assign(types.begin(), types.end());
  return row;
}

}  // namespace

std::vector<CensusRow> census_of(const Corpus& corpus) {
  std::vector<CensusRow> out;
  for (const Property& property : kProperties) {
    out.push_back(census_row(corpus, property.key, property.what, [&](const CorpusFile& file) {
      return file.outcome && property.fits(file.outcome->model);
    }));
  }
  out.push_back(census_row(corpus, "read", "all that were read",
                           [](const CorpusFile& file) { return file.outcome.has_value(); }));
  out.push_back(
      census_row(corpus, "refused", "refused", [](const CorpusFile& file) { return !file.outcome.has_value(); }));
  return out;
}

Table census_table_of(const Corpus& corpus) {
  Table table;
  table.title = visible(corpus.folder) + ": how its models keep their past";
  table.columns = {{"key", "Key", Align::left, kCsv, false},
                   {"types", "Types", Align::right, kEverywhere, false},
                   {"files", "Files", Align::right, kEverywhere, false},
                   {"what", "What the models have", Align::left, kEverywhere, false},
                   {"model_types", "Model types", Align::left, kEverywhere, true}};
  for (const CensusRow& row : census_of(corpus)) {
    std::vector<std::string> types;
    std::ranges::transform(row.model_types, std::back_inserter(types), type_in_words);
    table.rows.push_back({text_cell(std::string(row.key)),
                          text_cell(print_grouped(static_cast<Wide>(types.size()))),
                          text_cell(print_grouped(row.files)), text_cell(std::string(row.what)),
                          text_cell(fmt::format("{}", fmt::join(types, " ")))});
  }
  table.notes.emplace_back(
      "Counted from what each layer keeps. A model counts in every row that it fits, a model type in every row "
      "that one "
      "of its files fits. Learned sinks take no place in a cache, and are not counted.");
  return table;
}

}  // namespace kvtally
