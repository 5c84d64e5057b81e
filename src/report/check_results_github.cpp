#include <fmt/format.h>

#include "report/check_results.hpp"

namespace kvtally {

namespace {

using State = CheckResult::State;

// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts: a message escapes %, CR and LF, a
// property the colon and the comma too.
std::string escaped(std::string_view text, bool property) {
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

std::string place_of(const CheckResult& result) {
  return result.place.line == 0 ? "" : fmt::format(",line={},col={}", result.place.line, result.place.column);
}

}  // namespace

std::string annotations_of(const CheckReport& report) {
  std::string out;
  for (const CheckResult& r : report.results) {
    if (r.state == State::failed) {
      const std::string why = explanation_of(r);
      const std::string message = fmt::format("expected {}, actual {}: {}{}{}", r.expected, r.actual, r.verdict,
                                              why.empty() ? "" : "\n", why);
      out += fmt::format("::error file={}{},title={}::{}\n", escaped(r.file, true), place_of(r),
                         escaped(r.id, true), escaped(message, false));
    }
  }
  return out + fmt::format("::notice title=kvtally check::{}\n", counts_of(report));
}

}  // namespace kvtally
