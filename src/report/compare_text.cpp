#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "model/kinds.hpp"
#include "report/compare.hpp"
#include "report/prose.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

bool same_context(const Comparison& comparison) {
  return std::ranges::all_of(comparison.rows, [&](const ComparedRow& row) {
    return row.sheet.scenario.context == comparison.rows.front().sheet.scenario.context;
  });
}

std::string use_of(const Comparison& comparison) {
  const Sheet& first = comparison.rows.front().sheet;
  const std::string context = same_context(comparison)
                                  ? fmt::format("{} tokens", print_grouped(first.scenario.context.value))
                                  : "each at its own maximum context (-c gives one)";
  return fmt::format("{}, {} {}, entries in {}", context, first.scenario.batch,
                     first.scenario.batch == 1 ? "request" : "requests", first.kv_dtype);
}

std::string row_label(const Comparison& comparison, const ComparedRow& row) {
  const bool many = comparison.models.size() > 1;
  if (!comparison.attentions) {
    return row.sheet.model.id;
  }
  return many ? fmt::format("{} as {}", row.sheet.model.id, row.as) : row.as;
}

// "52 SWA: the last 1024 positions: ...": a line for each part that a layer of a sort keeps, in front of them the
// order of the sorts where there are several.
std::string keeps_of(const Sheet& sheet) {
  std::string out = sheet.figures.layers.size() > 1 ? layer_list(sheet.model) : "";
  for (const LayerFigures& figures : sheet.figures.layers) {
    const Layer& layer = sheet.model.layers[figures.layer];
    std::string lead =
        fmt::format("{} {}{}: ", figures.count, figures.draft ? "draft " : "", kind_of(layer.kind).label);
    for (const std::string& line : describe(layer)) {
      out += out.empty() ? "" : "\n";
      out += lead;
      out += line;
      lead.clear();
    }
  }
  return out;
}

std::vector<std::string> comparison_notes(const Comparison& comparison, Units units) {
  std::vector<std::string> out{"First / this: how many times as much the first row keeps in all."};
  std::string names;
  for (const ComparedRow& row : comparison.rows) {
    names += row.counterfactual ? (names.empty() ? "" : ", ") + row_label(comparison, row) : "";
  }
  if (!names.empty()) {
    out.push_back(fmt::format("Counterfactual, since no such model exists: {}.", names));
  }
  if (comparison.device) {
    out.push_back(fmt::format("Devices: what is kept, without any weights, over the {} that one {} has usable{}.",
                              print_bytes(comparison.device->usable, units), comparison.device->device,
                              comparison.device->basis.empty() ? "" : " (" + comparison.device->basis + ")"));
  }
  return out;
}

bool makes(const ComparedRow& row, const std::string& assumption) {
  return std::ranges::find(row.sheet.assumptions, assumption) != row.sheet.assumptions.end();
}

// The rows that make an assumption; a model's name stands for all of its rows.
std::string makers_of(const Comparison& comparison, const std::string& assumption) {
  std::string out;
  for (const Model& model : comparison.models) {
    std::string rows;
    bool all = true;
    for (const ComparedRow& row : comparison.rows) {
      if (row.sheet.model.id == model.id) {
        all = all && makes(row, assumption);
        rows += makes(row, assumption) ? (rows.empty() ? "" : ", ") + row_label(comparison, row) : "";
      }
    }
    out += (out.empty() || rows.empty() ? "" : ", ") + (all ? model.id : rows);
  }
  return out;
}

// Each once: those of all rows as they are, the others behind the names of their rows.
std::vector<std::string> assumptions_of(const Comparison& comparison) {
  std::vector<std::string> common;
  std::vector<std::string> others;
  const auto add_once = [](std::vector<std::string>& list, std::string text) {
    if (std::ranges::find(list, text) == list.end()) {
      list.push_back(std::move(text));
    }
  };
  for (const ComparedRow& row : comparison.rows) {
    for (const std::string& assumption : row.sheet.assumptions) {
      if (std::ranges::all_of(comparison.rows,
                              [&](const ComparedRow& other) { return makes(other, assumption); })) {
        add_once(common, assumption);
      } else {
        add_once(others, fmt::format("{}: {}", makers_of(comparison, assumption), assumption));
      }
    }
  }
  common.insert(common.end(), others.begin(), others.end());
  return common;
}

Table with_layers(const Comparison& comparison, Units units) {
  Table table = table_of(comparison, units);
  table.columns.push_back({"", "Layers", Align::left, kTerminal | kMarkdown, true});
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    table.rows[i].push_back({keeps_of(comparison.rows[i].sheet), "", {}, {}});
  }
  return table;
}

std::string one_line(std::string_view text) { return fmt::format("{}", fmt::join(split(text, '\n'), "; ")); }

}  // namespace

std::string text_of(const Comparison& comparison, Units units, const Look& look) {
  std::string out;
  for (const Model& model : comparison.models) {
    out += wrapped(heading(model), look.width);
  }
  out += wrapped(use_of(comparison), look.width) + '\n';
  out += write_text(with_layers(comparison, units), look);
  if (const Table fields = fields_of(comparison.models); !fields.rows.empty()) {
    out += "\nwhere the models differ\n" + write_text(fields, look);
  }
  out += '\n';
  for (const std::string& note : comparison_notes(comparison, units)) {
    out += wrapped(note, look.width);
  }
  return out + bullets("assumptions", assumptions_of(comparison), look.width);
}

std::vector<Table> printed_tables(const Comparison& comparison, Units units) {
  Table table = with_layers(comparison, units);
  for (std::vector<Cell>& row : table.rows) {
    row.back().text = one_line(row.back().text);
  }
  for (const Model& model : comparison.models) {
    table.title += (table.title.empty() ? "" : ", ") + model.name;
  }
  table.title += ": " + use_of(comparison);
  table.notes = comparison_notes(comparison, units);
  const std::vector<std::string> assumptions = assumptions_of(comparison);
  table.notes.insert(table.notes.end(), assumptions.begin(), assumptions.end());
  std::vector<Table> out{std::move(table)};
  if (Table fields = fields_of(comparison.models); !fields.rows.empty()) {
    out.push_back(std::move(fields));
  }
  return out;
}

}  // namespace kvtally
