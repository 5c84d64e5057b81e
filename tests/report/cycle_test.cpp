#include "report/cycle.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace kvtally::cycle_test {

namespace {

using Labels = std::vector<std::string>;

// "S S F" as labels; a digit behind a letter repeats it: "S5 F".
Labels labels_of(const std::string& text) {
  Labels out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ' ') {
      continue;
    }
    const bool counted = at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9';
    out.insert(out.end(), counted ? static_cast<std::size_t>(text[at + 1] - '0') : 1U, std::string(1, text[at]));
    at += counted ? 1 : 0;
  }
  return out;
}

Labels times(std::size_t count, const Labels& unit) {
  Labels out;
  for (std::size_t i = 0; i < count; ++i) {
    out.insert(out.end(), unit.begin(), unit.end());
  }
  return out;
}

Labels operator+(Labels a, const Labels& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Labels whole_of(const Cycle& cycle) {
  return cycle.lead + times(static_cast<std::size_t>(cycle.repeats), cycle.unit) + cycle.tail;
}

TEST_CASE("the layer lists of known models are printed as people write them") {
  const struct {
    std::string model;
    Labels list;
    std::string printed;
    std::string unit;
  } rows[] = {
      {"Gemma 3 27B", times(10, labels_of("S5 F")) + labels_of("S2"), "[S x5, F] x10, S x2", "S x5, F"},
      {"Jamba", times(4, labels_of("m4 F m3")), "[m x4, F, m x3] x4", "m x4, F, m x3"},
      {"MiMo-V2-Flash", labels_of("F S4 F") + times(7, labels_of("S5 F")), "F, S x4, F, [S x5, F] x7", "S x5, F"},
      {"MiMo-V2.5-Pro",
       labels_of("F S6") + times(6, labels_of("F S7")) + times(2, labels_of("F S6")) + labels_of("F"),
       "F, S x6, F, [S x7, F] x6, S x6, F, S x6, F", "S x7, F"},
      {"Kimi Linear", times(6, labels_of("k3 L")) + labels_of("k2 L"), "[k x3, L] x6, k x2, L", "k x3, L"},
      {"Kimi K3", times(23, labels_of("k3 L")) + labels_of("L"), "[k x3, L] x23, L", "k x3, L"},
      {"DeepSeek-V4-Flash", labels_of("S2") + times(20, labels_of("C H")) + labels_of("C"), "S x2, [C, H] x20, C",
       "C, H"},
      {"DeepSeek-V4-Pro", labels_of("H2") + times(29, labels_of("C H")) + labels_of("C"), "H, [H, C] x30", "H, C"},
      {"MiniMax M3", labels_of("F3") + times(57, labels_of("B")), "F x3, B x57", "B"},
      {"GLM-5.3-Flash", times(11, labels_of("k3 D")) + labels_of("k"), "[k x3, D] x11, k", "k x3, D"},
      {"a uniform one", times(80, labels_of("F")), "F x80", "F"},
      {"one layer", labels_of("F"), "F", "F"},
      {"two layers", labels_of("S F"), "S, F", "S, F"},
      {"no repetition", labels_of("a b c d e"), "a, b, c, d, e", "a, b, c, d, e"},
      {"an empty list", {}, "", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.model);
    const Cycle cycle = find_cycle(row.list);
    CHECK(print_cycle(cycle) == row.printed);
    CHECK(print_unit(cycle) == row.unit);
    CHECK(whole_of(cycle) == row.list);
  }
}

TEST_CASE("a cycle's parts") {
  CHECK(find_cycle(labels_of("x S2 F S2 F S2 F y")) == Cycle{{"x"}, {"S", "S", "F"}, 3, {"y"}});
  CHECK(find_cycle({}) == Cycle{{}, {}, 1, {}});
  CHECK(find_cycle(Labels{"a"}) == Cycle{{}, {"a"}, 1, {}});
  CHECK(find_cycle(Labels{"a", "b"}) == Cycle{{}, {"a", "b"}, 1, {}});
  CHECK(find_cycle(Labels{"a", "a"}) == Cycle{{}, {"a"}, 2, {}});
}

TEST_CASE("a cycle is printed whatever its parts are") {
  CHECK(print_cycle({{"a", "a"}, {"b"}, 3, {"c"}}) == "a x2, b x3, c");
  CHECK(print_cycle({{"b"}, {"b"}, 3, {"b"}}) == "b x5");
  CHECK(print_cycle({{"a"}, {"b", "c"}, 1, {"d"}}) == "a, b, c, d");
  CHECK(print_cycle({{}, {"b", "c", "c"}, 2, {}}) == "[b, c x2] x2");
  CHECK(print_unit({{"a"}, {"b", "c", "c"}, 2, {}}) == "b, c x2");
}

TEST_CASE("runs of equal labels") {
  CHECK(runs_of(labels_of("S5 F S2")) == std::vector<LabelRun>{{"S", 5}, {"F", 1}, {"S", 2}});
  CHECK(runs_of({}).empty());
}

TEST_CASE("a cycle of the longest unit is found, one label more is not") {
  const auto numbered = [](int count) {
    Labels out;
    for (int i = 0; i < count; ++i) {
      out.push_back(std::to_string(i));
    }
    return out;
  };
  CHECK(find_cycle(times(3, numbered(64))) == Cycle{{}, numbered(64), 3, {}});
  CHECK(find_cycle(times(3, numbered(65))).repeats == 1);
}

TEST_CASE("the longest list of layers there can be") {
  const Labels uniform(65535, "F");
  CHECK(print_cycle(find_cycle(uniform)) == "F x65535");
  const Labels mixed = times(13107, labels_of("S4 F"));
  CHECK(print_cycle(find_cycle(mixed)) == "[S x4, F] x13107");
}

TEST_CASE("lead, repeated unit and tail are the list") {
  CHECK(rc::check("for any list", [] {
    const auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
    Labels list;
    for (const int number : numbers) {
      list.push_back(std::to_string(number));
    }
    const Cycle cycle = find_cycle(list);
    RC_ASSERT(whole_of(cycle) == list);
    RC_ASSERT(cycle.repeats >= 1);
    RC_ASSERT(cycle.unit.empty() == list.empty());
  }));
  CHECK(rc::check("and the unit of a list made of repeats covers as much of it", [] {
    const auto unit = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 3)));
    const auto count = *rc::gen::inRange<std::size_t>(2, 6);
    RC_PRE(unit.size() <= 64U);
    Labels labels;
    for (const int number : unit) {
      labels.push_back(std::to_string(number));
    }
    const Cycle cycle = find_cycle(times(count, labels));
    RC_ASSERT(cycle.unit.size() <= labels.size());
    RC_ASSERT(cycle.lead.size() + cycle.tail.size() < cycle.unit.size());
  }));
}

}  // namespace

}  // namespace kvtally::cycle_test
