// Each number of each file of modelzoo/ is changed in turn, and something that rests on another source must
// notice: a claim, an observation, a config or another list of the shape, a number of parameters. What nothing
// notices is explained in tests/data/zoo/truths.yaml and listed in tests/golden/published/zoo_mutation.txt.

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "published/zoo_numbers.hpp"
#include "published/zoo_truths.hpp"
#include "read/text/file.hpp"
#include "support/golden.hpp"

namespace kvtally::zoo_mutation_test {

namespace {

using test::Broken;
using test::TruthSource;

Tree truths_file() {
  const std::string path = "tests/data/zoo/truths.yaml";
  auto tree = parse_yaml(path, test::source_text(path));
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  return std::move(*tree);
}

bool is_model_file(std::string_view path) {
  constexpr std::string_view kFolder = "modelzoo/";
  return path.starts_with(kFolder) && path.find('/', kFolder.size()) == std::string_view::npos;
}

// Whether `text` is `pattern`, in which * stands for any text.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == text;
  }
  if (!text.starts_with(pattern.substr(0, star))) {
    return false;
  }
  for (std::size_t i = star; i <= text.size(); ++i) {
    if (matches(pattern.substr(star + 1), text.substr(i))) {
      return true;
    }
  }
  return false;
}

/// Why nothing notices a change of some keys of some models.
class Explanations {
 public:
  explicit Explanations(const Tree& tree) {
    Problems problems;
    for (const Node& node : Children(*member(tree.root(), "survivors"))) {
      const Fields fields(tree, node, problems, "survivors");
      fields.refuse_unknown(std::array<std::string_view, 3>{"models", "keys", "why"});
      for (const std::string& key : fields.texts("keys")) {
        all_.push_back({fields.texts("models"), key, fields.required_text("why"), false});
      }
    }
    REQUIRE_MESSAGE(problems.empty(), render(problems));
  }

  std::optional<std::string> of(const std::string& model, const std::string& key) {
    for (Explanation& e : all_) {
      const bool meant = e.models.empty() || std::ranges::find(e.models, model) != e.models.end();
      if (meant && matches(e.key, key)) {
        e.used = true;
        return e.why;
      }
    }
    return std::nullopt;
  }

  std::vector<std::string> unused() const {
    std::vector<std::string> out;
    for (const Explanation& e : all_) {
      if (!e.used) {
        out.push_back(fmt::format("{} ({})", e.key, fmt::join(e.models, ", ")));
      }
    }
    return out;
  }

 private:
  struct Explanation {
    std::vector<std::string> models;
    std::string key;
    std::string why;
    bool used = false;
  };
  std::vector<Explanation> all_;
};

struct Tally {
  int numbers = 0;
  int noticed = 0;
  int survived = 0;
  std::map<TruthSource, int> by;
  std::vector<std::string> refused;
  std::map<std::string, std::vector<std::string>> survivors;  // by why
  std::vector<std::string> unexplained;
};

class Mutation {
 public:
  Mutation() : file_(truths_file()), explanations_(file_) {}

  void of_model(const std::string& id, const Tree& tree) {
    const test::FileTruths truths(file_, *member(file_.root(), "models"), id);
    const test::ZooModel model{tree, *read_description(tree, id)};
    std::set<Broken> before;
    claims_.broken(model, before);
    truths.broken(model, before);
    check_differences(id, before, truths.differs());
    for (const test::ZooNumber& number : test::numbers_of(tree)) {
      ++tally_.numbers;
      of_number(model, number, truths, before);
    }
  }

  const Tally& tally() const { return tally_; }
  std::vector<std::string> unused_explanations() const { return explanations_.unused(); }

 private:
  // Printed numbers of parameters that the shapes do not round to are explained in parameters_test.cpp.
  static void check_differences(const std::string& id, const std::set<Broken>& broken,
                                const std::map<std::string, std::string, std::less<>>& differs) {
    CAPTURE(id);
    for (const Broken& b : broken) {
      CHECK_MESSAGE((differs.contains(b.what) || b.what.starts_with("published ")), "is not so: " << b.what);
    }
    for (const auto& [what, why] : differs) {
      CHECK_MESSAGE(std::ranges::find(broken, what, &Broken::what) != broken.end(),
                    "is so, in spite of: " << what);
    }
  }

