#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "check/figure.hpp"
#include "core/suggest.hpp"
#include "engine/our_flags.hpp"

namespace kvtally {

namespace {

// A member's value, with the problem at its place.
void report_at(const Ask& ask, std::string_view key, const std::string& what, const std::string& expected,
               const std::string& suggestion = {}) {
  const Node* node = ask.fields().find(key);
  ask.fields().report(node == nullptr ? ask.fields().node().place : node->place, what, expected, suggestion);
}

const Engine* asked_engine(const Ask& ask) {
  const std::string name = ask.fields().required_text("engine");
  const auto engines = ask.sources().engines;
  const auto found = std::ranges::find(engines, name, &Engine::name);
  if (found != engines.end() || name.empty()) {
    return found == engines.end() ? nullptr : &*found;
  }
  std::vector<std::string_view> names;
  std::ranges::transform(engines, std::back_inserter(names), &Engine::name);
  report_at(ask, "engine", fmt::format("unknown engine '{}'", name),
            fmt::format("one of {}", fmt::join(names, ", ")), nearest(name, names).value_or(""));
  return nullptr;
}

// Formats are the engine's flags: others beside them would be two answers to one question.
bool refuses_formats(const Ask& ask) {
  bool refused = false;
  for (const std::string_view key : {"kv_dtype", "indexer_dtype", "state_dtype", "conv_dtype"}) {
    if (ask.fields().find(key) != nullptr) {
      report_at(ask, key, fmt::format("{} is given beside an engine", key), "formats among its flags");
      refused = true;
    }
  }
  return refused;
}

std::optional<Allocation> asked_allocation(const Ask& ask) {
  const Engine* engine = asked_engine(ask);
  const auto model = ask.model();
  if (refuses_formats(ask) || engine == nullptr || !model) {
    return std::nullopt;
  }
  const auto flags = read_flags(engine->flags, ask.fields().text("flags").value_or(""));
  if (!flags) {
    for (const Problem& problem : flags.error()) {
      report_at(ask, "flags", problem.what, problem.expected, problem.suggestion);
    }
    return std::nullopt;
  }
  auto allocation = engine->allocate(*model, *flags);
  if (!allocation) {
    for (const Problem& problem : allocation.error()) {
      ask.refuse(problem.what, problem.expected);
    }
    return std::nullopt;
  }
  return std::move(*allocation);
}

// Of an engine that does not start: the figures that it works out all the same, but not what it would have held.
std::optional<Value> engine_figure(const Ask& ask) {
  const std::string name = ask.fields().required_text("of");
  const auto allocation = asked_allocation(ask);
  if (!allocation || name.empty()) {
    return std::nullopt;
  }
  const EngineFigure* figure = figure_named(*allocation, name);
  if (!allocation->refusal.empty() && (figure == nullptr || name == "allocated_bytes")) {
    return ask.refuse(allocation->refusal);
  }
  if (figure == nullptr) {
    std::vector<std::string_view> names;
    std::ranges::transform(allocation->figures, std::back_inserter(names), &EngineFigure::name);
    report_at(ask, "of", fmt::format("{} has no figure '{}' here", allocation->engine, name),
              fmt::format("one of {}", fmt::join(names, ", ")), nearest(name, names).value_or(""));
    return std::nullopt;
  }
  Amount out = quotient(whole(figure->numerator), whole(figure->denominator));
  out.unit = figure->unit;
  return out;
}

// What it says when it refuses to start.
std::optional<Value> engine_refusal(const Ask& ask) {
  const auto allocation = asked_allocation(ask);
  if (!allocation) {
    return std::nullopt;
  }
  return allocation->refusal.empty() ? ask.refuse(fmt::format("{} starts", allocation->engine))
                                     : std::optional<Value>(allocation->refusal);
}

// What the engine takes for a flag that is not given: a number where it is one, else the text.
std::optional<Value> engine_default(const Ask& ask) {
  const Engine* engine = asked_engine(ask);
  const std::string name = ask.fields().required_text("flag");
  if (engine == nullptr || name.empty()) {
    return std::nullopt;
  }
  const EngineFlag* flag = flag_with(*engine, name);
  if (flag == nullptr || flag->fallback.empty()) {
    return ask.refuse(fmt::format("{} has no {} with a default", engine->title, name));
  }
  const auto number = parse_integer(flag->fallback);
  return number ? Value(whole(*number)) : Value(std::string(flag->fallback));
}

// The names of what it holds, each once.
std::optional<Value> engine_held(const Ask& ask) {
  const auto allocation = asked_allocation(ask);
  if (!allocation) {
    return std::nullopt;
  }
  if (!allocation->refusal.empty()) {
    return ask.refuse(allocation->refusal);
  }
  std::vector<std::string> names;
  for (const EngineHold& hold : allocation->held) {
    if (std::ranges::find(names, hold.name) == names.end()) {
      names.push_back(hold.name);
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::span<const FigureKind> engine_figures() {
  static const std::array kFigures{
      FigureKind{"engine", {"engine", "model", "flags", "of"}, engine_figure},
      FigureKind{"engine.refusal", {"engine", "model", "flags"}, engine_refusal},
      FigureKind{"engine.default", {"engine", "flag"}, engine_default},
      FigureKind{"engine.held", {"engine", "model", "flags"}, engine_held},
  };
  return kFigures;
}

}  // namespace kvtally
