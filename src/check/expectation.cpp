#include "check/expectation.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "check/agreement.hpp"
#include "core/suggest.hpp"

namespace kvtally {

namespace {

// In the order of Equality; `within` has its percentage in place of the P.
constexpr std::array<std::string_view, 6> kEqualities{"exact", "as printed", "within P %",
                                                      "text",  "at most",    "at least"};

void read_equality(const Fields& fields, Expectation& out) {
  constexpr std::string_view kWithin = "within ";
  const std::string text = fields.text("equal").value_or("exact");
  if (text.starts_with(kWithin)) {
    const auto percent = parse_amount(std::string_view(text).substr(kWithin.size()));
    if (percent && text.ends_with('%')) {
      out.equality = Equality::within;
      out.percent = product(percent->amount, whole(100));
      return;
    }
  }
  const auto* word = std::ranges::find(kEqualities, text);
  if (word == kEqualities.end() || word - kEqualities.begin() == static_cast<int>(Equality::within)) {
    wrong_word(fields, "equal", text, kEqualities);
    return;
  }
  out.equality = static_cast<Equality>(word - kEqualities.begin());
}

}  // namespace

void wrong_word(const Fields& fields, std::string_view key, std::string_view word,
                std::span<const std::string_view> known) {
  fields.report(fields.find(key)->place, fmt::format("{} is '{}'", key, word),
                fmt::format("one of {}", fmt::join(known, ", ")), nearest(word, known).value_or(""));
}

Expectation read_expectation(const Fields& fields) {
  Expectation out;
  out.what = fields.find("what");
  out.expected = fields.text("expected").value_or("");
  read_equality(fields, out);
  return out;
}

bool meets(const Value& value, const Expectation& expectation) {
  const auto* amount = std::get_if<Amount>(&value);
  if (expectation.equality == Equality::text || amount == nullptr) {
    return print_value(value) == expectation.expected;
  }
  const auto expected = parse_amount(expectation.expected);
  if (!expected) {
    return false;
  }
  const bool same_unit = amount->unit == expected->amount.unit;
  switch (expectation.equality) {
    case Equality::exact: return identical(*amount, expected->amount);
    case Equality::as_printed: return rounds_to(*amount, *expected);
    case Equality::within: return within(*amount, expected->amount, expectation.percent);
    case Equality::at_most: return same_unit && compare(*amount, expected->amount) <= 0;
    case Equality::at_least: return same_unit && compare(*amount, expected->amount) >= 0;
    case Equality::text: break;
  }
  return false;
}

}  // namespace kvtally
