#include "report/engine_words.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace kvtally {

namespace {

constexpr Wide kFirstOfSevenDigits = 1'000'000;

// The text in lines behind a lead that only the first one has.
std::string behind(const std::string& lead, std::string_view text, std::size_t width) {
  std::string out;
  std::string left = lead;
  for (const std::string& line : wrap(text, std::max<std::size_t>(width, lead.size() + 20) - lead.size())) {
    out += left + line + '\n';
    left.assign(lead.size(), ' ');
  }
  return out;
}

std::string size_in_words(Bytes bytes, Units units) {
  const bool negative = bytes.value < 0;
  const std::string size = print_bytes(negative ? Bytes{} - bytes : bytes, units);
  return bytes.value > -1000 && bytes.value < 1000 ? "" : fmt::format(" ({}{})", negative ? "-" : "", size);
}

}  // namespace

std::string scenario_of(const Allocation& allocation) {
  std::string out = fmt::format(
      "{} {} of {} {}", print_grouped(allocation.requests), allocation.requests == 1 ? "request" : "requests",
      print_grouped(allocation.context.value), allocation.context == Tokens{1} ? "token" : "tokens");
  if (allocation.devices > 1) {
    out += fmt::format(" on {} devices: bytes of one device, the fullest", print_grouped(allocation.devices));
  }
  return out;
}

std::string with_sign(Wide value) { return value < 0 ? "-" + print_grouped(-value) : "+" + print_grouped(value); }

std::string print_figure(const EngineFigure& figure) {
  const Wide denominator = std::max<Wide>(1, figure.denominator);
  const Wide value = figure.numerator / denominator;
  const bool whole = figure.numerator % denominator == 0;
  // Digits behind the sixth are shown where they are whole ones.
  const std::string number =
      whole || value >= kFirstOfSevenDigits
          ? print_grouped(whole ? value : (2 * figure.numerator + denominator) / (2 * denominator))
          : fmt::format("{:.6g}", static_cast<double>(figure.numerator) / static_cast<double>(denominator));
  std::string unit = figure.unit == "bytes" ? "B" : figure.unit;
  if (whole && value == 1 && unit.ends_with('s')) {
    unit.pop_back();  // 1 group, not 1 groups
  }
  return unit.empty() ? number : number + ' ' + unit;
}

std::string ledger_of(const std::vector<LedgerLine>& lines, Units units, std::size_t width) {
  std::vector<std::string> numbers;
  std::size_t widest = 0;
  for (const LedgerLine& line : lines) {
    const Wide bytes = line.bytes.value;
    numbers.push_back(line.sign == LedgerLine::Sign::added   ? with_sign(bytes)
                      : line.sign == LedgerLine::Sign::total ? "= " + print_grouped(bytes)
                                                             : print_grouped(bytes));
    widest = std::max(widest, numbers.back().size());
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string text = lines[i].what + size_in_words(lines[i].bytes, units);
    text += lines[i].more.empty() ? "" : ": " + lines[i].more;
    out += behind(fmt::format("  {:>{}}  ", numbers[i], widest), text, width);
  }
  return out;
}

std::string reconciliation_of(const Allocation& allocation, Units units, std::size_t width) {
  std::vector<LedgerLine> lines{{allocation.needed, "what the model needs", "", LedgerLine::Sign::none}};
  for (const EngineCause& cause : allocation.causes) {
    lines.push_back({cause.bytes, cause.what, cause.why, LedgerLine::Sign::added});
  }
  lines.push_back({allocation.allocated, "what is allocated", "", LedgerLine::Sign::total});
  return ledger_of(lines, units, width);
}

std::string log_lines(std::string_view line, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t space = indent;
  while (display_width(line) + space > width) {
    const std::size_t room = width > space ? width - space : 1;
    std::size_t at = line.rfind(' ', room);
    if (at == std::string_view::npos || at == 0 || line.find_first_not_of(' ') > at) {
      at = line.find(' ', line.find_first_not_of(' '));  // a longer word has a line of its own
    }
    if (at == std::string_view::npos) {
      break;
    }
    out += std::string(space, ' ').append(line.substr(0, at)) + '\n';
    line.remove_prefix(at + 1);
    space = indent + 2;
  }
  return out + std::string(space, ' ').append(line) + '\n';
}

}  // namespace kvtally
