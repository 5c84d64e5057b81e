#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>

#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

using CheckState = CheckResult::State;

bool is(const CheckResult& result, std::initializer_list<std::string_view> verdicts) {
  return result.state == CheckState::passed && std::ranges::find(verdicts, result.verdict) != verdicts.end();
}

// What is rounded, cut, in another unit or counted by another convention.
bool is_smaller(const CheckResult& r) { return is(r, {"rounding", "truncated", "unit mix", "convention"}); }
bool is_unknown(const CheckResult& r) { return is(r, {"must stay unknown", "not computable"}); }
bool is_erratum(const CheckResult& r) { return is(r, {"erratum"}); }
bool is_off(const CheckResult& r) { return r.state != CheckState::passed; }

class Errata {
 public:
  Errata(const PageSources& sources, const SectionRecipe& recipe)
      : words_(*sources.words), report_(*sources.claims), table_(sources.table), id_(recipe.id) {}

  SectionParts parts() {
    add("", "Errata", is_erratum, false);
    add("-smaller", "Right but for rounding, unit or convention", is_smaller, true);
    add("-unknown", "Not to be computed", is_unknown, true);
    add("-off", "Not as recorded", is_off, true);
    cells();
    out_.values["all"] = fmt::format("{}", report_.results.size());
    out_.values["agree"] = counted([](const CheckResult& r) { return is(r, {"agrees"}); });
    out_.values["errata"] = counted(is_erratum);
    out_.values["smaller"] = counted(is_smaller);
    out_.values["unknown"] = counted(is_unknown);
    out_.values["unsaid"] = counted([](const CheckResult& r) { return is(r, {"not in the text"}); });
    return std::move(out_);
  }

 private:
  template <class Wanted>
  std::string counted(Wanted wanted) const {
    return fmt::format("{}", std::ranges::count_if(report_.results, wanted));
  }

  Column column(std::string key, const std::string& title, Align align = Align::left) const {
    return {std::move(key), words_.say(title), align, kEverywhere, false};
  }

  // The figure in the unit of what is printed, and the exact one behind it.
  std::string computed(const CheckResult& r) const {
    if (r.verdict == "must stay unknown") {
      return words_.say("refused");
    }
    return r.readable.empty() ? r.actual : fmt::format("{} ({})", r.readable, r.actual);
  }

  void add(const std::string& name, const std::string& title, bool (*wanted)(const CheckResult&), bool verdicts) {
    Table table;
    table.title = words_.say(title);
    table.columns = {column("source", "Where"), column("text", "What is claimed"),
                     column("printed", "Printed", Align::right), column("computed", "Computed", Align::right)};
    if (verdicts) {
      table.columns.push_back(column("verdict", "What it is"));
    }
    table.columns.push_back(column("note", "Why"));
    for (const CheckResult& r : report_.results) {
      if (!wanted(r)) {
        continue;
      }
      std::vector<Cell> row{text_cell(words_.say(r.source)), text_cell(words_.say(r.text)),
                            text_cell(words_.name(r.printed.value_or(""))), text_cell(computed(r))};
      if (verdicts) {
        row.push_back(text_cell(words_.say(r.verdict)));
      }
      row.push_back(text_cell(r.state == CheckState::failed ? r.why : words_.say(r.note)));
      table.rows.push_back(std::move(row));
    }
    if (!table.rows.empty()) {
      out_.tables.push_back({id_ + name, std::move(table), true});
    }
  }

  // The cells of the models' table that are not what the text prints.
  void cells() {
    Table table;
    table.title = words_.say("Cells of the models' table that differ");
    table.columns = {column("model", "Model"), column("cell", "Cell"), column("printed", "Printed", Align::right),
                     column("computed", "Ours", Align::right), column("note", "Why")};
    for (const ModelRow& row : table_ == nullptr ? std::vector<ModelRow>{} : table_->rows) {
      cell(table, row, "Month", row.released, &Printed::released);
      cell(table, row, "Context", row.context, &Printed::context);
      cell(table, row, "KV", row.kv_text, &Printed::kv);
    }
    out_.values["cells"] = fmt::format("{}", table.rows.size());
    if (!table.rows.empty()) {
      out_.tables.push_back({id_ + "-cells", std::move(table), true});
    }
  }

  void cell(Table& table, const ModelRow& row, const std::string& what, const std::string& ours,
            std::string Printed::* which) const {
    if (!(row.marks.*which).empty()) {
      table.rows.push_back({text_cell(words_.name(row.name)), text_cell(words_.say(what)),
                            text_cell(row.printed.*which), text_cell(ours), text_cell(row.reasons.*which)});
    }
  }

  const Words& words_;
  const CheckReport& report_;
  const ModelTable* table_;
  std::string id_;
  SectionParts out_;
};

}  // namespace

Expected<SectionParts> errata_section(const PageSources& sources, const SectionRecipe& recipe) {
  if (sources.claims == nullptr) {
    return std::unexpected(
        section_fault(sources, recipe, "the report names no document of claims", "claims: its name"));
  }
  return Errata(sources, recipe).parts();
}

}  // namespace kvtally
