#pragma once

#include <string>
#include <vector>

#include "core/print.hpp"
#include "engine/log_agreement.hpp"
#include "report/table.hpp"

namespace kvtally {

/// A line of a log that an engine's rules could read.
struct LogLine {
  std::int64_t number = 0;  // from 1
  std::string text;
  std::string engine;  // its name on the command line
  std::string title;
  LogReading reading;
  std::vector<LogAgreement> agreements;  // one a quantity; empty without a model
};

/// What `explain-log` says.
struct LogSheet {
  std::string model;  // its id; empty: none is given
  std::string flags;  // as they were given
  std::vector<LogLine> lines;
  std::vector<std::string> assumptions;
};

/// Whether no quantity disagrees with what is computed.
bool agrees(const LogSheet& sheet);

/// For a terminal: each line's meaning and its quantities.
std::string text_of(const LogSheet& sheet, Units units, const Look& look);

/// kvtally.log/1.
std::string json_of(const LogSheet& sheet);

}  // namespace kvtally
