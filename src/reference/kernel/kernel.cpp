#include "reference/kernel/kernel.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace kvtally::reference {

namespace {

constexpr std::array kKernels{
    Kernel{"eager", "a tensor of zeros and −∞", true, true, "dense", "", eager},
};

}  // namespace

std::span<const Kernel> kernels() { return kKernels; }

std::expected<const Kernel*, std::string> find_kernel(std::string_view name) {
  std::string names;
  for (const Kernel& kernel : kKernels) {
    if (kernel.name == name) {
      return &kernel;
    }
    names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.name);
  }
  return std::unexpected(fmt::format("there is no kernel '{}'; there are {}", name, names));
}

const Kernel& kernel(std::string_view name) {
  const auto found = find_kernel(name);
  assert(found);
  return **found;
}

std::int64_t key_head(const AttentionInput& input, std::int64_t head) {
  return head / (input.query.size(1) / input.keys.heads());
}

bool visible(const AttentionInput& input, const Pair& pair) { return pair.key >= 0 && input.mask(pair); }

Real score_of(const Scoring& scoring, const Pair& pair, Real product) {
  Real score = product * scoring.scale;
  if (scoring.soft_cap) {
    score = *scoring.soft_cap * std::tanh(score / *scoring.soft_cap);
  }
  return scoring.bias ? score + scoring.bias(pair) : score;
}

}  // namespace kvtally::reference
