#include "report/diff.hpp"

#include <fmt/format.h>

#include "report/diffs.hpp"

namespace kvtally::diff_test {

namespace {

using test::diff;

// "path: old -> new", one a line.
std::string lines(const Diff& diff) {
  std::string out;
  for (const Difference& d : diff.differences) {
    out += fmt::format("{}: {} -> {}\n", d.path, d.old.value_or("none"), d.now.value_or("none"));
  }
  return out;
}

std::string refusal(const std::string& old, const std::string& now) {
  const auto out = diff_of(parse_json("old.json", old).value(), parse_json("new.json", now).value());
  REQUIRE_FALSE(out.has_value());
  std::string text;
  for (const Problem& problem : out.error()) {
    text += fmt::format("{}:{}: {}; {}\n", problem.file, problem.place.line, problem.what, problem.expected);
  }
  return text;
}

TEST_CASE("entries are matched by their names, whatever their order, and the setting that moved them is named") {
  const Diff moved = test::moved_window();
  CHECK(lines(moved) ==
        "models[a].layers[sliding].keeps[0]: the last 1024 positions: key 16x128, bf16 -> "
        "the last 4096 positions: key 16x128, bf16\n"
        "models[b]: none -> an object\n"
        "models[a].kv_bytes: 5000 -> 8000\n"
        "models[a].layers[sliding].kv_bytes: 1000 -> 4000\n");
  CHECK(moved.differences[0].setting);
  CHECK(moved.differences[0].moved == "1024 -> 4096");
  CHECK(moved.differences[1].setting);
  CHECK_FALSE(moved.differences[2].setting);
  const std::vector<std::string> because{"models[a].layers[sliding].keeps[0]"};
  CHECK(moved.differences[2].because == because);
  CHECK(moved.differences[3].because == because);
  CHECK(moved.differences[3].change == Wide{3000});
  CHECK(moved.differences[3].ratio == 4.0);
}

TEST_CASE("another layer's setting moves no figure of this one") {
  const Diff d = diff(R"("models": [{"id": "a", "layers": [{"layer_type": "x", "keeps": "1 p", "kv_bytes": 1},)"
                      R"({"layer_type": "y", "kv_bytes": 1}]}])",
                      R"("models": [{"id": "a", "layers": [{"layer_type": "x", "keeps": "2 p", "kv_bytes": 1},)"
                      R"({"layer_type": "y", "kv_bytes": 2}]}])");
  REQUIRE(d.differences.size() == 2);
  CHECK(d.differences[1].path == "models[a].layers[y].kv_bytes");
  CHECK(d.differences[1].because.empty());
}

TEST_CASE("equal outputs") {
  const std::string text = R"("a": 1, "b": [1, 2], "c": [{"id": "x", "d": null}], "e": 1.0)";
  const Diff d = diff(text, text);
  CHECK(d.differences.empty());
  CHECK(d.same == 7);
  CHECK(diff(R"("e": 1.0)", R"("e": 1)").differences.empty());
}

TEST_CASE("values of other sorts, and what one lacks") {
  CHECK(lines(diff(R"("a": 1, "b": null)", R"("a": "x", "c": {"d": 1})")) ==
        "a: 1 -> x\nb: null -> none\nc: none -> an object\n");
  CHECK(lines(diff(R"("a": [1, 2])", R"("a": {"b": 1})")) == "a: a list of 2 -> an object\n");
  CHECK(lines(diff(R"("n": ["a", "b", "c"])", R"("n": ["c", "d"])")) ==
        "n[]: a -> none\nn[]: b -> none\nn[]: none -> d\n");
  CHECK(lines(diff(R"("n": [["a"], ["b"]])", R"("n": [["a"], ["c"], ["d"]])")) ==
        "n[1][0]: b -> c\nn[2]: none -> a list of 1\n");
  CHECK(lines(diff(R"("n": [{"id": "a"}, {"id": "a"}])", R"("n": [{"id": "a"}])")) == "n[1]: an object -> none\n");
}

TEST_CASE("what is no output, and outputs of different commands") {
  CHECK(refusal("[1]", R"({"schema": "other/1"})") ==
        "old.json:0: it is no output of kvtally; JSON with a schema kvtally.NAME/1\n"
        "new.json:0: it is no output of kvtally; JSON with a schema kvtally.NAME/1\n");
  CHECK(refusal(R"({"schema": "kvtally.show/1"})", R"({"schema": "kvtally.fit/1"})") ==
        "new.json:1: its schema is kvtally.fit/1; kvtally.show/1, as old.json has it\n");
}

}  // namespace

}  // namespace kvtally::diff_test
