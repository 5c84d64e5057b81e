#include "page/sections/rounded.hpp"

#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally {

std::string rounded_times(Wide large, Wide small) {
  const Wide tenths = (20 * large + small) / (2 * small);
  if (tenths >= 100) {
    return print_grouped((2 * large + small) / (2 * small));
  }
  const auto digits = static_cast<int>(tenths);
  return digits % 10 == 0 ? fmt::format("{}", digits / 10) : fmt::format("{}.{}", digits / 10, digits % 10);
}

}  // namespace kvtally
