#include "published/zoo_truths.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "published/corpus.hpp"
#include "published/zoo_numbers.hpp"
#include "read/description/runs.hpp"
#include "read/model_file.hpp"
#include "read/text/json.hpp"
#include "support/golden.hpp"

namespace kvtally::test {

namespace {

const std::string kFolder = "tests/data/";
constexpr std::int64_t kMost = std::int64_t{1} << 62;

// "moe.num_experts", "sizes.3.n_layer"; a GGUF file's keys have points of their own.
const Node* value_at(const Node& node, std::string_view key) {
  if (node.kind == Node::Kind::map) {
    if (const Node* whole = member(node, key)) {
      return whole;
    }
  }
  const std::size_t point = key.find('.');
  if (point == std::string_view::npos) {
    return nullptr;
  }
  const std::string_view first = key.substr(0, point);
  const std::string_view rest = key.substr(point + 1);
  if (node.kind == Node::Kind::map) {
    const Node* inner = member(node, first);
    return inner == nullptr ? nullptr : value_at(*inner, rest);
  }
  auto index = parse_integer(first);
  for (const Node& item : Children(node)) {
    if (index && (*index)-- == 0) {
      return value_at(item, rest);
    }
  }
  return nullptr;
}

// A list of layers, in run-length form too, name by name; another text as it is.
std::vector<std::string> names_in(const Node& node) {
  std::vector<std::string> out;
  if (node.kind == Node::Kind::list) {
    for (const Node& item : Children(node)) {
      out.emplace_back(item.text);
    }
    return out;
  }
  const auto runs = node.text.contains(' ') ? parse_runs(node.text) : std::unexpected(RunError{});
  if (!runs) {
    return {std::string(node.text)};
  }
  for (const NameRun& run : *runs) {
    out.insert(out.end(), static_cast<std::size_t>(run.count), run.name);
  }
  return out;
}

// The scalar that a ZooNumber's key names, or a list of layers by its key alone.
const Node* scalar_of(const Tree& tree, const std::string& key) {
  const auto numbers = numbers_of(tree);
  const auto found = std::ranges::find(numbers, key, &ZooNumber::key);
  return found == numbers.end() ? value_at(tree.root(), key) : &tree.nodes()[found->node];
}

// Half of what the last digit of "8.03B" stands for.
Wide half_digit(std::string_view printed) {
  const std::size_t point = printed.find('.');
  Wide unit = printed.ends_with('T') ? 1'000'000'000'000 : 1'000'000'000;
  for (std::size_t i = point; point != std::string_view::npos && i + 2 < printed.size(); ++i) {
    unit /= 10;
  }
  return unit / 2;
}

bool near(Wide a, Wide b, Wide within) { return a - b <= within && b - a <= within; }

std::string text_of(const Tree& tree, std::string_view key) {
  const Node* node = value_at(tree.root(), key);
  return node == nullptr ? "" : std::string(node->text);
}

// The row of models44.tsv, where it has one: total, active.
std::vector<std::string> listed(const std::string& id) {
  for (const std::string& line : lines_of(source_text(kFolder + "zoo/models44.tsv"))) {
    if (const auto fields = tab_fields(line); fields.front() == id) {
      return fields;
    }
  }
  return {};
}

}  // namespace

FileTruths::FileTruths(const Tree& tree, const Node& models, const std::string& id) {
  const Node* node = member(models, id);
  REQUIRE_MESSAGE(node != nullptr, "tests/data/zoo/truths.yaml lacks " << id);
  Problems problems;
  const Fields fields(tree, *node, problems, "what a model is held to");
  fields.refuse_unknown(std::array<std::string_view, 5>{"configs", "values", "known", "counts", "differs"});
  for (const std::string& file : fields.texts("configs")) {
    const auto config = read_model_file(std::string(KVTALLY_SOURCE_DIR) + "/" + kFolder + file);
    REQUIRE_MESSAGE(config.has_value(), file << ": " << render(config.error()));
    configs_.push_back({file, config->model});
  }
  read_values(fields);
  read_counts(fields);
  if (const Node* differs = fields.find("differs")) {
    for (const Node& reason : Children(*differs)) {
      differs_.emplace(reason.key, reason.text);
    }
  }
  if (const auto row = listed(id); !row.empty()) {
    values_.push_back({"zoo/models44.tsv", "parameters.total", "total", {row.at(1)}});
    if (!row.at(2).empty()) {
      values_.push_back({"zoo/models44.tsv", "parameters.active", "active", {row.at(2)}});
    }
  }
  REQUIRE_MESSAGE(problems.empty(), render(problems));
}

void FileTruths::read_values(const Fields& fields) {
  if (const Node* values = fields.find("values")) {
    for (const Node& file : Children(*values)) {
      const std::string name(file.key);
      const auto tree = parse_json(name, source_text(kFolder + name));
      REQUIRE_MESSAGE(tree.has_value(), name << ": " << render(tree.error()));
      for (const Node& same : Children(file)) {
        const Node* value = value_at(tree->root(), same.text);
        REQUIRE_MESSAGE(value != nullptr, name << " lacks " << same.text);
        values_.push_back({name, std::string(same.key), std::string(same.text), names_in(*value)});
      }
    }
  }
  if (const Node* known = fields.find("known")) {
    for (const Node& source : Children(*known)) {
      for (const Node& value : Children(source)) {
        const std::string key(value.key);
        values_.push_back({std::string(source.key), key, key, names_in(value)});
      }
    }
  }
}

void FileTruths::read_counts(const Fields& fields) {
  const Node* list = fields.find("counts");
  if (list == nullptr) {
    return;
  }
  for (const Node& node : Children(*list)) {
    const Fields entry(fields.tree(), node, fields.problems(), "a parameter count");
    entry.refuse_unknown(
        std::array<std::string_view, 6>{"parameters", "apart", "within", "less", "source", "note"});
    const auto number = [&](std::string_view key) { return entry.integer(key, 0, kMost).value_or(0); };
    counts_.push_back({Wide{number("parameters")} - number("less"), number("within"), entry.texts("apart")});
    const bool plain = entry.find("less") == nullptr && entry.find("within") == nullptr;
    if (entry.required_text("source").empty() || plain != (entry.find("note") == nullptr)) {
      entry.report(node.place, "a count has a source, and a note where it has 'less' or 'within'");
    }
  }
}

void FileTruths::values_broken(const Tree& tree, std::set<Broken>& out) const {
  for (const Value& value : values_) {
    const Node* ours = scalar_of(tree, value.ours);
    if (ours == nullptr || names_in(*ours) != value.names) {
      out.insert({TruthSource::configs, value.file + ": " + value.where});
    }
  }
}

void FileTruths::counts_broken(const ZooModel& model, std::set<Broken>& out) const {
  const Model& ours = model.description.model;
  const ParameterCount count = count_parameters(ours);
  for (const Count& known : counts_) {
    Wide computed = count.total();
    for (const std::string& part : known.apart) {
      computed += count.total_of(*weight_part(part));
    }
    if (!count.known() || !near(computed, known.parameters, known.within)) {
      out.insert({TruthSource::counts, print_grouped(known.parameters) + " parameters"});
    }
  }
  if (!count.known()) {
    return;
  }
  const auto total = compare_published(ours, count);
  if (total && !near(total->computed, total->published, half_digit(text_of(model.tree, "parameters.total")))) {
    out.insert({TruthSource::counts, "published total"});
  }
  // Some makers leave the embedding out, of which a step looks up one row.
  const Wide half = half_digit(text_of(model.tree, "parameters.active"));
  const Wide without = count.active() - count.total_of(WeightPart::embedding);
  if (const auto active = ours.parameters.active;
      active && !near(count.active(), *active, half) && !near(without, *active, half)) {
    out.insert({TruthSource::counts, "published active parameters"});
  }
}

void FileTruths::broken(const ZooModel& model, std::set<Broken>& out) const {
  for (const Config& config : configs_) {
    for (const std::string& name : differences(config.model, model.description.model)) {
      out.insert({TruthSource::configs, config.file + ": " + name});
    }
  }
  values_broken(model.tree, out);
  counts_broken(model, out);
}

}  // namespace kvtally::test
