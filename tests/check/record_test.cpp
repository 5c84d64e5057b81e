#include "check/record.hpp"

#include "check/checked.hpp"
#include "check/run_checks.hpp"

namespace kvtally::record_test {

namespace {

std::string recorded(const std::string& text) {
  const auto tree = parse_yaml("f.yaml", text);
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const FigureSources sources = test::compiled_in_sources();
  const auto file = read_check_file(*tree, sources, true);
  REQUIRE_MESSAGE(file.has_value(), render(file.error()));
  const auto out = record_checks(*file, *tree, text, sources);
  return out ? *out : render(out.error());
}

const std::string kWhat = "what: {figure: show.kv_bytes, model: llama-2-7b, context: 4K}";  // 2 GiB

TEST_CASE("what is missing is put in, what is off replaced, everything else stays") {
  CHECK(recorded("# mine\nchecks:\n  - id: a  # first\n    " + kWhat + "\n    note: N\n") ==
        "# mine\nchecks:\n  - id: a  # first\n    expected: 2147483648 bytes\n    " + kWhat + "\n    note: N\n");
  CHECK(recorded("checks: [{id: a, " + kWhat + "}]\n") ==
        "checks: [{id: a, expected: 2147483648 bytes, " + kWhat + "}]\n");
  CHECK(recorded("checks:\n  - " + kWhat + "\n    id: a\n") ==
        "checks:\n  - expected: 2147483648 bytes\n    " + kWhat + "\n    id: a\n");
  CHECK(recorded("checks:\n  - id: a\n    " + kWhat + "\n    expected: 3 GiB  # é\n") ==
        "checks:\n  - id: a\n    " + kWhat + "\n    expected: 2147483648 bytes  # é\n");
  CHECK(recorded("checks: [{id: é, expected: \"1 \\\" B\", " + kWhat + "}]\n") ==
        "checks: [{id: é, expected: 2147483648 bytes, " + kWhat + "}]\n");
  CHECK(recorded("checks: [{id: a, expected: 'it''s', " + kWhat + "}]\n") ==
        "checks: [{id: a, expected: 2147483648 bytes, " + kWhat + "}]\n");
}

TEST_CASE("texts with commas between braces, and the line ends of the file") {
  CHECK(recorded("checks: [{id: a, what: {figure: even_ratios, layers: 4}}]\n") ==
        "checks: [{id: a, expected: \"0, 1, 3\", what: {figure: even_ratios, layers: 4}}]\n");
  CHECK(recorded("checks:\r\n  - id: a\r\n    " + kWhat + "\r\n") ==
        "checks:\r\n  - id: a\r\n    expected: 2147483648 bytes\r\n    " + kWhat + "\r\n");
}

TEST_CASE("what is met stays, in whatever unit") {
  const std::string text = "checks:\n  - id: a\n    " + kWhat + "\n    expected: 2 GiB\n";
  CHECK(recorded(text) == text);
}

TEST_CASE("rounded figures keep their unit and digits, bounds become the figure") {
  const std::string head = "checks:\n  - id: a\n    " + kWhat + "\n    ";
  CHECK(recorded(head + "expected: 3.00 GiB\n    equal: as printed\n") ==
        head + "expected: 2.00 GiB\n    equal: as printed\n");
  CHECK(recorded(head + "expected: 1 GiB\n    equal: at most\n") ==
        head + "expected: 2147483648 bytes\n    equal: at most\n");
}

TEST_CASE("an approximation is written in six digits, and only has to round to them") {
  CHECK(recorded("checks:\n  - id: a\n    what: {figure: square_root, of: 2}\n") ==
        "checks:\n  - id: a\n    expected: 1.41421\n    equal: as printed\n    what: {figure: square_root, of: "
        "2}\n");
  CHECK(recorded("checks:\n  - id: a\n    what: {figure: square_root, of: 1/1000000}\n    equal: within 1 %\n") ==
        "checks:\n  - id: a\n    expected: 0.00100000\n    what: {figure: square_root, of: 1/1000000}\n    equal: "
        "within 1 %\n");
}

TEST_CASE("refusals are recorded, and a figure where there was one") {
  CHECK(
      recorded(
          "checks:\n  - id: a\n    what: {figure: model.parameters, model: bare}\n    expected: 1 parameters\n") ==
      "checks:\n  - id: a\n    what: {figure: model.parameters, model: bare}\n    error: the figure is not "
      "published\n");
  CHECK(recorded("checks:\n  - id: a\n    " + kWhat + "\n    error: no\n") ==
        "checks:\n  - id: a\n    " + kWhat + "\n    expected: 2147483648 bytes\n");
}

TEST_CASE("a value over several lines is refused") {
  CHECK(recorded("checks:\n  - id: a\n    " + kWhat + "\n    expected: >-\n      3\n      GiB\n")
            .find("expected goes over several lines; expected a value in one line") != std::string::npos);
}

TEST_CASE("a recorded file passes, and recorded again stays the same") {
  const std::string fresh = checks_of_models({"deepseek-v4-pro", "kimi-linear-48b-a3b"}, "128K");
  const std::string text = recorded(fresh);
  CHECK(recorded(text) == text);
  const auto report = test::run_text(text);
  REQUIRE_MESSAGE(report.has_value(), render(report.error()));
  CHECK(report->results.size() == 8);
  CHECK(count_of(*report, CheckResult::State::passed) == 8);
  CHECK(report->results[0].id == "deepseek-v4-pro kv_bytes at 128K");
}

TEST_CASE("every model: what is recorded passes, and each figure that moves by one goes red") {
  const std::string text = recorded(checks_of_models(test::zoo().ids(), "32K"));
  const auto tree = parse_yaml("f.yaml", text);
  REQUIRE(tree.has_value());
  auto file = read_check_file(*tree, test::compiled_in_sources(), false);
  REQUIRE_MESSAGE(file.has_value(), render(file.error()));
  const auto report = run_checks(*file, *tree, test::compiled_in_sources());
  REQUIRE(report.has_value());
  CHECK(count_of(*report, CheckResult::State::passed) == file->checks.size());
  for (FileCheck& check : file->checks) {
    const auto amount = parse_amount(check.figure.expected);
    REQUIRE(amount.has_value());
    check.figure.expected = print_amount(sum(amount->amount, whole(1)));
  }
  const auto moved = run_checks(*file, *tree, test::compiled_in_sources());
  REQUIRE(moved.has_value());
  CHECK(count_of(*moved, CheckResult::State::failed) == file->checks.size());
}

}  // namespace

}  // namespace kvtally::record_test
