#include "prove_red/fault.hpp"

#include <fmt/format.h>

#include "report/compiled_in.hpp"
#include "verify/memory.hpp"

namespace kvtally::test {

namespace {

const Subject& whole_zoo() {
  static const Subject subject = [] {
    Subject all;
    for (const std::string& id : zoo().ids()) {
      all.models.push_back(model_of(id));
    }
    return all;
  }();
  return subject;
}

// The case of the proof to which the check belongs, and the figure that it compares.
struct Named {
  std::optional<StepCase> of;
  std::string figure;
};

Named named(const std::string& check) {
  const std::string kind = check.substr(0, check.find(".memory/"));
  const std::string rest = check.substr(check.find('/') + 1);
  for (StepCase& one : step_cases(kind, whole_zoo())) {
    if (rest.starts_with(one.name + " ")) {
      return {one, rest.substr(one.name.size() + 1)};
    }
  }
  return {};
}

StepFigures figures_of(const Fault* fault, Side side, const StepCase& of) {
  const bool faulty = fault != nullptr && fault->side == side;
  FaultyCase one{of.layer, of.seen};
  if (faulty && fault->input) {
    fault->input(one);
  }
  StepFigures out = side == Side::formulas ? figures_by_formula(one.layer, one.seen)
                                           : figures_by_running(one.layer, one.seen).value();
  if (faulty && fault->counts) {
    fault->counts(out, one);
  }
  return out;
}

// Whether the comparison passes; nothing when it is not made.
std::optional<bool> passes(const Fault* fault, const Named& check) {
  Checks checks{"p", "k"};
  compare("c", figures_of(fault, Side::formulas, *check.of), figures_of(fault, Side::executor, *check.of), checks);
  for (const Check& one : checks.all()) {
    if (one.name == "p/c " + check.figure) {
      return one.passed;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string not_red(const Fault& fault) {
  const Named check = named(fault.check);
  if (!check.of) {
    return fmt::format("there is no comparison '{}'", fault.check);
  }
  const auto without = passes(nullptr, check);
  if (without == std::nullopt && !passes(&fault, check)) {
    return fmt::format("'{}' is not compared", fault.check);
  }
  if (without == false) {
    return "red without the fault";
  }
  return passes(&fault, check) == false ? "" : "green with the fault";
}

}  // namespace kvtally::test
