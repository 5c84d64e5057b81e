#pragma once

#include <cstdint>
#include <vector>

#include "plan/demand.hpp"
#include "plan/placement.hpp"

namespace kvtally {

/// What a demand takes at least, however a model is laid out: bounds, so that a search may pass over what cannot
/// fit without laying it out.
class Least {
 public:
  Least(const Model& model, const WeightLoad& weights, Demand demand, std::int64_t users);

  /// No fewer devices hold it, of `free` bytes each: all of them together hold each weight and what each user
  /// keeps at least once.
  std::int64_t devices(Bytes free) const;

  /// The fullest device of a placement holds at least this: a replica's devices together hold the weights once
  /// (its experts, where they are spread over several replicas, once in all of these) and the fullest replica's
  /// cache.
  Bytes on_a_device(const Placement& placement) const;

 private:
  Bytes kept(std::int64_t users) const;

  std::vector<Term> terms_;
  Demand demand_;
  std::int64_t users_;
  Bytes experts_;  // weights of which a layer has several copies
  Bytes others_;
};

}  // namespace kvtally
