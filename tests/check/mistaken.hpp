#pragma once

#include <algorithm>

#include "check/asking.hpp"
#include "check/mistakes.hpp"

namespace kvtally::test {

inline const Mistake& named(std::string_view name) {
  for (const Mistake* mistake : known_mistakes()) {
    if (mistake->name == name) {
      return *mistake;
    }
  }
  FAIL("no mistake is called ", name);
  return *known_mistakes().front();
}

/// A figure of one model at 8192 tokens, with a mistake.
inline std::string with(std::string_view name, const std::string& id,
                        const std::string& figure = "show.kv_bytes") {
  static const Catalogue devices(embedded_files());
  const auto tree = parse_yaml("f.yaml", "{figure: " + figure + ", context: 8192, model: " + id + "}");
  Problems problems;
  const FigureSources sources{describe, nullptr, &devices, {&named(name)}};
  const auto value = Ask(*tree, tree->root(), sources, problems).compute();
  REQUIRE_MESSAGE(value.has_value(), render(problems));
  return print_value(*value);
}

inline std::string bytes(std::int64_t count) { return std::to_string(count) + " bytes"; }

}  // namespace kvtally::test
