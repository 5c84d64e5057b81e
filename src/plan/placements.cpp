#include "plan/placements.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "plan/division.hpp"
#include "plan/pipeline.hpp"

namespace kvtally {

namespace {

std::vector<std::int64_t> divisors_of(std::int64_t number) {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
  for (std::int64_t i = 1; i <= number / i; ++i) {
    if (number % i == 0) {
      low.push_back(i);
      if (i != number / i) {
        high.push_back(number / i);
      }
    }
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

class Enumerator {
 public:
  Enumerator(const Model& model, std::int64_t max_cp)
      : model_(model),
        max_cp_(max_cp),
        experts_(model.weights.size("num_experts").value_or(0)),
        stages_(std::ranges::count(possible_cuts(model), true)) {}

  Placements enumerate(std::int64_t devices) {
    for (const std::int64_t tp : divisors_of(devices)) {
      Refusals refusals;
      device_model(model_, tp, refusals);
      const std::vector<std::string> refused = refusals.take();
      const std::string why = refused.empty() ? "" : refused.front();
      for (const std::int64_t cp : divisors_of(devices / tp)) {
        if (cp <= max_cp_) {
          of_groups(tp, cp, devices / tp / cp, why);
        }
      }
    }
    return std::move(out_);
  }

 private:
  void of_groups(std::int64_t tp, std::int64_t cp, std::int64_t groups, const std::string& why) {
    for (const std::int64_t pp : divisors_of(groups)) {
      const std::int64_t dp = groups / pp;
      for (const std::int64_t ep : experts_ > 0 ? divisors_of(tp * cp * dp) : std::vector<std::int64_t>{1}) {
        const Placement placement{tp, cp, pp, dp, ep};
        if (!wrong_placement(placement)) {
          add(placement, why);
        }
      }
    }
  }

  void add(const Placement& placement, const std::string& why) {
    if (!why.empty()) {
      refuse(placement, why);
    } else if (placement.pp > stages_) {
      refuse(placement, fmt::format("more stages than the {} that its layers make", stages_));
    } else if (placement.ep > 1 && experts_ % placement.ep != 0) {
      refuse(placement, fmt::format("num_experts {} does not divide over ep {}", experts_, placement.ep));
    } else {
      out_.possible.push_back(placement);
    }
  }

  void refuse(const Placement& placement, const std::string& why) {
    const auto known = std::ranges::find(out_.refused, why, &RefusedPlacements::why);
    if (known == out_.refused.end()) {
      out_.refused.push_back({why, {placement}});
    } else {
      known->placements.push_back(placement);
    }
  }

  const Model& model_;
  std::int64_t max_cp_;
  std::int64_t experts_;
  std::int64_t stages_;
  Placements out_;
};

}  // namespace

Placements enumerate_placements(const Model& model, std::int64_t devices, std::int64_t max_cp) {
  return Enumerator(model, max_cp).enumerate(devices);
}

}  // namespace kvtally
