#include "core/correlation.hpp"

#include <cmath>

namespace kvtally {

std::optional<double> correlation(const std::vector<std::pair<double, double>>& pairs) {
  const auto n = static_cast<double>(pairs.size());
  double x = 0;
  double y = 0;
  for (const auto& [a, b] : pairs) {
    x += a / n;
    y += b / n;
  }
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (const auto& [a, b] : pairs) {
    xy += (a - x) * (b - y);
    xx += (a - x) * (a - x);
    yy += (b - y) * (b - y);
  }
  return xx > 0 && yy > 0 ? std::optional(xy / std::sqrt(xx * yy)) : std::nullopt;
}

}  // namespace kvtally
