#include <algorithm>
#include <cmath>

#include "hardware/roofline.hpp"

namespace kvtally {

double experts_read(std::int64_t experts, std::int64_t chosen, std::int64_t tokens) {
  if (tokens <= 0 || chosen <= 0 || experts <= 0) {
    return 0;
  }
  const auto all = static_cast<double>(experts);
  const auto one = static_cast<double>(std::min(chosen, experts));
  if (tokens == 1) {
    return one;
  }
  // 1 − (1−k/E)^B without the cancellation that a small k/E brings
  const double share = -std::expm1(static_cast<double>(tokens) * std::log1p(-one / all));
  return std::clamp(all * share, one, std::min(all, one * static_cast<double>(tokens)));
}

}  // namespace kvtally
