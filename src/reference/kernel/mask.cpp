#include "reference/kernel/mask.hpp"

#include <algorithm>
#include <utility>

namespace kvtally::reference {

Mask everything() {
  return [](const Pair&) { return true; };
}

Mask causal() {
  return [](const Pair& p) { return p.key <= p.query; };
}

Mask within(std::int64_t window) {
  return [window](const Pair& p) { return p.key > p.query - window; };
}

Mask same_chunk(std::int64_t chunk) {
  return [chunk](const Pair& p) { return p.key / chunk == p.query / chunk; };
}

Mask first(std::int64_t count) {
  return [count](const Pair& p) { return p.key < count; };
}

Mask same_sequence(std::vector<std::int64_t> boundaries) {
  return [boundaries = std::move(boundaries)](const Pair& p) {
    const auto sequence = [&](std::int64_t position) { return std::ranges::upper_bound(boundaries, position); };
    return sequence(p.key) == sequence(p.query);
  };
}

Mask all_of(Mask a, Mask b) {
  return [a = std::move(a), b = std::move(b)](const Pair& p) { return a(p) && b(p); };
}

Mask any_of(Mask a, Mask b) {
  return [a = std::move(a), b = std::move(b)](const Pair& p) { return a(p) || b(p); };
}

}  // namespace kvtally::reference
