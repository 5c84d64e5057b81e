#pragma once

#include "report/check_results.hpp"

namespace kvtally::test {

/// One of each sort.
inline CheckReport some_results() {
  using State = CheckResult::State;
  CheckReport out{"Mine & yours", {}};
  out.results.push_back({State::passed,
                         "good",
                         "f.yaml",
                         {3, 5},
                         "2 GiB",
                         "exact",
                         "2147483648 bytes",
                         "2 GiB",
                         "as expected",
                         "",
                         "",
                         "",
                         "",
                         {}});
  out.results.push_back({State::failed,
                         "too \"large\"",
                         "a,b:f.yaml",
                         {9, 5},
                         "1 GiB",
                         "at most",
                         "2147483648 bytes",
                         "2 GiB",
                         "above",
                         "1073741824 bytes more,\n100 % < 2",
                         "",
                         "",
                         "",
                         {}});
  out.results.push_back({State::passed,
                         "refused",
                         "f.yaml",
                         {12, 5},
                         "not published",
                         "error",
                         "not published",
                         "",
                         "refused as expected",
                         "",
                         "N",
                         "",
                         "",
                         {}});
  return out;
}

/// Claims: an erratum, one that agrees, one cut, one unknown, one that waits, one that is not as recorded.
inline CheckReport some_claims() {
  using State = CheckResult::State;
  CheckReport out{"What they say", {}};
  const auto add = [&](State state, const char* id, const char* actual, const char* verdict, const char* why,
                       std::optional<std::string> printed) {
    out.results.push_back({state,
                           id,
                           "c.yaml",
                           {},
                           "2 x",
                           "",
                           actual,
                           "",
                           verdict,
                           why,
                           "because | so",
                           "chapter 1",
                           "What it costs",
                           std::move(printed)});
  };
  add(State::passed, "wrong", "2", "erratum", "", "3x");
  add(State::passed, "right", "2", "agrees", "", "2x");
  add(State::passed, "cut", "29/10", "truncated", "", "2x");
  add(State::passed, "left out", "2", "not in the text", "", {});
  add(State::passed, "unknown", "refused", "must stay unknown", "", "tens");
  add(State::waiting, "later", "", "waits for engine", "", "5x");
  add(State::failed, "moved", "4", "erratum", "2 x is expected, 4 is computed", "3x");
  return out;
}

}  // namespace kvtally::test
