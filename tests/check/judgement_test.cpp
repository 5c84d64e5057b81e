#include "check/judgement.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "read/text/yaml.hpp"

namespace kvtally::judgement_test {

namespace {

// The faults of a claim whose figure is a number, or a list where `value` is one.
std::string faults(const std::string& value, const std::string& rest) {
  const bool list = value.starts_with('[');
  const auto tree =
      parse_yaml("c.yaml", fmt::format("title: T\nclaims:\n  - {{id: a, source: S, text: T, note: N, what: "
                                       "{{figure: {}, of: {}}}, {}}}\n",
                                       list ? "list" : "sum", list ? value : "[" + value + "]", rest));
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const auto claims = read_claims(*tree);
  REQUIRE_MESSAGE(claims.has_value(), render(claims.error()));
  return fmt::format("{}", fmt::join(faults_of(claims->claims[0], *tree, {}), "; "));
}

TEST_CASE("what is expected") {
  CHECK(faults("71.11 x", "printed: 71x, expected: 71.11, verdict: agrees") == "");
  CHECK(faults("71.11 x", "printed: 71x, expected: 71.1, verdict: agrees") ==
        "71.1 is expected, 7111/100 is computed");
  CHECK(faults("71.11 x", "printed: 71x, expected: 71.1, equal: as printed, verdict: agrees") == "");
  CHECK(faults("71.11 x", "printed: 71x, expected: 72, equal: within 2 %, verdict: agrees") == "");
  CHECK(faults("71.11 x", "printed: 71x, expected: 72, equal: within 1 %, verdict: agrees") ==
        "72 is expected, 7111/100 is computed");
  CHECK(faults("71 bytes", "printed: 71 B, expected: 71, verdict: agrees") ==
        "71 is expected, 71 bytes is computed");
  CHECK(faults("71 x", "printed: 71x, expected: much, verdict: agrees") == "much is expected, 71 is computed");
  CHECK(faults("[1, 2]", "printed: 1 / 2, expected: 1 / 2, equal: text, verdict: agrees") == "");
  CHECK(faults("[1, 2]", "printed: 1 / 2, expected: 1 / 3, equal: text, verdict: agrees") ==
        "1 / 3 is expected, 1 / 2 is computed");
}

TEST_CASE("further figures are held to what is expected of them") {
  CHECK(faults("1 x",
               "printed: 1x, expected: 1, verdict: agrees, also: [{what: {figure: sum, of: [2]}, expected: 3}]") ==
        "3 is expected, 2 is computed");
  CHECK(faults("1 x", "printed: 1x, expected: 1, verdict: agrees, also: [{what: {figure: nothing}, expected: 3}]")
            .starts_with("c.yaml:3:"));
}

TEST_CASE("a verdict that the printed figure does not bear out") {
  const auto judged = [](const std::string& printed, const std::string& verdict) {
    return faults("71.16 x", fmt::format("printed: {}, expected: 71.16, verdict: {}", printed, verdict));
  };
  CHECK(judged("71.2x", "agrees") == "");
  CHECK(judged("71.1x", "agrees") == "'71.1x' is printed, 1779/25 is computed: they do not agree");
  CHECK(judged("71.1x", "truncated") == "");
  CHECK(judged("71.2x", "truncated") == "'71.2x' is printed, 1779/25 is computed: it is not the figure cut off");
  CHECK(judged("70x", "rounding") == "");
  CHECK(judged("71x", "rounding") == "'71x' is printed, 1779/25 is computed: it is not a matter of rounding");
  CHECK(judged("60x", "rounding") == "'60x' is printed, 1779/25 is computed: it is not a matter of rounding");
  CHECK(judged("60x", "erratum") == "");
  CHECK(judged("71x", "erratum") == "'71x' is printed, 1779/25 is computed: they agree, so it is no erratum");
  CHECK(judged("60x", "unit mix") == "'60x' is printed, 1779/25 is computed: they do not agree");
  CHECK(judged("60x", "convention") == "");
  CHECK(judged("many", "not computable") == "");
}

TEST_CASE("what must stay unknown must be refused, for the reason that is expected") {
  CHECK(faults("x",
               "printed: tens, expected: \"'x': it does not start with a digit\", verdict: must stay unknown") ==
        "");
  CHECK(faults("30", "printed: tens, expected: it is a guess, verdict: must stay unknown") ==
        "it must stay unknown, 30 is computed");
  CHECK(faults("x", "printed: tens, expected: not published, verdict: must stay unknown")
            .starts_with("'not published' is expected to refuse it: c.yaml:3:"));
}

TEST_CASE("a printed figure that cannot be compared is a fault") {
  CHECK(faults("5 KiB", "printed: 5KB, expected: 5 KiB, verdict: agrees") ==
        "'5KB' cannot be compared with 5120 bytes: 'KB' is no unit that is known here");
  CHECK(faults("5 KiB", "printed: 5KB, reads: 5 KiB, expected: 5 KiB, verdict: agrees") == "");
  CHECK(faults("5 KiB", "printed: 5, expected: 5 KiB, verdict: erratum") ==
        "'5' cannot be compared with 5120 bytes: another unit");
  CHECK(faults("[1, 2]", "printed: 1 / 3, expected: 1 / 2, equal: text, verdict: erratum") == "");
  CHECK(faults("[1, 2]", "printed: 1 / 2, expected: 1 / 2, equal: text, verdict: erratum") ==
        "'1 / 2' is printed, 1 / 2 is computed: they agree, so it is no erratum");
}

}  // namespace

}  // namespace kvtally::judgement_test
