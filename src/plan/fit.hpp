#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "account/activations.hpp"
#include "account/weight_load.hpp"
#include "plan/demand.hpp"
#include "plan/placement.hpp"

namespace kvtally {

/// A model laid over devices: what does not depend on the devices' memory, nor on users and contexts.
struct Layout {
  Placement placement;
  std::vector<Stage> stages;
  std::vector<std::vector<Term>> terms;  // of one device of each stage
  std::vector<LivePair> widest;          // of each stage
};

/// The layout of a placement. Its pipeline is cut so that the fullest device is as empty as possible with `users`
/// users of the demand: whether they fit in any cut is whether they fit in this one. `weighed`: the model whose
/// weights they are, where it is not `model`. The errors are those of stages_of, and what the
/// demand's engine refuses.
std::expected<Layout, std::vector<std::string>> lay_out(const Model& model, const WeightLoad& weights,
                                                        const Placement& placement, const Demand& demand,
                                                        std::int64_t users = 1, const Model* weighed = nullptr);

/// What one device must hold, by part.
struct DeviceMemory {
  std::int64_t stage = 0;
  Bytes weights;
  Bytes
      cache;  // entries, index keys, an encoder's memory, draft layers; of an engine (Demand::engine) all it holds
  Bytes state;
  Bytes open;  // at its largest
  Bytes activations;
  Bytes reserve;
  Bytes total() const { return weights + cache + state + open + activations + reserve; }
};

/// What is kept free of a device's memory for what is not counted: a number of bytes, or a share of the usable.
struct Reserve {
  std::int64_t permille = 50;
  std::optional<Bytes> bytes;  // wins
  Bytes of(Bytes usable) const;
};

/// The memory of a device of each stage, with `users` users in all of the deployment, dealt over its dp replicas.
std::vector<DeviceMemory> memory_of(const Layout& layout, const Demand& demand, std::int64_t users, Bytes reserve);

/// The fullest of them; of equals the first.
DeviceMemory fullest(const Layout& layout, const Demand& demand, std::int64_t users, Bytes reserve);

/// The most users of this cut, 0 when not even one fits.
std::int64_t most_users(const Layout& layout, const Demand& demand, Bytes usable, Bytes reserve);

/// The longest context at the end that `users` users of one length can have in this cut, at most `limit`.
std::optional<Tokens> longest_fit(const Layout& layout, const Demand& demand, std::int64_t users, Bytes usable,
                                  Bytes reserve, Tokens limit);

}  // namespace kvtally
