#include "report/corpus.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "account/cross.hpp"
#include "core/print.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

Cell kept_cell(Bytes bytes, Units units) {
  return {bytes.value == 0 ? "-" : print_bytes(bytes, units), fmt::format("{}", bytes.value), {}, {}};
}

std::string how_many(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", print_grouped(static_cast<Wide>(count)), count == 1 ? one : many);
}

std::vector<std::string> problem_lines(const CorpusFile& file) {
  std::vector<std::string> out;
  if (!file.outcome) {
    for (const Problem& problem : file.outcome.error()) {
      out.push_back(one_line(problem));
    }
  }
  return out;
}

// The cells of the figures: as they are, or empty for a refused file.
std::vector<Cell> figures_of(const CorpusFile& file, Units units) {
  if (!file.outcome) {
    return {text_cell("refused"), text_cell(""), text_cell(""), text_cell(""), text_cell(""), text_cell("")};
  }
  const Sheet& sheet = *file.outcome;
  const Tally& kept = sheet.figures.kept;
  const Bytes each = cross_bytes_per_position(sheet.model) * sheet.scenario.batch;
  return {text_cell("ok"),
          text_cell(fmt::format("{}", layer_count(sheet.model.order))),
          kept_cell(kept[Part::entries], units),
          kept_cell(kept[Part::indexer], units),
          kept_cell(kept[Part::state], units),
          kept_cell(each, units)};
}

std::vector<Cell> corpus_row(const CorpusFile& file, Units units) {
  std::vector<Cell> row{text_cell(type_in_words(file.model_type)), text_cell(visible(file.file))};
  for (Cell& cell : figures_of(file, units)) {
    row.push_back(std::move(cell));
  }
  row.push_back(text_cell(file.outcome ? layer_list(file.outcome->model) : ""));
  const std::vector<std::string> problems = problem_lines(file);
  row.push_back(text_cell(fmt::format("{}", fmt::join(problems, "\n"))));
  row.push_back(text_cell(fmt::format("{}", fmt::join(problems, " | "))));
  row.push_back(text_cell(file.outcome ? fmt::format("{}", fmt::join(file.outcome->assumptions, " | ")) : ""));
  return row;
}

// "3 skipped: an index (1), neither .json nor .gguf (2)."
std::string skipped_in_words(const std::vector<Skipped>& skipped) {
  std::map<std::string, int> reasons;
  for (const Skipped& one : skipped) {
    ++reasons[one.why];
  }
  std::vector<std::string> out;
  for (const auto& [why, count] : reasons) {
    out.push_back(fmt::format("{} ({})", why, count));
  }
  return fmt::format("{} skipped: {}.", print_grouped(static_cast<Wide>(skipped.size())), fmt::join(out, ", "));
}

void add_corpus_notes(const Corpus& corpus, Table& table) {
  const auto refused = std::ranges::count_if(corpus.files, [](const CorpusFile& f) { return !f.outcome; });
  const std::size_t read = corpus.files.size() - static_cast<std::size_t>(refused);
  table.notes.push_back(fmt::format("{} of {}: {} read, {} refused.",
                                    how_many(corpus.files.size(), "model", "models"),
                                    how_many(types_of(corpus).size(), "model type", "model types"),
                                    print_grouped(static_cast<Wide>(read)), print_grouped(refused)));
  if (!corpus.skipped.empty()) {
    table.notes.push_back(skipped_in_words(corpus.skipped));
  }
}

}  // namespace

std::vector<TypeCount> types_of(const Corpus& corpus) {
  std::map<std::string, TypeCount> types;
  for (const CorpusFile& file : corpus.files) {
    TypeCount& type = types[file.model_type];
    type.model_type = file.model_type;
    ++type.files;
    type.read += file.outcome ? 1 : 0;
  }
  std::vector<TypeCount> out;
  for (auto& [name, type] : types) {
    out.push_back(std::move(type));
  }
  return out;
}

std::string visible(const std::string& text) { return one_line({"", {}, text, "", "", ""}); }

std::string type_in_words(const std::string& model_type) {
  return model_type.empty() ? "(none)" : visible(model_type);
}

std::string one_line(Problem problem) {
  problem.excerpt.clear();
  const std::string suggestion = std::exchange(problem.suggestion, {});
  std::string line = render(problem);
  line.pop_back();  // the line end
  return suggestion.empty() ? line : fmt::format("{}; did you mean '{}'?", line, suggestion);
}

Table table_of(const Corpus& corpus, Units units) {
  Table table;
  table.title =
      fmt::format("{}: {} tokens, {}, entries in {}", visible(corpus.folder), print_grouped(corpus.context.value),
                  how_many(static_cast<std::size_t>(corpus.batch), "request", "requests"), corpus.kv_dtype);
  table.columns = {{"model_type", "Model type", Align::left, kEverywhere, false},
                   {"file", "File", Align::left, kEverywhere, false},
                   {"status", "Status", Align::left, kEverywhere, false},
                   {"layers", "Layers", Align::right, kEverywhere, false},
                   {"kv_bytes", "KV", Align::right, kEverywhere, false},
                   {"indexer_bytes", "Index keys", Align::right, kEverywhere, false},
                   {"state_bytes", "States", Align::right, kEverywhere, false},
                   {"cross_bytes_per_encoder_token", "Encoder/token", Align::right, kEverywhere, false},
                   {"layer_list", "Layer list", Align::left, kWide | kMarkdown | kCsv, false},
                   {"", "", Align::left, kTerminal, true},
                   {"problems", "Problems", Align::left, kWide | kMarkdown | kCsv, false},
                   {"assumptions", "Assumptions", Align::left, kCsv, false}};
  std::vector<const CorpusFile*> files;
  for (const CorpusFile& file : corpus.files) {
    files.push_back(&file);
  }
  std::ranges::stable_sort(files, {}, &CorpusFile::model_type);
  for (const CorpusFile* file : files) {
    table.rows.push_back(corpus_row(*file, units));
  }
  add_corpus_notes(corpus, table);
  return table;
}

}  // namespace kvtally
