#include "read/description/runs.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "model/limits.hpp"
#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::runs_test {

namespace {

using Runs = std::vector<NameRun>;

TEST_CASE("run-length texts") {
  struct Row {
    const char* text;
    Runs runs;
  };
  const Row rows[] = {
      {"a", {{"a", 1}}},
      {"a x3", {{"a", 3}}},
      {"a x3, b", {{"a", 3}, {"b", 1}}},
      {"a,a", {{"a", 2}}},
      {"a x2, a x3, b, a", {{"a", 5}, {"b", 1}, {"a", 1}}},
      {"  a  x3 ,\n\tb ", {{"a", 3}, {"b", 1}}},
      {"[a]", {{"a", 1}}},
      {"[a] x4", {{"a", 4}}},
      {"[a x2] x4", {{"a", 8}}},
      {"[a x2, b] x2", {{"a", 2}, {"b", 1}, {"a", 2}, {"b", 1}}},
      {"[b, a] x2, a", {{"b", 1}, {"a", 1}, {"b", 1}, {"a", 2}}},
      {"[a, b, a] x2", {{"a", 1}, {"b", 1}, {"a", 2}, {"b", 1}, {"a", 1}}},
      {"[[a, b] x2, c] x1", {{"a", 1}, {"b", 1}, {"a", 1}, {"b", 1}, {"c", 1}}},
      {"[a]x3", {{"a", 3}}},
      {"ax3", {{"ax3", 1}}},  // a name may hold an x
      {"x", {{"x", 1}}},
      {"x x2", {{"x", 2}}},
      {"full_attention.v-2 x1", {{"full_attention.v-2", 1}}},
      {"[[[[[[[[a]]]]]]]] x2", {{"a", 2}}},
      {"a x65535", {{"a", 65535}}},
      {"a x65534, b", {{"a", 65534}, {"b", 1}}},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    const auto runs = parse_runs(row.text);
    REQUIRE(runs.has_value());
    CHECK(*runs == row.runs);
  }
}

TEST_CASE("what is wrong with a run-length text, and where") {
  struct Row {
    const char* text;
    std::size_t offset;
    const char* what;
    const char* expected;
  };
  const char* const name = "a name or '['";
  const char* const count = "a whole number from 1 to 65535";
  const Row rows[] = {
      {"", 0, "the end of the list", name},
      {"   ", 3, "the end of the list", name},
      {",", 0, "','", name},
      {"a,", 2, "the end of the list", name},
      {"a,,b", 2, "','", name},
      {"a b", 2, "'b'", "a comma or the end"},
      {"a x3x", 4, "'x'", "a comma or the end"},
      {"a ]", 2, "']'", "a comma or the end"},
      {"[a", 2, "the end of the list", "a comma or ']'"},
      {"[a b]", 3, "'b'", "a comma or ']'"},
      {"[]", 1, "']'", name},
      {"[a,]", 3, "']'", name},
      {"a x", 3, "the end of the list", count},
      {"a x0", 3, "the repeat count '0'", count},
      {"a x03", 3, "the repeat count '03'", count},
      {"a x-1", 3, "'-'", count},
      {"a xb", 3, "'b'", count},
      {"a x中", 3, "'中'", count},
      {"a x65536", 3, "the repeat count '65536'", count},
      {"a x99999999999999999999", 3, "the repeat count '99999999999999999999'", count},
      {"a y3", 2, "'y'", "a comma or the end"},
      {"a*3", 1, "'*'", "a comma or the end"},
      {"[[[[[[[[[a]]]]]]]]]", 9, "more than 8 levels of brackets", "fewer"},
      {"a x65535, b", 11, "more than 65535 layers", "fewer"},
      {"a x65535, b, c d", 11, "more than 65535 layers", "fewer"},
      {"a x65535, a x65535, a x65535", 18, "more than 65535 layers", "fewer"},
      {"a x40000, [b] x40000", 20, "more than 65535 layers", "fewer"},
      {"[a x65535, b]", 12, "more than 65535 layers", "fewer"},
      {"[a x256] x256", 13, "more than 65535 layers", "fewer"},
      {"[[[[a x65535] x65535] x65535] x65535] x65535", 20, "more than 65535 layers", "fewer"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    const auto runs = parse_runs(row.text);
    REQUIRE_FALSE(runs.has_value());
    CHECK(runs.error().offset == row.offset);
    CHECK(runs.error().what == row.what);
    CHECK(runs.error().expected == row.expected);
  }
}

std::string comma_separated(int count) {
  std::string text = "a";
  for (int i = 1; i < count; ++i) {
    text += ", a";
  }
  return text;
}

TEST_CASE("65535 names written out are read, and 65536 refused at the last") {
  CHECK(parse_runs(comma_separated(65535)) == Runs{{"a", 65535}});
  const std::string text = comma_separated(65536);
  const auto runs = parse_runs(text);
  REQUIRE_FALSE(runs.has_value());
  CHECK(runs.error().offset == text.size());
  CHECK(runs.error().what == "more than 65535 layers");
}

TEST_CASE("lengths") {
  CHECK(length_of({}) == 0);
  CHECK(length_of({{"a", 3}, {"b", 1}}) == 4);
}

std::string text_of(const Runs& runs) {
  std::string text;
  for (const NameRun& run : runs) {
    text += (text.empty() ? "" : ", ") + run.name + " x" + std::to_string(run.count);
  }
  return text;
}

TEST_CASE("a list of runs written out is read back, and a group of it repeats it") {
  CHECK(rc::check("runs", [] {
    Runs runs;
    const auto length = *rc::gen::inRange(1, 6);
    for (int i = 0; i < length; ++i) {
      const std::string other = runs.empty() || runs.back().name == "b" ? "a" : "b";
      runs.push_back({other, *rc::gen::inRange<std::int64_t>(1, 100)});
    }
    const auto times = *rc::gen::inRange<std::int64_t>(1, 20);
    const bool same = *parse_runs(text_of(runs)) == runs;
    const auto repeated = parse_runs("[" + text_of(runs) + "] x" + std::to_string(times));
    const bool times_as_long = length_of(*repeated) == times * length_of(runs);
    RC_ASSERT(same);
    RC_ASSERT(times_as_long);
  }));
}

// The runs of the key `l` in a text, or the rendered problems.
struct Read {
  std::optional<Runs> runs;
  std::string problems;
};

Read read(const std::string& text) {
  const Tree tree = test::tree_of(text);
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  return {read_runs(fields, "l"), render(problems)};
}

TEST_CASE("a member with runs is a text, or a list as in config.json") {
  CHECK(read("l: a x2, b\n").runs == Runs{{"a", 2}, {"b", 1}});
  CHECK(read("l: '[a, b] x2'\n").runs == Runs{{"a", 1}, {"b", 1}, {"a", 1}, {"b", 1}});
  CHECK(read("l: [a, a, \"b\"]\n").runs == Runs{{"a", 2}, {"b", 1}});
  CHECK(read("l: >-\n  a x2,\n  b\n").runs == Runs{{"a", 2}, {"b", 1}});
  CHECK(read("m: a\n").runs == std::nullopt);
  CHECK(read("m: a\n").problems == "");
  CHECK(read("l: ~\n").problems == "");
}

TEST_CASE("problems stand at the character that is wrong") {
  struct Row {
    const char* text;
    const char* problems;
  };
  const Row rows[] = {
      {"l: a b\n", "m.yaml:1:6: l has 'b'; expected a comma or the end\n    1 | l: a b\n      |      ^\n"},
      {"l: 'a b'\n", "m.yaml:1:7: l has 'b'; expected a comma or the end\n    1 | l: 'a b'\n      |       ^\n"},
      {"l: a,\n",
       "m.yaml:1:6: l has the end of the list; expected a name or '['\n    1 | l: a,\n      |      ^\n"},
      {"l: {a: 1}\n",
       "m.yaml:1:4: l is a map; expected names in order, as in '[a x5, b] x10'\n"
       "    1 | l: {a: 1}\n      |    ^\n"},
      {"l: [a, [b]]\n", "m.yaml:1:8: l holds a list; expected a name\n    1 | l: [a, [b]]\n      |        ^\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(read(row.text).runs == std::nullopt);
    CHECK(read(row.text).problems == row.problems);
  }
}

TEST_CASE("names on one line are read in one go, and more than 65535 refused") {
  CHECK(read("l: [" + comma_separated(65535) + "]\n").runs == Runs{{"a", 65535}});
  const Read outcome = read("l: [" + comma_separated(65536) + "]\n");
  CHECK(outcome.runs == std::nullopt);
  CHECK(outcome.problems.starts_with("m.yaml:1:4: l has more than 65535 members; expected fewer\n"));
}

TEST_CASE("a list of more than 65535 names is refused") {
  std::string text = "l: [a";
  for (int i = 0; i < limits::kLayers; ++i) {
    text += ",\n  a";
  }
  const Read outcome = read(text + "]\n");
  CHECK(outcome.runs == std::nullopt);
  CHECK(outcome.problems.starts_with("m.yaml:1:4: l has more than 65535 members; expected fewer\n"));
}

}  // namespace

}  // namespace kvtally::runs_test
