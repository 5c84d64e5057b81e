#pragma once

#include "report/engine_sheets.hpp"
#include "report/log.hpp"

namespace kvtally::test {

/// Lines of the small engine; with flags beside what it computes under them.
inline LogSheet small_log(const std::vector<std::string>& lines, const std::optional<std::string>& flags) {
  LogSheet out;
  out.model = flags ? "gemma-3-27b" : "";
  out.flags = flags.value_or("");
  for (const std::string& line : lines) {
    const auto reading = small_read(line);
    REQUIRE_MESSAGE(reading.has_value(), line);
    LogLine read{std::ssize(out.lines) + 1, line, "small", "Small", *reading, {}};
    for (const LogQuantity& quantity : flags ? reading->quantities : std::vector<LogQuantity>{}) {
      read.agreements.push_back(agreement_of(quantity, small_allocation("gemma-3-27b", *flags)));
    }
    out.lines.push_back(std::move(read));
  }
  return out;
}

}  // namespace kvtally::test
