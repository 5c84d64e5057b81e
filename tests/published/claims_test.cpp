#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "check/judgement.hpp"
#include "published/document.hpp"
#include "read/text/file.hpp"
#include "read/text/yaml.hpp"
#include "support/golden.hpp"

namespace kvtally::claims_test {

namespace {

TEST_CASE("every claim that is not waiting for a part of the program comes out as the document expects") {
  const test::Document document(test::source_text("reports/claims.yaml"));
  const FigureSources sources = document.sources();
  int computed = 0;
  std::map<std::string, int> waiting;
  for (const Claim& claim : document.claims().claims) {
    CAPTURE(claim.id);
    if (!claim.waits_for.empty()) {
      ++waiting[claim.waits_for];
      continue;
    }
    ++computed;
    for (const std::string& fault : faults_of(claim, document.tree(), sources)) {
      FAIL_CHECK(claim.id << ": " << fault);
    }
  }
  std::string waits;
  for (const auto& [part, count] : waiting) {
    waits += fmt::format("{}{} for {}", waits.empty() ? "" : ", ", count, part);
  }
  MESSAGE(fmt::format("{} claims are computed, {} wait: {}", computed,
                      document.claims().claims.size() - static_cast<std::size_t>(computed), waits));
  CHECK(document.claims().claims.size() == 126);
  CHECK(computed >= 105);
}

TEST_CASE("no claim waits for what can be computed") {
  const test::Document document(test::source_text("reports/claims.yaml"));
  const FigureSources sources = document.sources();
  for (const Claim& claim : document.claims().claims) {
    if (!claim.waits_for.empty() && claim.figure.what != nullptr) {
      CAPTURE(claim.id);
      Problems problems;
      CHECK_FALSE(Ask(document.tree(), *claim.figure.what, sources, problems).compute().has_value());
      const std::string why = render(problems);
      CHECK((why.find("unknown figure") != std::string::npos || why.find("unknown engine") != std::string::npos));
    }
  }
}

TEST_CASE("the shapes of the document are V3's but for the memory") {
  const test::Document document(test::source_text("reports/claims.yaml"));
  const auto v3 = document.describe("deepseek-v3");
  REQUIRE(v3.has_value());
  for (const std::string id : {"v3-mha", "v3-gqa8", "v3-mqa", "v3-mha-wide"}) {
    CAPTURE(id);
    const auto shape = document.describe(id);
    REQUIRE(shape.has_value());
    CHECK(shape->model.naive.num_hidden_layers == v3->model.naive.num_hidden_layers);
    CHECK(shape->model.naive.num_attention_heads == v3->model.naive.num_attention_heads);
  }
}

// ---- against a list of the claims that was worked out apart from this program, where it lies beside the project

// Where this document has another figure than the list, and why.
const std::map<std::string, std::string, std::less<>>& other_figures() {
  static const std::map<std::string, std::string, std::less<>> reasons{
      {"lecture.angle.1024", "the list has the limit sqrt(2/(pi d)), this the mean itself, 0.02 % more"},
      {"lecture.table.hybrids", "the list counts MiniMax M3 as of one kind here, and as mixed further below"},
      {"lecture.ratios.window", "the list takes MiMo-V2.5-Pro's 60:10, this the unit that repeats, 7:1"},
  };
  return reasons;
}

bool agrees(const Expectation& ours, const std::string& exact, const std::string& unit) {
  char* end = nullptr;
  const double number = std::strtod(exact.c_str(), &end);
  const auto expected = parse_amount(ours.expected);
  if (end != exact.c_str() + exact.size() || !expected) {
    return ours.expected == exact;
  }
  const auto scale = parse_amount("1 " + unit);
  const bool scaled = scale && scale->amount.unit == expected->amount.unit;
  const double theirs = number * (scaled ? scale->amount.value() : 1);
  return ours.equality == Equality::as_printed
             ? std::abs(theirs - expected->amount.value()) <= 0.5000001 * expected->last_digit.value()
             : std::abs(theirs - expected->amount.value()) <= 1e-9 * std::abs(theirs);
}

bool agrees(const Claim& claim, const std::string& exact, const std::string& unit) {
  return agrees(claim.figure, exact, unit) ||
         std::ranges::any_of(claim.also, [&](const Expectation& e) { return agrees(e, exact, unit); });
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

std::string text_of(const Node& map, std::string_view key) {
  const Node* node = member(map, key);
  return node == nullptr ? "" : std::string(node->text);
}

TEST_CASE("the list has the same claims in the same order, and the same figures") {
  const std::string path = std::string(KVTALLY_SOURCE_DIR) + "/../shared/claims.yaml";
  if (!std::filesystem::exists(path)) {
    MESSAGE("there is no such list here");
    return;
  }
  const auto list = parse_yaml("claims.yaml", read_file(path).value());
  REQUIRE(list.has_value());
  const test::Document document(test::source_text("reports/claims.yaml"));
  const auto& ours = document.claims().claims;
  const Node* theirs = member(list->root(), "claims");
  REQUIRE(theirs != nullptr);
  REQUIRE(Children(*theirs).count() == ours.size());
  std::size_t i = 0;
  int compared = 0;
  for (const Node& entry : Children(*theirs)) {
    const Claim& claim = ours[i++];
    CAPTURE(claim.id);
    CHECK(text_of(entry, "id") == claim.id);
    const std::string exact = text_of(entry, "exact");
    if (other_figures().contains(claim.id)) {
      CHECK_FALSE(agrees(claim, exact, text_of(entry, "unit")));
    } else if (is_number(exact) || is_month(exact)) {
      ++compared;
      CHECK_MESSAGE(agrees(claim, exact, text_of(entry, "unit")), exact << " against " << claim.figure.expected);
    }
  }
  MESSAGE(compared << " figures are the list's");
  CHECK(compared > 80);
}

}  // namespace

}  // namespace kvtally::claims_test
