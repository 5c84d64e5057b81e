#include "report/model_table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "account/terms.hpp"
#include "model/mixture.hpp"
#include "report/strip.hpp"

namespace kvtally {

namespace {

Problem plain_problem(std::string what, std::string expected = {}) {
  return {"", {}, std::move(what), std::move(expected), "", ""};
}

std::string label_of(const std::string& kind, const RecipeRow& row) {
  const auto label = std::ranges::find(row.labels, kind, &std::pair<std::string, std::string>::first);
  return label == row.labels.end() ? std::string(kind_of(kind).label) : label->second;
}

std::string context_text(const Model& model) {
  if (model.unlimited_context) {
    return "unlimited";
  }
  return model.max_position_embeddings ? print_tokens(Tokens{*model.max_position_embeddings}) : "not published";
}

void set_cycle(ModelRow& row, const RecipeRow& recipe) {
  std::vector<std::string> labels;
  for (const std::string& kind : row.kinds) {
    labels.push_back(label_of(kind, recipe));
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
  row.remark = recipe.remark;
  row.highlight = recipe.highlight;
  row.caveat = recipe.caveat;
  return row;
}

// Sets marks and footnotes where ours is not what is printed.
class Comparison {
 public:
  Comparison(ModelTable& table, const std::string& file, Problems& problems)
      : table_(table), file_(file), problems_(problems) {}

  void row(ModelRow& row, const RecipeRow& recipe, bool compared) {
    place_ = recipe.place;
    if (compared) {
      cell(row, {"date", "in our sources"}, row.released, recipe.printed.released, recipe.differs.released,
           row.marks.released);
    }
    if (!recipe.caveat.empty()) {
      row.name_mark = footnote(fmt::format("{}: {}", row.name, recipe.caveat));
    }
    if (!compared) {
      return;
    }
    cell(row, {"context", "declared"}, row.context, recipe.printed.context, recipe.differs.context,
         row.marks.context);
    cell(row, {"KV", "computed"}, row.kv_text, recipe.printed.kv, recipe.differs.kv, row.marks.kv);
  }

 private:
  struct Words {
    std::string_view cell;
    std::string_view ours;  // where our value is from
  };

  void cell(const ModelRow& row, Words words, const std::string& ours, const std::string& printed,
            const std::string& reason, std::string& mark) {
    const bool differs = !printed.empty() && ours != printed;
    if (differs != !reason.empty()) {
      problems_.push_back(
          {file_, place_,
           fmt::format("{}: {} '{}' is printed, '{}' is {}", row.id, words.cell, printed, ours, words.ours),
           differs ? "a reason under 'differs'" : "no reason under 'differs'", "", ""});
    }
    if (differs) {
      mark = footnote(fmt::format("{}, {}: {} is printed, {} is {}. {}", row.name, words.cell, printed, ours,
                                  words.ours, reason));
    }
  }

  std::string footnote(const std::string& text) {
    std::string mark = fmt::format("[{}]", table_.footnotes.size() + 1);
    table_.footnotes.push_back(fmt::format("{} {}", mark, text));
    return mark;
  }

  ModelTable& table_;
  const std::string& file_;
  Problems& problems_;
  Place place_;  // of the recipe's row
};

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

// The row of one recipe row; nothing after its problem was noted.
std::optional<ModelRow> row_of(const RecipeRow& recipe, const Recipe& report, const Describe& describe,
                               const TableOptions& options, Problems& problems) {
  const auto description = describe(recipe.model);
  if (!description) {
    for (Problem problem : description.error()) {
      problem.file = problem.file.empty() ? report.file : problem.file;
      problem.place = problem.file == report.file ? recipe.place : problem.place;
      problems.push_back(std::move(problem));
    }
    return std::nullopt;
  }
  const auto model = adapt(description->model, apt_for(description->model, options.adaptation));
  if (!model) {
    for (const std::string& error : model.error()) {
      problems.push_back(plain_problem(fmt::format("{}: {}", recipe.model, error)));
    }
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

// What the figures of the table are.
std::string basis_of(const ModelTable& table, const TableOptions& options) {
  return fmt::format(
      "KV: keys, values, latents and pooled entries of one request of {} tokens, in {}, from each model's shape; "
      "windows "
      "and chunks hold at most their size; recurrent states, index keys and what waits to be pooled are not "
      "counted.",
      print_grouped(table.context.value), options.kv_dtype);
}

}  // namespace

Expected<ModelTable> compute_table(const Recipe& recipe, const Describe& describe, const TableOptions& options) {
  ModelTable table{recipe.id, recipe.title, options.context.value_or(recipe.context), {}, {}, {}};
  Problems problems;
  std::vector<Pending> rows;
  for (const RecipeRow& row : recipe.rows) {
    if (!options.highlights_only || !row.highlight.empty()) {
      if (auto computed = row_of(row, recipe, describe, options, problems)) {
        rows.push_back({std::move(*computed), &row});
      }
    }
  }
  sort_rows(rows, options.sort, options.reverse);
  Comparison comparison(table, recipe.file, problems);
  for (Pending& pending : rows) {
    comparison.row(pending.row, *pending.recipe, as_printed(options, recipe.context));
    table.rows.push_back(std::move(pending.row));
  }
  table.footer = {basis_of(table, options)};
  table.footer.insert(table.footer.end(), recipe.footer.begin(), recipe.footer.end());
  return problems.empty() ? Expected<ModelTable>(std::move(table)) : std::unexpected(std::move(problems));
}

}  // namespace kvtally
