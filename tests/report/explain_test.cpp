#include "report/explain.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "report/calculator.hpp"
#include "report/explanations.hpp"
#include "support/golden.hpp"
#include "support/print.hpp"

namespace kvtally::explain_test {

namespace {

Wide whole(const Formula& formula) {
  CHECK(formula.whole());
  return formula.numerator;
}

// The labels that stand for a line's numbers in the sums, and what they sum to.
void check_sum(const Sum& sum, Wide expected) {
  CAPTURE(sum.name);
  Wide total = 0;
  for (const Addend& addend : sum.addends) {
    total += whole(addend.value);
  }
  CHECK(total == expected);
  CHECK(whole(sum.total) == expected);
}

void check_lines(const Explanation& explanation) {
  for (const ExplainGroup& group : explanation.groups) {
    for (const ExplainSection& section : group.sections) {
      for (const ExplainLine& line : section.lines) {
        const test::Display shown = test::Calculator::result(line.formula.numbers);
        if (!(shown == test::Display{line.formula.numerator, line.formula.denominator})) {
          FAIL_CHECK(line.formula.symbols << " = " << line.formula.numbers << " is not "
                                          << print_value(line.formula));
        }
      }
    }
  }
}

void check_kept(const Sum& kept, const Tally& expected) {
  Tally tally;
  for (const Addend& addend : kept.addends) {
    tally[addend.part] += Bytes{addend.value.numerator};
  }
  CHECK(tally == expected);
  if (!kept.of_which.empty()) {
    for (const Addend& part : kept.of_which) {
      CHECK(part.value.numerator == expected[part.part].value);
    }
  }
}

// Kept, what each further token adds, read, written, multiplied.
void check_totals(const Explanation& explanation) {
  const Figures& figures = explanation.sheet.figures;
  REQUIRE(explanation.sums.size() == 5);
  check_sum(explanation.sums[0], figures.kept.total().value);
  check_kept(explanation.sums[0], figures.kept);
  const Formula& growth = explanation.sums[1].total;
  CHECK(Fraction<Bytes>{Bytes{growth.numerator}, growth.denominator} == figures.marginal);
  check_sum(explanation.sums[2], figures.step.read.total().value);
  check_sum(explanation.sums[3], figures.step.written.total().value);
  check_sum(explanation.sums[4], figures.step.arithmetic.total().value);
}

// The lines of one group are the figures of its layers.
void check_groups(const Explanation& explanation) {
  const std::vector<LayerFigures>& layers = explanation.sheet.figures.layers;
  REQUIRE(explanation.groups.size() == layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    Wide totals[5] = {};
    for (const ExplainSection& section : explanation.groups[i].sections) {
      for (const ExplainLine& line : section.lines) {
        totals[static_cast<std::size_t>(line.result)] += line.formula.numerator;
      }
    }
    CHECK(totals[1] == layers[i].kept.total().value);
    CHECK(totals[2] == layers[i].step.read.total().value);
    CHECK(totals[3] == layers[i].step.written.total().value);
    CHECK(totals[4] == layers[i].step.arithmetic.total().value);
  }
}

TEST_CASE(
    "every model, around every breakpoint: the printed numbers give the printed value, the sums the figures") {
  for (const std::string& id : test::zoo().ids()) {
    const Model model = test::model_of(id);
    for (const std::int64_t context : test::contexts_around_breakpoints(model)) {
      for (const bool drafting : {false, true}) {
        if (drafting && model.draft.empty()) {
          continue;
        }
        CAPTURE(id);
        CAPTURE(context);
        const Explanation explanation = test::explanation_of(id, context, context % 3 + 1, drafting);
        check_lines(explanation);
        check_totals(explanation);
        check_groups(explanation);
      }
    }
  }
}

TEST_CASE("the breakpoints are tried from both sides") {
  const auto contexts = test::contexts_around_breakpoints(test::model_of("deepseek-v4-flash"));
  for (const std::int64_t context : {3, 4, 5, 7, 8, 127, 128, 129, 255, 256, 257, 2047, 2048, 2049}) {
    CAPTURE(context);
    CHECK(contexts.contains(context));
  }
}

TEST_CASE("lines are numbered within their group, and sums refer to every numbered line once") {
  const Explanation explanation = test::explanation_of("deepseek-v4-pro", 1000);
  std::vector<std::string> labels;
  for (const ExplainGroup& group : explanation.groups) {
    std::size_t next = 0;
    for (const ExplainSection& section : group.sections) {
      for (const ExplainLine& line : section.lines) {
        if (line.result == Result::none) {
          CHECK(line.label.empty());
          continue;
        }
        const auto index = &group - explanation.groups.data() + 1;
        CHECK(line.label == fmt::format("{}.{}", index, ++next));
        labels.push_back(line.label);
      }
    }
  }
  std::vector<std::string> referred;
  for (const std::size_t i : {0U, 2U, 3U, 4U}) {
    for (const Addend& addend : explanation.sums[i].addends) {
      referred.push_back(addend.label);
    }
  }
  std::ranges::sort(labels);
  std::ranges::sort(referred);
  CHECK(labels == referred);
}

// The line of a file of this project, or of the description in `text`.
std::string line_of(const std::string& text, std::size_t number) {
  std::istringstream in(text);
  std::string line;
  for (std::size_t i = 0; i < number; ++i) {
    std::getline(in, line);
  }
  return line;
}

TEST_CASE("the lines that numbers come from hold their keys and values") {
  std::size_t checked = 0;
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    const std::string file = "modelzoo/" + id + ".yaml";
    const std::string text = test::source_text(file);
    for (const Source& source : test::explanation_of(id, 1000, 1, !test::model_of(id).draft.empty()).sources) {
      CAPTURE(source.key);
      const std::size_t colon = source.where.rfind(':');
      if (colon == std::string::npos) {
        CHECK(source.where == "hidden_size ÷ num_attention_heads");
        continue;
      }
      CHECK(source.where.substr(0, colon) == file);
      const std::string line = line_of(text, std::stoul(source.where.substr(colon + 1)));
      CHECK(line.find(source.key.substr(source.key.rfind('.') + 1) + ':') != std::string::npos);
      CHECK(line.find(source.value) != std::string::npos);
      ++checked;
    }
  }
  CHECK(checked > 500);
}

TEST_CASE("a key with several values names the layer types of each") {
  const Explanation explanation = test::explanation_of("mimo-v2-flash", 1000);
  std::vector<std::string> heads;
  for (const Source& source : explanation.sources) {
    if (source.key == "num_key_value_heads") {
      heads.push_back(source.value + " " + source.layer_type);
    }
    if (source.key == "head_dim") {
      CHECK(source.layer_type.empty());
    }
  }
  CHECK(heads == std::vector<std::string>{"4 full_attention", "8 sliding_attention"});
}

TEST_CASE("layers that keep nothing say so, and have no lines") {
  Sheet sheet;
  sheet.model = test::model_of("llama-2-7b");
  append_layer(sheet.model, sheet.model.order,
               {.kind = "mlp", .tag = "mlp", .memories = {}, .state = {}, .sharing = {}}, 3);
  sheet.scenario.context = Tokens{10};
  sheet.figures = figures_of(sheet.model, sheet.scenario);
  const Explanation explanation = explain(std::move(sheet), "m.yaml", {});
  REQUIRE(explanation.groups.size() == 2);
  CHECK(explanation.groups[1].title == "3 layers of MLP (feed-forward alone)");
  CHECK(explanation.groups[1].sentence == "These layers keep, read and multiply nothing of the past.");
  CHECK(explanation.groups[1].sections.empty());
  check_totals(explanation);
}

}  // namespace

}  // namespace kvtally::explain_test
