#include "verify/random/weights.hpp"

#include <cmath>

#include "reference/tensor/elementwise.hpp"
#include "verify/random/tensor.hpp"

namespace kvtally {

using reference::Convolution;
using reference::Linear;
using reference::LowRank;
using reference::Real;
using reference::Tensor;

namespace {

std::int64_t from_1_to(std::uint64_t most, std::mt19937_64& generator) {
  return 1 + static_cast<std::int64_t>(generator() % most);
}

Convolution random_convolution(std::int64_t channels, bool bias, std::mt19937_64& generator) {
  const std::int64_t kernel = from_1_to(4, generator);
  Linear weight = random_linear(channels, kernel, generator, bias);
  return {std::move(weight.weight), std::move(weight.bias)};
}

LowRank random_low_rank(std::int64_t hidden, bool bias, std::mt19937_64& generator) {
  const std::int64_t rank = from_1_to(3, generator);
  return {random_linear(rank, hidden, generator), random_linear(hidden, rank, generator, bias)};
}

}  // namespace

Linear random_linear(std::int64_t out, std::int64_t in, std::mt19937_64& generator, bool bias) {
  const Real scale = 1 / std::sqrt(static_cast<Real>(in));
  return {mapped(random_tensor({out, in}, generator), [&](Real x) { return x * scale; }),
          bias ? random_tensor({out}, generator) : Tensor()};
}

reference::MambaLayer random_mamba(std::int64_t hidden, std::mt19937_64& generator) {
  const std::int64_t inner = from_1_to(9, generator);
  const std::int64_t state = from_1_to(5, generator);
  const std::int64_t rank = from_1_to(3, generator);
  return {.in = random_linear(2 * inner, hidden, generator),
          .convolution = random_convolution(inner, true, generator),
          .step = random_linear(rank + 2 * state, inner, generator),
          .delta = random_linear(inner, rank, generator, true),
          .a_log = random_tensor({inner, state}, generator),
          .skip = random_tensor({inner}, generator),
          .out = random_linear(hidden, inner, generator)};
}

reference::Mamba2Layer random_mamba2(std::int64_t hidden, std::mt19937_64& generator) {
  const std::int64_t groups = from_1_to(3, generator);
  const std::int64_t heads = groups * from_1_to(3, generator);
  const std::int64_t inner = heads * from_1_to(5, generator);
  const std::int64_t channels = inner + 2 * groups * from_1_to(5, generator);
  return {.groups = groups,
          .in = random_linear(inner + channels + heads, hidden, generator),
          .convolution = random_convolution(channels, true, generator),
          .delta_bias = random_tensor({heads}, generator),
          .limits = {},
          .a_log = random_tensor({heads}, generator),
          .skip = random_tensor({heads}, generator),
          .norm = random_tensor({inner}, generator),
          .out = random_linear(hidden, inner, generator)};
}

reference::ShortConvLayer random_short_conv(std::int64_t hidden, std::mt19937_64& generator) {
  return {random_linear(3 * hidden, hidden, generator), random_convolution(hidden, false, generator),
          random_linear(hidden, hidden, generator)};
}

reference::Rwkv7Layer random_rwkv7(std::int64_t heads, std::int64_t dim, bool first, std::mt19937_64& generator) {
  const std::int64_t hidden = heads * dim;
  const auto vector = [&] { return random_tensor({hidden}, generator); };
  const auto square = [&] { return random_linear(hidden, hidden, generator); };
  reference::Rwkv7Layer layer{.shares = {vector(), vector(), vector(), vector(), vector(), vector()},
                              .receptance = square(),
                              .key = square(),
                              .value = square(),
                              .output = square(),
                              .decay = random_low_rank(hidden, true, generator),
                              .rate = random_low_rank(hidden, true, generator),
                              .gate = random_low_rank(hidden, false, generator),
                              .first_value = {},
                              .removal = vector(),
                              .rated_key = vector(),
                              .bonus = random_tensor({heads, dim}, generator),
                              .norm = random_tensor({heads, dim}, generator),
                              .norm_bias = random_tensor({heads, dim}, generator)};
  if (!first) {
    layer.first_value = random_low_rank(hidden, true, generator);
  }
  return layer;
}

reference::ElmanNetwork random_elman(std::int64_t inputs, std::int64_t units, std::int64_t outputs, bool bias,
                                     std::mt19937_64& generator) {
  return {random_linear(units, inputs, generator, bias), random_linear(units, units, generator),
          random_linear(outputs, units, generator, bias)};
}

reference::LstmLayer random_lstm(std::int64_t inputs, std::int64_t units, std::mt19937_64& generator) {
  return {random_linear(4 * units, inputs, generator, true), random_linear(4 * units, units, generator)};
}

}  // namespace kvtally
