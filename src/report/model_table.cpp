#include "report/model_table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "account/terms.hpp"
#include "model/mixture.hpp"
#include "report/row_footnotes.hpp"
#include "report/row_values.hpp"
#include "report/strip.hpp"

namespace kvtally {

namespace {

Problem plain_problem(std::string what, std::string expected = {}) {
  return {"", {}, std::move(what), std::move(expected), "", ""};
}

std::string kind_label(const std::string& kind, const RecipeRow& row) {
  const auto label = std::ranges::find(row.labels, kind, &std::pair<std::string, std::string>::first);
  return label == row.labels.end() ? std::string(kind_of(kind).label) : label->second;
}

void set_cycle(ModelRow& row, const RecipeRow& recipe) {
  std::vector<std::string> labels;
  for (const std::string& kind : row.kinds) {
    labels.push_back(kind_label(kind, recipe));
  }
  row.cycle = find_cycle(labels);
  const auto start = static_cast<std::ptrdiff_t>(row.cycle.lead.size());
  row.cycle_kinds.assign(row.kinds.begin() + start,
                         row.kinds.begin() + start + static_cast<std::ptrdiff_t>(row.cycle.unit.size()));
}

ModelRow compute_row(const RecipeRow& recipe, const Model& model, Tokens context, Units units) {
  ModelRow row;
  row.id = model.id;
  row.name = model.name;
  row.vendor = model.vendor;
  row.released = model.released;
  row.parameters = model.parameters;
  row.layers = layer_count(model.order);
  row.cheap_layers = row.layers - full_layer_count(model);
  row.kinds = kinds_in_order(model);
  set_cycle(row, recipe);
  row.labels = recipe.labels;
  row.max_context = model.max_position_embeddings;
  row.context = context_text(model);
  row.kv = tally(terms_of(model), context)[Part::entries];
  row.kv_text = print_table_bytes(row.kv, units);
  row.printed = recipe.printed;
  return row;
}

struct Pending {
  ModelRow row;
  const RecipeRow* recipe;
};

void sort_rows(std::vector<Pending>& rows, SortKey key, bool reverse) {
  const auto before = [key](const Pending& first, const Pending& second) {
    const ModelRow& a = first.row;
    const ModelRow& b = second.row;
    switch (key) {
      case SortKey::report: return first.recipe < second.recipe;  // the rows of one vector
      case SortKey::time: return a.released < b.released;
      case SortKey::vendor: return a.vendor < b.vendor;
      case SortKey::ratio: return a.cheap_layers * b.layers < b.cheap_layers * a.layers;
      case SortKey::context:  // a model without a limit is behind every other
        return a.max_context && (!b.max_context || *a.max_context < *b.max_context);
      case SortKey::kv: return a.kv < b.kv;
    }
    return false;
  };
  // Rows that are equal under the key keep the recipe's order, in reverse too.
  std::ranges::stable_sort(
      rows, [&](const Pending& a, const Pending& b) { return reverse ? before(b, a) : before(a, b); });
}

bool is_bf16(const std::optional<KeyValueFormats>& formats) {
  return !formats || (formats->key == bf16() && formats->value == bf16());
}

bool as_printed(const TableOptions& options, Tokens recipe_context) {
  return is_bf16(options.adaptation.entries) && options.adaptation.entries_of.empty() &&
         options.units == Units::binary && options.context.value_or(recipe_context) == recipe_context;
}

// Of single layer types those that the model has: a table's models differ.
Adaptation apt_for(const Model& model, Adaptation adaptation) {
  std::erase_if(adaptation.entries_of, [&](const auto& entry) {
    return std::ranges::none_of(model.layers,
                                [&](const Layer& l) { return l.tag == entry.first || l.kind == entry.first; });
  });
  return adaptation;
}

// A description's model as it is counted.
Expected<Model> adapted(const Description& description, const TableOptions& options) {
  auto model = adapt(description.model, apt_for(description.model, options.adaptation));
  if (model) {
    return std::move(*model);
  }
  Problems problems;
  for (const std::string& error : model.error()) {
    problems.push_back(plain_problem(fmt::format("{}: {}", description.model.id, error)));
  }
  return std::unexpected(std::move(problems));
}

// Problems without a file are those of the recipe's row.
void add_placed(Problems& problems, Problems found, const Recipe& report, const RecipeRow& row) {
  for (Problem& problem : found) {
    if (problem.file.empty()) {
      problem.file = report.file;
      problem.place = row.place;
    }
    problems.push_back(std::move(problem));
  }
}

// The row of one recipe row; nothing after its problem was noted.
std::optional<ModelRow> model_row(const RecipeRow& recipe, const Recipe& report, const Describe& describe,
                                  const TableOptions& options, Problems& problems) {
  const auto description = describe(recipe.model);
  if (!description) {
    add_placed(problems, description.error(), report, recipe);
    return std::nullopt;
  }
  const auto model = adapted(*description, options);
  if (!model) {
    problems.insert(problems.end(), model.error().begin(), model.error().end());
    return std::nullopt;
  }
  ModelRow row = compute_row(recipe, *model, options.context.value_or(report.context), options.units);
  if (!narrow(row.kv.value)) {
    problems.push_back(
        plain_problem(fmt::format("{}: its cache passes 2^63 bytes", recipe.model), "a shorter context"));
    return std::nullopt;
  }
  return row;
}

// The recipe's row with its sentences in the reader's language and filled.
RecipeRow worded(const RecipeRow& row, const Recipe& report, const TableOptions& options, RowValues& values,
                 Problems& problems) {
  RecipeRow out = row;
  for (std::string* sentence :
       {&out.remark, &out.highlight, &out.caveat, &out.differs.released, &out.differs.context, &out.differs.kv}) {
    auto text = values.fill(said(options, *sentence), row);
    if (!text) {
      add_placed(problems, std::move(text.error()), report, row);
    }
    *sentence = std::move(text).value_or("");
  }
  return out;
}

RowValues values_of(const Recipe& recipe, const Describe& describe, const TableOptions& options) {
  const Tokens context = options.context.value_or(recipe.context);
  return RowValues([&describe, &options, context](const std::string& id) -> Expected<RowFigures> {
    const auto description = describe(id);
    if (!description) {
      return std::unexpected(description.error());
    }
    const auto model = adapted(*description, options);
    return model ? Expected<RowFigures>(row_figures(*model, context, options.units))
                 : std::unexpected(model.error());
  });
}

// What the figures of the table are.
std::string basis_of(const ModelTable& table, const TableOptions& options) {
  const std::string text = said(
      options,
      "KV: keys, values, latents and pooled entries of one request of {tokens} tokens, in {format}, from each "
      "model's shape; windows and chunks hold at most their size; recurrent states, index keys and what waits to "
      "be pooled are not counted.");
  return filled(text, {{"tokens", print_grouped(table.context.value)}, {"format", options.kv_dtype}}).value_or("");
}

}  // namespace

Expected<ModelTable> compute_table(const Recipe& recipe, const Describe& describe, const TableOptions& options) {
  ModelTable table{recipe.id, said(options, recipe.title), options.context.value_or(recipe.context), {}, {}, {}};
  Problems problems;
  std::vector<Pending> rows;
  RowValues values = values_of(recipe, describe, options);
  for (const RecipeRow& row : recipe.rows) {
    if (options.highlights_only && row.highlight.empty()) {
      continue;
    }
    if (auto computed = model_row(row, recipe, describe, options, problems)) {
      rows.push_back({std::move(*computed), &row});
    }
  }
  sort_rows(rows, options.sort, options.reverse);
  RowFootnotes footnotes(table, recipe.file, options, problems);
  for (Pending& pending : rows) {
    const RecipeRow row = worded(*pending.recipe, recipe, options, values, problems);
    pending.row.remark = row.remark;
    pending.row.highlight = row.highlight;
    pending.row.caveat = row.caveat;
    footnotes.add(pending.row, row, as_printed(options, recipe.context));
    table.rows.push_back(std::move(pending.row));
  }
  table.footer = {basis_of(table, options)};
  for (const std::string& line : recipe.footer) {
    table.footer.push_back(said(options, line));
  }
  return problems.empty() ? Expected<ModelTable>(std::move(table)) : std::unexpected(std::move(problems));
}

}  // namespace kvtally
