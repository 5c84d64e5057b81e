#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "plan/demand.hpp"
#include "plan/placement.hpp"

namespace kvtally {

/// What a demand takes at least, however a model is laid out: bounds, so that a search may pass over what cannot
/// fit without laying it out.
class Least {
 public:
  /// The model must outlive it.
  Least(const Model& model, const WeightLoad& weights, Demand demand, std::int64_t users);

  /// No fewer devices hold it, of `free` bytes each: all of them together hold each weight and what each user
  /// keeps at least once.
  std::int64_t devices(Bytes free) const;

  /// The fullest device of a placement holds at least this: a replica's devices together hold the weights once
  /// (its experts, where they are spread over several replicas, once in all of these), and its stages together
  /// what one device of tensor parallelism keeps of the fullest replica's requests.
  Bytes on_a_device(const Placement& placement);

 private:
  Bytes kept(const std::vector<Term>& terms, std::int64_t users) const;
  const std::vector<Term>& terms_of_device(std::int64_t tp);

  const Model& model_;
  std::vector<Term> terms_;
  std::map<std::int64_t, std::vector<Term>> divided_;  // by tp; none where it does not divide the model
  Demand demand_;
  std::int64_t users_;
  Bytes experts_;  // weights of which a layer has several copies
  Bytes others_;
};

}  // namespace kvtally
