#include "check/run_checks.hpp"

#include "check/checked.hpp"

namespace kvtally::run_checks_test {

namespace {

using test::one;

const std::string kWhat = "what: {figure: show.kv_bytes, model: llama-2-7b, context: 4K}";  // 2 GiB
const std::string kBare = "what: {figure: model.parameters, model: bare}";                  // says nothing of them

// "passed · as expected · 2147483648 bytes", and what is off.
std::string outcome(const std::string& members) {
  const auto report = test::run_text(one(members));
  REQUIRE_MESSAGE(report.has_value(), render(report.error()));
  const CheckResult& result = report->results.at(0);
  CHECK(result.file == "f.yaml");
  CHECK(result.place == Place{2, 5});
  return fmt::format("{} | {} | {} | {} | {}", result.state == CheckResult::State::passed ? "passed" : "failed",
                     result.equal, result.actual, result.verdict, result.why);
}

TEST_CASE("figures that are as expected") {
  CHECK(outcome(kWhat + ", expected: 2147483648 bytes") == "passed | exact | 2147483648 bytes | as expected | ");
  CHECK(outcome(kWhat + ", expected: 2.0 GiB, equal: as printed") ==
        "passed | as printed | 2147483648 bytes | as expected | ");
  CHECK(outcome(kWhat + ", expected: 2 GB, equal: within 7.4 %") ==
        "passed | within 37/5 % | 2147483648 bytes | as expected | ");
  CHECK(outcome("what: {figure: model.released, model: llama-2-7b}, expected: 2023-07") ==
        "passed | exact | 2023-07 | as expected | ");
}

TEST_CASE("figures that are off, and by how much") {
  CHECK(outcome(kWhat + ", expected: 1 GiB") ==
        "failed | exact | 2147483648 bytes | above | 1 GiB more, 2 times what is expected");
  CHECK(outcome(kWhat + ", expected: 4 GiB, equal: at least") ==
        "failed | at least | 2147483648 bytes | below | 2 GiB less, 0.5 times what is expected");
  CHECK(outcome(kWhat + ", expected: 0 bytes") ==
        "failed | exact | 2147483648 bytes | above | 2147483648 bytes more");
  CHECK(outcome(kWhat + ", expected: 2 tokens") ==
        "failed | exact | 2147483648 bytes | another unit | the figure is 2147483648 bytes");
  CHECK(outcome("what: {figure: model.released, model: llama-2-7b}, expected: 2023-08") ==
        "failed | exact | 2023-07 | another text | '2023-07' is computed");
  CHECK(outcome("what: {figure: square_root, of: 4}, expected: 2") ==
        "failed | exact | 2 | not exact | the figure is an approximation: 'equal: as printed' or 'within P %' "
        "compares it");
}

TEST_CASE("refusals") {
  CHECK(outcome(kBare + ", error: the figure is not published") ==
        "passed | error | the figure is not published | refused as expected | ");
  CHECK(outcome(kBare + ", error: another reason") ==
        "failed | error | the figure is not published | refused otherwise | the figure is not published");
  CHECK(outcome(kBare + ", expected: 1 parameters") ==
        "failed | exact | the figure is not published | refused | the figure is not published");
  CHECK(outcome(kWhat + ", error: the figure is not published") ==
        "failed | error | 2147483648 bytes | not refused | 2147483648 bytes is computed");
  CHECK(outcome("what: {figure: show.kv_bytes, model: llama-9, context: 4K}, error: \"unknown model 'llama-9'; "
                "expected an id or alias (kvtally models lists them) or a path\"")
            .starts_with("passed"));
}

TEST_CASE("a number that is none, where the figure is one, is a fault of the file") {
  CHECK(test::problems_of("checks:\n  - id: a\n    " + kWhat + "\n    expected: much\n") ==
        "4:15: expected is 'much': it does not start with a digit; expected a number with its unit");
}

TEST_CASE("what is read of a figure is in the unit of what is expected") {
  const auto readable = [](const std::string& members) {
    return test::run_text(one(members)).value().results.at(0).readable;
  };
  CHECK(readable(kWhat + ", expected: 2.0 GiB, equal: as printed") == "2 GiB");
  CHECK(readable(kWhat + ", expected: 2147483648 bytes") == "");
  CHECK(readable("what: {figure: ratio, of: 7, to: 3}, expected: 2.3x, equal: as printed") == "2.333 x");
  CHECK(readable("what: {figure: sum, of: [100]}, expected: 2.3x, equal: at least") == "");
}

TEST_CASE("claims: an erratum passes when both figures are as recorded, one that waits does neither") {
  const auto run = [](const std::string& rest) {
    const auto tree =
        parse_yaml("c.yaml", "title: T\nclaims:\n  - {id: a, source: S, text: W, note: N, " + rest + "}\n");
    REQUIRE(tree.has_value());
    const auto claims = read_claims(*tree);
    REQUIRE_MESSAGE(claims.has_value(), render(claims.error()));
    const CheckReport report = run_claims(*claims, *tree, test::compiled_in_sources());
    CHECK(report.title == "T");
    const CheckResult& r = report.results.at(0);
    CHECK(r.source == "S");
    CHECK(r.text == "W");
    CHECK(r.note == "N");
    return fmt::format("{} | {} | {} | {} | {}", static_cast<int>(r.state), r.verdict, r.actual, r.readable,
                       r.why);
  };
  const std::string erratum = kWhat + ", verdict: erratum, ";
  CHECK(run(erratum + "printed: 3 GiB, expected: 2147483648 bytes") ==
        "0 | erratum | 2147483648 bytes | 2 GiB | ");
  CHECK(
      run(erratum + "printed: 2 GiB, expected: 2147483648 bytes") ==
      "1 | erratum | 2147483648 bytes | 2 GiB | '2 GiB' is printed, 2147483648 bytes is computed: they agree, so "
      "it is no erratum");
  CHECK(run(erratum + "printed: 3 GiB, expected: 1 GiB") ==
        "1 | erratum | 2147483648 bytes | 2 GiB | 1 GiB is expected, 2147483648 bytes is computed");
  CHECK(run("printed: 1x, expected: 1, verdict: agrees, waits_for: engine") == "2 | waits for engine |  |  | ");
  CHECK(run("printed: 1x, expected: 1, verdict: agrees, waits_for: not computable here") ==
        "2 | not computable here |  |  | ");
  CHECK(
      run(kBare + ", printed: 1 parameters, expected: the figure is not published, verdict: must stay unknown") ==
      "0 | must stay unknown | refused |  | ");
}

TEST_CASE("a message has a line for each problem") {
  CHECK(message_of({{"", {}, "a", "b", "c", ""}, {"f", {1, 1}, "d", "", "", ""}}) == "a; expected b\nd");
}

}  // namespace

}  // namespace kvtally::run_checks_test
