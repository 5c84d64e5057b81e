#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "account/step.hpp"
#include "account/terms.hpp"
#include "check/figure.hpp"
#include "core/correlation.hpp"
#include "model/mixture.hpp"
#include "report/strip.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

// Whether a layer is of the kind that is asked for; every layer is when none is.
bool wanted(const Ask& ask, const Layer& layer) {
  const auto kind = ask.fields().text("kind");
  return !kind || layer.kind == *kind;
}

// The memory that is asked for, of the first layer that has it.
std::optional<Memory> memory_of(const Ask& ask) {
  const auto model = ask.model();
  if (!model) {
    return std::nullopt;
  }
  const auto name = ask.fields().text("memory");
  for (const Layer& layer : model->layers) {
    for (const Memory& memory : layer.memories) {
      if (wanted(ask, layer) && (!name || memory.name == *name)) {
        return memory;
      }
    }
  }
  return ask.refuse("the model has no such memory", "the kind of one of its layers, and the name of a memory");
}

template <auto select>
std::optional<Value> of_memory(const Ask& ask) {
  const auto memory = memory_of(ask);
  return memory ? std::optional<Value>(select(*memory)) : std::nullopt;
}

template <auto select>
std::optional<Value> of_memory_at(const Ask& ask) {
  const auto memory = memory_of(ask);
  const auto context = ask.context();
  return memory && context ? std::optional<Value>(whole(select(*memory, *context), "entries")) : std::nullopt;
}

Amount bytes_of_entry(const Memory& memory) { return whole(entry_bytes(memory.entry).value, "bytes"); }

Amount elements_of_entry(const Memory& memory) {
  Wide elements = 0;
  for (const Row& row : memory.entry) {
    elements += Wide{row.heads} * row.dim;
  }
  return whole(elements, "elements");
}

std::int64_t tokens_of_entry(const Memory& memory) {
  const auto* pooled = std::get_if<Pooled>(&memory.retention);
  return pooled != nullptr ? pooled->every : 1;
}

Amount tokens_each(const Memory& memory) { return whole(tokens_of_entry(memory), "tokens"); }

Amount bytes_of_index_key(const Memory& memory) {
  return whole(memory.indexer ? entry_bytes({memory.indexer->key}).value : 0, "bytes");
}

std::optional<Value> terms_bytes(const Ask& ask) {
  const auto model = ask.model();
  const auto context = ask.context();
  if (!model || !context) {
    return std::nullopt;
  }
  const auto part = ask.fields().text("part");
  const auto what = ask.fields().text("what");
  Bytes bytes;
  Wide layers = 0;
  for (const Term& term : terms_of(*model)) {
    if (wanted(ask, model->layers[term.layer]) && (!part || name_of(term.part) == *part) &&
        (!what || term.what == *what)) {
      bytes += value_at(term, *context);
      layers += term.layers;
    }
  }
  return layers > 0 ? std::optional<Value>(whole(bytes.value, "bytes")) : ask.refuse("no term is of this sort");
}

std::optional<Value> layers_count(const Ask& ask) {
  const auto model = ask.model();
  if (!model) {
    return std::nullopt;
  }
  Wide count = 0;
  for (std::size_t i = 0; i < model->layers.size(); ++i) {
    count += wanted(ask, model->layers[i]) ? count_of(model->order, i) : 0;
  }
  return whole(count, "layers");
}

// The first layer of a kind, counted from 1.
std::optional<Value> layers_first(const Ask& ask) {
  const auto model = ask.model();
  if (!model) {
    return std::nullopt;
  }
  const std::vector<std::string> kinds = kinds_in_order(*model);
  const auto found = std::ranges::find(kinds, ask.fields().required_text("kind"));
  return found != kinds.end() ? std::optional<Value>(whole(found - kinds.begin() + 1))
                              : ask.refuse("the model has no layer of this kind");
}

std::optional<Value> layers_list(const Ask& ask) {
  const auto model = ask.model();
  return model ? std::optional<Value>(layer_list(*model)) : std::nullopt;
}

