#include "report/log.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/engine_words.hpp"
#include "report/prose.hpp"

namespace kvtally {

namespace {

// "27.00 MiB is 28,311,552 B: kv_cache_bytes, which agrees with what is computed (28,311,552 B)".
std::string words_of(const LogQuantity& quantity, const LogAgreement* agreement, Units units) {
  const EngineFigure value{quantity.name, quantity.unit, quantity.numerator, quantity.denominator};
  const std::string shown = print_figure(value);
  std::string out = quantity.printed;
  std::string plain = shown;
  std::erase(plain, ',');
  out += shown == out || plain == out ? "" : " is " + shown;
  const std::string name = agreement != nullptr && agreement->computed ? agreement->computed->name : quantity.name;
  out += name.empty() ? "" : fmt::format(", {}", fmt::join(split(name, '|'), " or "));
  if (agreement == nullptr || quantity.name.empty()) {
    return out;
  }
  if (!agreement->computed) {
    return out + ": not computed under these flags";
  }
  const EngineFigure& computed = *agreement->computed;
  const bool sized = computed.unit == "bytes" && computed.denominator == 1 && computed.numerator >= 1000;
  return out + fmt::format(": {} the computed {}{}", agreement->agrees ? "agrees with" : "DISAGREES with",
                           print_figure(computed),
                           sized ? fmt::format(" ({})", print_bytes(Bytes{computed.numerator}, units)) : "");
}

}  // namespace

bool agrees(const LogSheet& sheet) {
  return std::ranges::none_of(sheet.lines, [](const LogLine& line) {
    return std::ranges::any_of(line.agreements,
                               [](const LogAgreement& one) { return one.computed && !one.agrees; });
  });
}

std::string text_of(const LogSheet& sheet, Units units, const Look& look) {
  std::string out;
  for (const LogLine& line : sheet.lines) {
    out += (out.empty() ? "" : "\n") + log_lines(line.text, look.width, 0);
    out += bullets("", {fmt::format("{}: {}", line.title, line.reading.meaning)}, look.width, 2);
    for (std::size_t i = 0; i < line.reading.quantities.size(); ++i) {
      const LogAgreement* agreement = line.agreements.empty() ? nullptr : &line.agreements[i];
      out += bullets("", {words_of(line.reading.quantities[i], agreement, units)}, look.width, 4);
    }
  }
  if (!sheet.model.empty()) {
    out += '\n' + wrapped(fmt::format("computed for {}{}{}", sheet.model, sheet.flags.empty() ? "" : " with ",
                                      sheet.flags),
                          look.width);
    out += bullets("assumptions", sheet.assumptions, look.width, 2);
  }
  return out;
}

}  // namespace kvtally
