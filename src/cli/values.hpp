#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/quantity.hpp"

namespace kvtally::cli {

/// Reads the values of options one after the other, says on standard error what is wrong with one, and remembers
/// that one was. An option that is not given is nothing, and not wrong.
class ValueReader {
 public:
  std::optional<Tokens> tokens(std::string_view option, const std::optional<std::string>& text);
  std::optional<std::int64_t> integer(std::string_view option, const std::optional<std::string>& text,
                                      std::int64_t low, std::int64_t high);
  void wrong(std::string_view option, const std::string& what, const std::string& expected);
  bool failed() const { return failed_; }

 private:
  bool failed_ = false;
};

}  // namespace kvtally::cli