// The entries that a token adds in all layers, one that holds r tokens counted as 1/r. A layer with pooled entries
// counts these alone, every other layer 1, a window too: it is what one token adds until the window is full.
std::optional<Value> sum_of_inverse_rates(const Ask& ask) {
  const auto model = ask.model();
  if (!model) {
    return std::nullopt;
  }
  Amount out = whole(0);
  for (std::size_t i = 0; i < model->layers.size(); ++i) {
    std::int64_t rate = 1;
    for (const Memory& memory : model->layers[i].memories) {
      rate = std::max(rate, tokens_of_entry(memory));
    }
    out = sum(out, quotient(whole(count_of(model->order, i)), whole(rate)));
  }
  return out;
}

// How the number of layers goes with the number of those that keep every position (dear), or with the layers that
// do not for each one that does (cheap_per_dear).
std::optional<Value> layers_correlation(const Ask& ask) {
  const std::string with = ask.fields().required_text("with");
  if (with != "dear" && with != "cheap_per_dear") {
    return ask.refuse("with is '" + with + "'", "dear or cheap_per_dear");
  }
  std::vector<std::pair<double, double>> pairs;
  for (const std::string& id : ask.fields().texts("models")) {
    const auto description = ask.sources().describe(id);
    if (!description) {
      return ask.refuse("unknown model '" + id + "'");
    }
    const auto all = static_cast<double>(layer_count(description->model.order));
    const auto kept = static_cast<double>(full_layer_count(description->model));
    pairs.emplace_back(all, with == "dear" ? kept : (all - kept) / kept);
  }
  if (pairs.size() < 3) {
    return ask.refuse("a correlation needs at least 3 models");
  }
  const auto coefficient = correlation(pairs);
  return coefficient ? std::optional<Value>(approximately(*coefficient))
                     : ask.refuse("the models are all alike in one of the two, so that nothing goes with it");
}

std::optional<Value> published(const Ask& ask, std::optional<std::int64_t> value, std::string unit) {
  return value ? std::optional<Value>(whole(*value, std::move(unit))) : ask.refuse("the figure is not published");
}

template <auto select>
std::optional<Value> fact(const Ask& ask) {
  const auto model = ask.model();
  return model ? select(ask, *model) : std::nullopt;
}

std::optional<Value> hidden_size(const Ask& ask, const Model& m) {
  return published(ask, m.naive.hidden_size, "elements");
}
std::optional<Value> max_context(const Ask& ask, const Model& m) {
  return published(ask, m.max_position_embeddings, "tokens");
}
std::optional<Value> parameters(const Ask& ask, const Model& m) {
  return published(ask, m.parameters.total, "parameters");
}
std::optional<Value> released(const Ask&, const Model& m) { return m.released; }

}  // namespace

std::span<const FigureKind> layer_figures() {
  static const std::array kFigures{
      FigureKind{"terms.bytes", {"model", "context", "kind", "part", "what"}, terms_bytes},
      FigureKind{"entry.bytes", {"model", "kind", "memory"}, of_memory<bytes_of_entry>},
      FigureKind{"entry.elements", {"model", "kind", "memory"}, of_memory<elements_of_entry>},
      FigureKind{"entry.tokens", {"model", "kind", "memory"}, of_memory<tokens_each>},
      FigureKind{"entry.index_bytes", {"model", "kind", "memory"}, of_memory<bytes_of_index_key>},
      FigureKind{"entries.visible", {"model", "kind", "memory", "context"}, of_memory_at<visible_entries>},
      FigureKind{"entries.selected", {"model", "kind", "memory", "context"}, of_memory_at<selected_entries>},
      FigureKind{"layers.count", {"model", "kind"}, layers_count},
      FigureKind{"layers.first", {"model", "kind"}, layers_first},
      FigureKind{"layers.list", {"model"}, layers_list},
      FigureKind{"layers.sum_of_inverse_rates", {"model"}, sum_of_inverse_rates},
      FigureKind{"layers.correlation", {"models", "with"}, layers_correlation},
      FigureKind{"model.hidden_size", {"model"}, fact<hidden_size>},
      FigureKind{"model.max_context", {"model"}, fact<max_context>},
      FigureKind{"model.parameters", {"model"}, fact<parameters>},
      FigureKind{"model.released", {"model"}, fact<released>},
  };
  return kFigures;
}

}  // namespace kvtally
