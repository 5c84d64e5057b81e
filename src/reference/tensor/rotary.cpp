#include "reference/tensor/rotary.hpp"

#include <cmath>

namespace kvtally::reference {

namespace {

// Where the two numbers of pair i stand among d rotated channels.
struct Places {
  std::size_t u = 0;
  std::size_t w = 0;
};

Places places_of(bool interleaved, std::size_t pair, std::size_t pairs) {
  return interleaved ? Places{2 * pair, 2 * pair + 1} : Places{pair, pair + pairs};
}

void turn(std::span<const Real> in, std::span<Real> out, const Rotary& rotary, Real position, bool back) {
  const bool interleaved_in =
      rotary.pairing == Pairing::interleaved || (rotary.pairing == Pairing::interleaved_to_half && !back);
  const bool interleaved_out =
      rotary.pairing == Pairing::interleaved || (rotary.pairing == Pairing::interleaved_to_half && back);
  const std::size_t pairs = rotary.frequencies.radians.size();
  for (std::size_t i = 0; i < pairs; ++i) {
    const Real angle = position * rotary.frequencies.radians[i];
    const Real cosine = rotary.frequencies.scaling * std::cos(angle);
    const Real sine = rotary.frequencies.scaling * (back ? -std::sin(angle) : std::sin(angle));
    const Places from = places_of(interleaved_in, i, pairs);
    const Places to = places_of(interleaved_out, i, pairs);
    out[to.u] = in[from.u] * cosine - in[from.w] * sine;
    out[to.w] = in[from.w] * cosine + in[from.u] * sine;
  }
}

Tensor turned(const Tensor& x, const Rotary& rotary, std::span<const std::int64_t> positions, bool back) {
  const std::size_t width = 2 * rotary.frequencies.radians.size();
  const auto dim = static_cast<std::size_t>(x.size(3));
  assert(width <= dim && positions.size() == static_cast<std::size_t>(x.size(2)));
  const std::size_t first = rotary.trailing ? dim - width : 0;
  Tensor out = x;
  for (std::int64_t b = 0; b < x.size(0); ++b) {
    for (std::int64_t h = 0; h < x.size(1); ++h) {
      for (std::int64_t t = 0; t < x.size(2); ++t) {
        const auto position = static_cast<Real>(positions[static_cast<std::size_t>(t)]);
        turn(x.row(b, h, t).subspan(first, width), out.row(b, h, t).subspan(first, width), rotary, position, back);
      }
    }
  }
  return out;
}

}  // namespace

Tensor rotated(const Tensor& x, const Rotary& rotary, std::span<const std::int64_t> positions) {
  return turned(x, rotary, positions, false);
}

Tensor rotated_back(const Tensor& x, const Rotary& rotary, std::span<const std::int64_t> positions) {
  return turned(x, rotary, positions, true);
}

}  // namespace kvtally::reference
