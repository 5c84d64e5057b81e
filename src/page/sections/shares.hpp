#pragma once

#include <fmt/format.h>
#include <string>

#include "core/quantity.hpp"

/// Quotients of whole numbers in words, divided at the very end.
namespace kvtally {

/// "1.56 %": three significant digits. The whole is not 0.
inline std::string print_share(Wide part, Wide whole) {
  return fmt::format("{:.3g} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

/// "128.25", "120.8": at most four significant digits, five where they are exact. The second is not 0.
inline std::string print_ratio(Wide many, Wide one) {
  const double ratio = static_cast<double>(many) / static_cast<double>(one);
  return many * 100 % one == 0 ? fmt::format("{:g}", ratio) : fmt::format("{:.4g}", ratio);
}

}  // namespace kvtally
