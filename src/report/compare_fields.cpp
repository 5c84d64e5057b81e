#include <array>
#include <fmt/format.h>

#include "report/compare.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

std::string grouped_or_dash(const std::optional<std::int64_t>& value) {
  return value ? print_grouped(*value) : "-";
}

std::string parameters(const std::optional<std::int64_t>& count) { return count ? print_parameters(*count) : "-"; }

std::string longest_context(const Model& model) {
  return model.unlimited_context ? "unlimited" : grouped_or_dash(model.max_position_embeddings);
}

struct Field {
  std::string_view key;  // of a description where it has one
  std::string (*value)(const Model&);
};

// Widths are not among them: what a layer of each sort keeps says them, and num_key_value_heads misleads of
// latents.
constexpr std::array kFields{
    Field{"vendor", [](const Model& m) { return m.vendor; }},
    Field{"released", [](const Model& m) { return m.released; }},
    Field{"parameters", [](const Model& m) { return parameters(m.parameters.total); }},
    Field{"active parameters", [](const Model& m) { return parameters(m.parameters.active); }},
    Field{"num_hidden_layers", [](const Model& m) { return print_grouped(layer_count(m.order)); }},
    Field{"layers", layer_list},
    Field{"draft layers", [](const Model& m) { return print_grouped(layer_count(m.draft)); }},
    Field{"hidden_size", [](const Model& m) { return grouped_or_dash(m.naive.hidden_size); }},
    Field{"num_attention_heads", [](const Model& m) { return grouped_or_dash(m.naive.num_attention_heads); }},
    Field{"vocab_size", [](const Model& m) { return grouped_or_dash(m.vocab_size); }},
    Field{"max_position_embeddings", longest_context},
};

}  // namespace

Table fields_of(const std::vector<Model>& models) {
  Table table;
  table.columns.push_back({"field", "Field", Align::left, kEverywhere, false});
  for (const Model& model : models) {
    table.columns.push_back({model.id, model.id, Align::left, kEverywhere, false});
  }
  for (const Field& field : kFields) {
    std::vector<Cell> row{{std::string(field.key), "", {}, {}}};
    bool differs = false;
    for (const Model& model : models) {
      const std::string value = field.value(model);
      row.push_back({value.empty() ? "-" : value, "", {}, {}});
      differs = differs || row.back().text != row[1].text;
    }
    if (differs) {
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace kvtally
