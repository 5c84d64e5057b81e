#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engines.hpp"

namespace kvtally {

/// The numbers in a line of an engine's log, each found by the words before it.
class LogScan {
 public:
  explicit LogScan(std::string_view line) : line_(line) {}

  bool has(std::string_view words) const { return line_.contains(words); }

  /// Takes a plain number behind `before`: "#tokens: " and 367404. False: there is none.
  bool count(std::string_view before, std::string name, std::string unit);

  /// Takes a size behind `before` that is printed in GiB, whatever the engine calls it: "K size: " and 8.23.
  /// `unit`: what stands behind the number in the line, " GB".
  bool gibibytes(std::string_view before, std::string name, std::string_view unit);

  LogReading reading(std::string meaning) && { return {std::move(meaning), std::move(quantities_)}; }

 private:
  std::string_view digits_behind(std::string_view before) const;

  std::string_view line_;
  std::vector<LogQuantity> quantities_;
};

}  // namespace kvtally
