#include <algorithm>

#include "check/judgement.hpp"
#include "published/zoo_truths.hpp"
#include "support/golden.hpp"

namespace kvtally::test {

namespace {

constexpr std::string_view kTable = "table.";

bool asks_table(const Node& node) {
  const auto* const first = &node;
  return std::any_of(first, first + node.size,
                     [](const Node& n) { return n.key == "figure" && n.text.starts_with(kTable); });
}

bool asks_table(const Claim& claim) {
  return asks_table(*claim.figure.what) ||
         std::ranges::any_of(claim.also, [](const Expectation& e) { return asks_table(*e.what); });
}

// Read once: each changed number asks for many of them.
Expected<Description> compiled_in(const std::string& word) {
  static std::map<std::string, Expected<Description>, std::less<>> read;
  const auto found = read.find(word);
  return found != read.end() ? found->second : read.emplace(word, zoo().named(word)).first->second;
}

// Whether a row of the lecture's table is another one: it shows layers, contexts, months and what is kept.
bool another_row(const Model& a, const Model& b) {
  return a.layers != b.layers || a.order != b.order || a.max_position_embeddings != b.max_position_embeddings ||
         a.released != b.released || a.unlimited_context != b.unlimited_context;
}

// The table with this model's row computed anew; nothing where the row is not as printed any more.
std::optional<ModelTable> with_row(const ModelTable& table, const Recipe& lecture,
                                   const Description& description) {
  const auto row = std::ranges::find(lecture.rows, description.model.id, &RecipeRow::model);
  Recipe alone = lecture;
  alone.rows = {*row};
  auto computed = compute_table(alone, [&](const std::string&) { return Expected<Description>(description); }, {});
  if (!computed) {
    return std::nullopt;
  }
  ModelTable out = table;
  *std::ranges::find(out.rows, description.model.id, &ModelRow::id) = computed->rows.front();
  return out;
}

}  // namespace

std::string_view name_of(TruthSource source) {
  switch (source) {
    case TruthSource::claims: return "claims";
    case TruthSource::observations: return "observations";
    case TruthSource::configs: return "configs";
    case TruthSource::counts: return "parameter counts";
  }
  return {};
}

ClaimTruths::ClaimTruths() : lecture_(lecture_recipe()), table_(lecture_table()), devices_(embedded_files()) {
  sources_.push_back({TruthSource::claims, "claim", Document(source_text("reports/claims.yaml"))});
  sources_.push_back({TruthSource::observations, "observation", Document(source_text("reports/published.yaml"))});
  for (Source& source : sources_) {
    find(source);
  }
}

void ClaimTruths::find(Source& source) {
  const Document& document = source.document;
  for (const Claim& claim : document.claims().claims) {
    if (!claim.waits_for.empty()) {
      continue;
    }
    std::set<std::string> asked;
    const Describe recording = [&](const std::string& word) {
      auto description = compiled_in(word);
      if (description) {
        asked.insert(description->model.id);
      }
      return description;
    };
    const FigureSources figures{with_shapes(document.claims(), document.tree(), recording), &table_, &devices_};
    REQUIRE(faults_of(claim, document.tree(), figures).empty());
    for (const std::string& id : asked) {
      source.about[id].push_back({&claim, asks_table(claim)});
    }
  }
}

void ClaimTruths::broken(const ZooModel& model, std::set<Broken>& out) const {
  const std::string& id = model.description.model.id;
  const Describe describe = [&](const std::string& word) {
    auto description = compiled_in(word);
    return description && description->model.id == id ? Expected<Description>(model.description) : description;
  };
  const bool in_table = std::ranges::find(table_.rows, id, &ModelRow::id) != table_.rows.end();
  const bool same_row = !in_table || !another_row(compiled_in(id)->model, model.description.model);
  const auto changed = same_row ? std::nullopt : with_row(table_, lecture_, model.description);
  if (!same_row && !changed) {
    out.insert({TruthSource::claims, "cells of the lecture's table"});
  }
  const ModelTable& table = changed ? *changed : table_;
  for (const Source& source : sources_) {
    const auto about = source.about.find(id);
    if (about == source.about.end()) {
      continue;
    }
    const Document& document = source.document;
    const FigureSources figures{with_shapes(document.claims(), document.tree(), describe), &table, &devices_};
    for (const About& claim : about->second) {
      const bool skipped = claim.table && !changed;  // the row is the same, or a cell says so already
      if (!skipped && !faults_of(*claim.claim, document.tree(), figures).empty()) {
        out.insert({source.source, source.word + " " + claim.claim->id});
      }
    }
  }
}

}  // namespace kvtally::test
