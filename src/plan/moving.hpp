#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/rate.hpp"
#include "plan/timing.hpp"

namespace kvtally {

/// A context from which on the other way is the faster one.
struct Switch {
  Tokens from{1};
  bool moving = false;  // moving the cache is the faster way from here on
  friend bool operator==(const Switch&, const Switch&) = default;
};

/// The ways by context, from 1 to `limit`: the first is that at one token. `faster(S)` says whether moving S
/// tokens is faster than computing them anew. The way is looked at where S doubles, and each change between two of
/// these is found exactly; two changes between neighbours would be missed.
std::vector<Switch> switches(Tokens limit, const std::function<bool(Tokens)>& faster);

/// The share of one request that the device holding most of it keeps, without a prefix that all share.
Bytes bytes_to_move(const Layout& layout, const Demand& demand, Tokens context);

/// A request's cache moved over a link, against computed anew from its tokens.
struct Moving {
  std::string over;  // "NVLink 4", "PCIe 5.0 x16 from the host"
  ByteRate rate;
  Tokens context;      // of the request
  Bytes bytes;         // what one request keeps, without what all share
  Seconds moved;       // bytes ÷ rate
  Seconds recomputed;  // a prefill of the request on the layout
  std::vector<Switch> switches;
};

/// The requests whose caches are moved.
struct MovingQuestion {
  Demand demand;
  Tokens context{1};
  Tokens limit{1};  // the longest context for which the faster way is looked for
  WeightReading reading;
};

/// Both ways for every link of the device whose rate is published: to another device, and to the host. A cache
/// that is divided over several devices leaves over as many links at once: the fullest device's share counts. A
/// shared prefix is there already, and is neither moved nor computed.
std::vector<Moving> moving_of(const Layout& layout, const Model& model, const Device& device,
                              const MovingQuestion& question, const std::vector<Rates>& rates);

}  // namespace kvtally
