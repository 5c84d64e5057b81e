#pragma once

#include <doctest/doctest.h>

#include "read/text/json.hpp"
#include "report/diff.hpp"

namespace kvtally::test {

inline Tree output(const std::string& name, const std::string& members) {
  const auto tree = parse_json(name, "{\"schema\": \"kvtally.show/1\", " + members + "}");
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  return *tree;
}

inline Diff diff(const std::string& old, const std::string& now) {
  const auto out = diff_of(output("old.json", old), output("new.json", now));
  REQUIRE_MESSAGE(out.has_value(), render(out.error()));
  return *out;
}

/// A window of 1024 that became one of 4096, and a model more.
inline Diff moved_window() {
  return diff(
      R"("models": [{"id": "a", "context": 8192, "kv_bytes": 5000, "layers": [)"
      R"({"layer_type": "sliding", "keeps": ["the last 1024 positions: key 16x128, bf16"], "kv_bytes": 1000},)"
      R"({"layer_type": "full", "keeps": ["every position: key 16x128, bf16"], "kv_bytes": 4000}]}])",
      R"("models": [{"id": "b", "context": 1}, {"id": "a", "context": 8192, "kv_bytes": 8000, "layers": [)"
      R"({"layer_type": "full", "keeps": ["every position: key 16x128, bf16"], "kv_bytes": 4000},)"
      R"({"layer_type": "sliding", "keeps": ["the last 4096 positions: key 16x128, bf16"], "kv_bytes": 4000}]}])");
}

}  // namespace kvtally::test
