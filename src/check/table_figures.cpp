#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "check/figure.hpp"
#include "core/parse.hpp"
#include "model/mixture.hpp"
#include "report/layer_ratio.hpp"

namespace kvtally {

namespace {

// ---- which rows are meant

// `where`: every condition that is given must hold. A model without a limit has no context to compare.
struct Where {
  std::optional<std::string> mix;
  std::optional<std::string> cheap;
  std::optional<bool> chosen;  // some layer reads only what it chooses
  std::optional<bool> full;    // every layer keeps and reads every position
  std::optional<std::string> from;
  std::optional<std::string> to;
  std::optional<Tokens> context_at_least;

  bool holds(const ModelRow& row, const Model& model) const {
    return (!mix || *mix == mix_of(model)) && (!cheap || *cheap == cheap_of(model)) &&
           (!chosen || *chosen == some_layer(model, chooses)) && (!full || *full == full_everywhere(model)) &&
           (!from || *from <= row.released) && (!to || row.released <= *to) &&
           (!context_at_least || (row.max_context && *row.max_context >= context_at_least->value));
  }
};

std::optional<std::string> listed_word(const Fields& fields, std::string_view key,
                                       std::span<const std::string_view> values) {
  const auto text = fields.text(key);
  if (text && std::ranges::find(values, *text) == values.end()) {
    fields.report(fields.find(key)->place, fmt::format("{} is '{}'", key, *text),
                  fmt::format("one of {}", fmt::join(values, ", ")));
  }
  return text;
}

std::optional<std::string> month(const Fields& fields, std::string_view key) {
  const auto text = fields.text(key);
  if (text && !is_month(*text)) {
    fields.report(fields.find(key)->place, fmt::format("{} is '{}'", key, *text), "a month such as 2025-11");
  }
  return text;
}

Where read_where(const Ask& ask) {
  Where out;
  const Node* node = ask.fields().find("where");
  if (node == nullptr) {
    return out;
  }
  const Fields fields(ask.fields().tree(), *node, ask.fields().problems(), "where");
  fields.refuse_unknown(
      std::array<std::string_view, 7>{"mix", "cheap", "chosen", "full", "from", "to", "context_at_least"});
  out.mix = listed_word(fields, "mix", std::array<std::string_view, 3>{"uniform", "cheap_and_dear", "other"});
  out.cheap = listed_word(fields, "cheap", std::array<std::string_view, 3>{"windows", "states", "none"});
  out.chosen = fields.boolean("chosen");
  out.full = fields.boolean("full");
  out.from = month(fields, "from");
  out.to = month(fields, "to");
  if (const auto text = fields.text("context_at_least")) {
    const auto tokens = parse_tokens(*text);
    if (!tokens) {
      fields.report(fields.find("context_at_least")->place, tokens.error());
    }
    out.context_at_least = tokens.value_or(Tokens{1});
  }
  return out;
}

std::optional<std::vector<const ModelRow*>> rows_of(const Ask& ask) {
  if (ask.sources().table == nullptr) {
    return ask.refuse("there is no table to look at");
  }
  const std::size_t before = ask.fields().problems().size();
  const Where where = read_where(ask);
  std::vector<const ModelRow*> out;
  for (const ModelRow& row : ask.sources().table->rows) {
    const auto description = ask.sources().describe(row.id);
    if (description && where.holds(row, description->model)) {
      out.push_back(&row);
    }
  }
  return ask.fields().problems().size() == before ? std::optional(std::move(out)) : std::nullopt;
}

// ---- figures

std::optional<Value> counted_models(const Ask& ask) {
  const auto rows = rows_of(ask);
  return rows ? std::optional<Value>(whole(static_cast<std::int64_t>(rows->size()), "rows")) : std::nullopt;
}

std::optional<Wide> cell_of(const ModelRow& row, bool context) {
  return context ? (row.max_context ? std::optional<Wide>(*row.max_context) : std::nullopt)
                 : std::optional<Wide>(row.kv.value);
}

// The row with the least or the most of a column (kv, context): its value, or its model.
template <bool largest>
std::optional<Value> extreme(const Ask& ask) {
  const auto rows = rows_of(ask);
  const auto column = listed_word(ask.fields(), "column", std::array<std::string_view, 2>{"kv", "context"});
  const auto give = listed_word(ask.fields(), "give", std::array<std::string_view, 2>{"value", "model"});
  if (!rows || !column) {
    return column ? std::nullopt : ask.refuse("column is missing", "kv or context");
  }
  const bool context = *column == "context";
  const ModelRow* best = nullptr;
  for (const ModelRow* row : *rows) {
    const auto cell = cell_of(*row, context);
    if (cell &&
        (best == nullptr || (largest ? *cell > *cell_of(*best, context) : *cell < *cell_of(*best, context)))) {
      best = row;
    }
  }
  if (best == nullptr) {
    return ask.refuse("no row is of this sort");
  }
  return give == "model" ? Value(best->id) : Value(whole(*cell_of(*best, context), context ? "tokens" : "bytes"));
}

// How many of the report's layer labels the rows have; `unseen` counts those alone that no earlier row has.
template <bool unseen>
std::optional<Value> labels(const Ask& ask) {
  const auto rows = rows_of(ask);
  if (!rows) {
    return std::nullopt;
  }
  std::set<std::string> here;
  std::string first;
  for (const ModelRow* row : *rows) {
    here.merge(labels_of(*row));
    first = first.empty() ? row->released : std::min(first, row->released);
  }
  std::set<std::string> before;
  for (const ModelRow& row : ask.sources().table->rows) {
    if (row.released < first) {
      before.merge(labels_of(row));
    }
  }
  const auto number = std::ranges::count_if(here, [&](const auto& l) { return !unseen || !before.contains(l); });
  return whole(number, "labels");
}

// The ratios of cheap to dear layers in the repeating units of the rows: "3:1, 5:1, 7:1".
std::optional<Value> ratios(const Ask& ask) {
  const auto rows = rows_of(ask);
  if (!rows) {
    return std::nullopt;
  }
  std::set<LayerRatio> found;
  for (const ModelRow* row : *rows) {
    found.insert(unit_ratio(*row, ask.sources().describe(row->id)->model));
  }
  std::vector<std::string> out;
  std::ranges::transform(found, std::back_inserter(out), print_ratio);
  return fmt::format("{}", fmt::join(out, ", "));
}

}  // namespace

std::span<const FigureKind> table_figures() {
  static const std::array kFigures{
      FigureKind{"table.count", {"where"}, counted_models},
      FigureKind{"table.smallest", {"column", "give", "where"}, extreme<false>},
      FigureKind{"table.largest", {"column", "give", "where"}, extreme<true>},
      FigureKind{"table.labels", {"where"}, labels<false>},
      FigureKind{"table.new_labels", {"where"}, labels<true>},
      FigureKind{"table.ratios", {"where"}, ratios},
  };
  return kFigures;
}

}  // namespace kvtally
