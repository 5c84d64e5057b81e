#include <fmt/format.h>

#include "report/check_results.hpp"

namespace kvtally {

namespace {

using CheckState = CheckResult::State;

// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts: a message escapes %, CR and LF, a
// property the colon and the comma too.
std::string command_escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '%': out += "%25"; break;
      case '\r': out += "%0D"; break;
      case '\n': out += "%0A"; break;
      case ':': out += property ? "%3A" : ":"; break;
      case ',': out += property ? "%2C" : ","; break;
      default: out += c;
    }
  }
  return out;
}

std::string place_properties(const CheckResult& result) {
  return result.place.line == 0 ? "" : fmt::format(",line={},col={}", result.place.line, result.place.column);
}

}  // namespace

std::string annotations_of(const CheckReport& report) {
  std::string out;
  for (const CheckResult& r : report.results) {
    if (r.state == CheckState::failed) {
      const std::string why = explanation_of(r);
      const std::string message = fmt::format("expected {}, actual {}: {}{}{}", r.expected, r.actual, r.verdict,
                                              why.empty() ? "" : "\n", why);
      out += fmt::format("::error file={}{},title={}::{}\n", command_escaped(r.file, true), place_properties(r),
                         command_escaped(r.id, true), command_escaped(message, false));
    }
  }
  return out + fmt::format("::notice title=kvtally check::{}\n", counts_of(report));
}

}  // namespace kvtally
