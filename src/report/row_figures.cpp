#include "report/row_figures.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "account/terms.hpp"
#include "core/parse.hpp"
#include "report/cycle.hpp"
#include "report/layer_keys.hpp"
#include "report/strip.hpp"

namespace kvtally {

namespace {

RowFigure number_figure(std::int64_t value) { return {fmt::format("{}", value), value}; }

class FigureFinder {
 public:
  explicit FigureFinder(const Model& model)
      : model_(model), order_(unrolled(model.order)), kinds_(kinds_in_order(model)) {}

  RowFigures find(Tokens context, Units units) {
    facts(context, units);
    cycle();
    ends();
    for (const Kind& kind : kvtally::kinds()) {
      if (std::ranges::find(kinds_, kind.id) != kinds_.end()) {
        of_kind(std::string(kind.id));
      }
    }
    keys();
    return std::move(out_);
  }

 private:
  void facts(Tokens context, Units units) {
    out_["name"] = {model_.name, {}};
    out_["layers"] = number_figure(std::ssize(order_));
    out_["context"] = {context_text(model_), model_.max_position_embeddings};
    if (model_.max_position_embeddings) {
      const std::int64_t tokens = *model_.max_position_embeddings;
      out_["context_tokens"] = {print_grouped(tokens), tokens};
    }
    for (const auto& [name, count] :
         {std::pair("parameters", model_.parameters.total), std::pair("active", model_.parameters.active)}) {
      if (count) {
        out_[name] = {print_parameters(*count), count};
      }
    }
    if (is_month(model_.released)) {
      constexpr std::int64_t kMonths = 12;
      const std::int64_t year = parse_integer(model_.released.substr(0, 4)).value_or(0);
      const std::string month = model_.released.substr(model_.released[5] == '0' ? 6 : 5);
      out_["released"] = {model_.released, year * kMonths + parse_integer(month).value_or(0)};
    }
    const Bytes kept = tally(terms_of(model_), context)[Part::entries];
    out_["kv"] = {print_table_bytes(kept, units), narrow(kept.value)};
    out_["indexers"] = number_figure(std::ranges::count_if(order_, [&](std::size_t layer) {
      return std::ranges::any_of(model_.layers[layer].memories, [](const Memory& memory) {
        return memory.indexer && memory.indexer->source == Indexer::Source::own;
      });
    }));
  }

  // The repeating unit: how long it is, how many of each kind it has, and of cheap layers to others.
  void cycle() {
    const Cycle cycle = find_cycle(kinds_);
    out_["cycle"] = number_figure(std::ssize(cycle.unit));
    out_["tail"] = number_figure(std::ssize(cycle.tail));
    std::int64_t dear = 0;
    for (std::size_t i = 0; i < cycle.unit.size(); ++i) {
      const std::string& kind = cycle.unit[i];
      out_[kind + ".cycle"] = number_figure(std::ranges::count(cycle.unit, kind));
      dear += keeps_every_position(model_.layers[order_[cycle.lead.size() + i]]) ? 1 : 0;
    }
    const std::int64_t cheap = std::ssize(cycle.unit) - dear;
    if (const std::int64_t common = std::gcd(cheap, dear); cheap > 0 && dear > 0) {
      out_["ratio"] = {fmt::format("{}:{}", cheap / common, dear / common), {}};
    }
  }

  // How many equal layers it begins and ends with.
  void ends() {
    const auto runs = runs_of(kinds_);
    if (!runs.empty()) {
      out_["opening"] = number_figure(runs.front().count);
      out_["closing"] = number_figure(runs.back().count);
    }
  }

  void of_kind(const std::string& kind) {
    std::vector<std::int64_t> places;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      if (kinds_[i] == kind) {
        places.push_back(static_cast<std::int64_t>(i) + 1);
      }
    }
    out_[kind + ".layers"] = number_figure(std::ssize(places));
    out_[kind + ".place"] = number_figure(places.front());
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < places.size(); ++i) {
      gaps.push_back(places[i] - places[i - 1]);
    }
    if (!gaps.empty()) {
      out_[kind + ".nearest"] = number_figure(std::ranges::min(gaps));
      out_[kind + ".farthest"] = number_figure(std::ranges::max(gaps));
    }
  }

  // A key that layers disagree on has no figure without their kind, and none for a kind that does so in itself.
  void keys() {
    std::map<std::string, std::string> values;
    for (const Layer& layer : model_.layers) {
      const auto keys = keys_of(layer, model_);
      if (!keys) {
        continue;  // a layer that no description can say has no keys to ask for
      }
      for (const auto& [key, value] : keys->values) {
        for (const std::string& name : {key, layer.kind + '.' + key}) {
          const auto [known, added] = values.emplace(name, value);
          known->second = added || known->second == value ? value : "";
        }
      }
    }
    for (const auto& [name, value] : values) {
      const auto whole = parse_integer(value);
      if (!value.empty() && !out_.contains(name)) {
        out_[name] = {value, whole ? std::optional(*whole) : std::nullopt};
      }
    }
  }

  const Model& model_;
  std::vector<std::size_t> order_;
  std::vector<std::string> kinds_;
  RowFigures out_;
};

}  // namespace

bool keeps_every_position(const Layer& layer) {
  return std::ranges::any_of(layer.memories,
                             [](const Memory& m) { return std::holds_alternative<All>(m.retention); });
}

std::string context_text(const Model& model) {
  if (model.unlimited_context) {
    return "unlimited";
  }
  return model.max_position_embeddings ? print_tokens(Tokens{*model.max_position_embeddings}) : "not published";
}

RowFigures row_figures(const Model& model, Tokens context, Units units) {
  return FigureFinder(model).find(context, units);
}

}  // namespace kvtally
