#pragma once

#include <doctest/doctest.h>
#include <string>

#include "account/weight_load.hpp"
#include "plan/answer.hpp"
#include "read/text/embedded.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

/// Models of the zoo with their weights, and questions about them.
namespace kvtally::test {

struct Weighed {
  Model model;
  WeightLoad weights;
};

inline Weighed weighed(const std::string& id) {
  static const Zoo zoo(embedded_files());
  auto description = zoo.describe(id);
  REQUIRE(description.has_value());
  auto weights = weight_load_for(description->model, std::nullopt);
  REQUIRE(weights.has_value());
  return {std::move(description->model), std::move(*weights)};
}

inline Bytes gibibytes(std::int64_t count) { return Bytes{Wide{count} << 30}; }

inline FitQuestion question(Asked asked, std::int64_t context, std::int64_t users, Bytes usable) {
  FitQuestion out;
  out.asked = asked;
  out.demand = demand_of(Tokens{context});
  out.users = users;
  out.usable = usable;
  out.longest = Tokens{131072};
  return out;
}

inline FitAnswer answer(const Weighed& of, const FitQuestion& question) {
  return answer_fit(of.model, of.weights, question);
}

/// The devices of an answer, 0 where nothing fits.
inline std::int64_t devices_of(const FitAnswer& answer) {
  return answer.fits ? answer.layout->placement.devices() : 0;
}

}  // namespace kvtally::test