  void of_number(const test::ZooModel& model, const test::ZooNumber& number, const test::FileTruths& truths,
                 const std::set<Broken>& before) {
    const Tree& tree = model.tree;
    const std::string& id = model.description.model.id;
    const std::string digits(tree.nodes()[number.node].text.substr(number.offset, number.length));
    std::string refusal;
    std::string changed_to;
    bool same = true;
    for (const std::string& to : test::changes_of(tree, number)) {
      test::ChangedFile changed(tree);
      test::change(changed, number, to);
      const Tree other = changed.tree();
      auto description = read_description(other, id);
      if (!description) {
        refusal = description.error().front().what;
        continue;
      }
      changed_to = to;
      same = description->model == model.description.model;
      if (!same) {
        std::set<Broken> after;
        const test::ZooModel mutant{other, std::move(*description)};
        claims_.broken(mutant, after);
        truths.broken(mutant, after);
        if (count(before, after)) {
          return;
        }
        break;
      }
    }
    if (changed_to.empty()) {
      tally_.refused.push_back(fmt::format("{}: {}: {}: {}", id, number.key, digits, refusal));
      return;
    }
    survived(id, number.key, fmt::format("{} -> {}{}", digits, changed_to, same ? " (the same model)" : ""));
  }

  // Whether some truth held before and does not after.
  bool count(const std::set<Broken>& before, const std::set<Broken>& after) {
    std::set<TruthSource> by;
    for (const Broken& b : after) {
      if (!before.contains(b)) {
        by.insert(b.source);
      }
    }
    for (const TruthSource source : by) {
      ++tally_.by[source];
    }
    tally_.noticed += by.empty() ? 0 : 1;
    return !by.empty();
  }

  void survived(const std::string& id, const std::string& key, const std::string& change) {
    ++tally_.survived;
    const auto why = explanations_.of(id, key);
    if (!why) {
      tally_.unexplained.push_back(fmt::format("{}: {}: {}", id, key, change));
    }
    tally_.survivors[why.value_or("not explained")].push_back(fmt::format("{}: {}: {}", id, key, change));
  }

  Tree file_;
  Explanations explanations_;
  test::ClaimTruths claims_;
  Tally tally_;
};

std::string survivors_of(const Tally& tally) {
  std::string out;
  for (const auto& [why, lines] : tally.survivors) {
    out += fmt::format("\n{}\n  {}\n", why, fmt::join(lines, "\n  "));
  }
  return out;
}

std::string counts_of(const Tally& tally) {
  std::string out = fmt::format(
      "{} numbers: {} changes are noticed, {} files cannot be read with another number, {} changes survive\n",
      tally.numbers, tally.noticed, tally.refused.size(), tally.survived);
  for (const auto& [source, count] : tally.by) {
    out += fmt::format("  noticed by {}: {}\n", name_of(source), count);
  }
  return out;
}

TEST_CASE("a change of any number in modelzoo/ is noticed by what rests on another source, or is explained") {
  Mutation mutation;
  for (const EmbeddedFile& file : embedded_files()) {
    if (is_model_file(file.path)) {
      const std::string path(file.path);
      mutation.of_model(stem(path), Tree(path, file.nodes));
    }
  }
  const Tally& tally = mutation.tally();
  MESSAGE(counts_of(tally));
  CHECK_MESSAGE(tally.unexplained.empty(), fmt::format("{}", fmt::join(tally.unexplained, "\n")));
  CHECK_MESSAGE(mutation.unused_explanations().empty(),
                fmt::format("{}", fmt::join(mutation.unused_explanations(), "\n")));
  test::check_golden("tests/golden/published/zoo_mutation.txt",
                     fmt::format("{}\nNot read with another number:\n  {}\n\nSurvivors:\n{}", counts_of(tally),
                                 fmt::join(tally.refused, "\n  "), survivors_of(tally)));
}

}  // namespace

}  // namespace kvtally::zoo_mutation_test
