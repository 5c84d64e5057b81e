#include "verify/proofs/kernel_case.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/paged.hpp"
#include "verify/random/tensor.hpp"

namespace kvtally {

using namespace reference;  // NOLINT: the executor's names

namespace {

std::int64_t draw(std::mt19937_64& generator, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(high - low + 1));
}

Mask random_mask(std::mt19937_64& generator) {
  const std::int64_t n = draw(generator, 1, 20);
  switch (draw(generator, 0, 5)) {
    case 0: return all_of(causal(), within(n));
    case 1: return all_of(causal(), same_chunk(n));
    case 2: return all_of(causal(), any_of(within(n), first(2)));
    case 3: return all_of(causal(), same_sequence({0, n, 2 * n + 1, 100}));
    case 4: return [](const Pair& pair) { return pair.key <= pair.query && pair.key % (pair.head + 2) != 1; };
    default: return causal();
  }
}

bool pages(const Kernel& kernel) { return kernel.name.starts_with("paged|"); }

BlockChoice every_block(const KernelCase& of, std::int64_t queries) {
  const std::int64_t blocks = (of.tokens() + kPageTokens - 1) / kPageTokens;
  BlockChoice choice{kPageTokens, {of.batch(), of.key_heads(), queries, blocks}, {}};
  for (std::int64_t i = 0; i < count_of(choice.shape); ++i) {
    choice.blocks.push_back(i % blocks);
  }
  return choice;
}

}  // namespace

KernelCase case_of(const CaseShape& shape, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  return {random_tensor({shape.batch, shape.heads, shape.tokens, shape.dk}, generator),
          random_tensor({shape.batch, shape.key_heads, shape.tokens, shape.dk}, generator),
          random_tensor({shape.batch, shape.key_heads, shape.tokens, shape.dv}, generator),
          causal(),
          {.scale = static_cast<Real>(1 / std::sqrt(static_cast<double>(shape.dk))),
           .soft_cap = {},
           .bias = {},
           .sinks = {}}};
}

KernelCase random_case(std::mt19937_64& generator) {
  const std::int64_t key_heads = draw(generator, 1, 3);
  CaseShape shape{.batch = draw(generator, 1, 2),
                  .heads = key_heads * draw(generator, 1, 4),
                  .key_heads = key_heads,
                  .tokens = draw(generator, 1, 50),
                  .dk = draw(generator, 1, 16),
                  .dv = draw(generator, 1, 16)};
  KernelCase out = case_of(shape, generator());
  out.mask = random_mask(generator);
  if (draw(generator, 0, 1) == 1) {
    out.scoring.soft_cap = Real(2);
  }
  if (draw(generator, 0, 1) == 1) {
    out.scoring.bias = [](const Pair& pair) {
      return Real(-0.25) * static_cast<Real>((pair.head + 1) * (pair.query - pair.key));
    };
  }
  if (draw(generator, 0, 1) == 1) {
    const Tensor sinks = random_tensor({shape.heads}, generator);
    out.scoring.sinks.assign(sinks.values().begin(), sinks.values().end());
  }
  return out;
}

std::unique_ptr<CacheLayer> container_for(const Kernel& kernel, const KernelCase& of, Counter& counter) {
  if (!pages(kernel)) {
    return std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter);
  }
  const std::int64_t blocks = of.batch() * ((of.tokens() + kPageTokens - 1) / kPageTokens);
  auto layer =
      std::make_unique<PagedLayer>(PagedLayer::Pool{blocks, kPageTokens}, codec("real"), codec("real"), counter);
  const auto room = layer->reserve(of.tokens(), of.batch());
  assert(room);
  static_cast<void>(room);
  return layer;
}

KernelRun run_tokens(const Kernel& kernel, const KernelCase& of, std::int64_t from, std::int64_t to,
                     CacheLayer& layer, Counter& counter) {
  const KeyValues rows = layer.update(slice(of.keys, 2, from, to), slice(of.values, 2, from, to));
  const Tensor query = slice(of.query, 2, from, to);
  const BlockChoice choice = every_block(of, to - from);
  counter.take();
  Attended attended = kernel.run({.query = query,
                                  .first_query = from,
                                  .keys = rows.keys,
                                  .values = rows.values,
                                  .mask = of.mask,
                                  .scoring = of.scoring,
                                  .counter = counter,
                                  .choice = &choice});
  return {std::move(attended), counter.take()};
}

KernelRun prefill(const Kernel& kernel, const KernelCase& of) {
  Counter counter;
  const auto layer = container_for(kernel, of, counter);
  return run_tokens(kernel, of, 0, of.tokens(), *layer, counter);
}

Tensor decode(const Kernel& kernel, const KernelCase& of) {
  Counter counter;
  const auto layer = container_for(kernel, of, counter);
  Tensor out = run_tokens(kernel, of, 0, 1, *layer, counter).attended.output;
  for (std::int64_t t = 1; t < of.tokens(); ++t) {
    out = joined(out, run_tokens(kernel, of, t, t + 1, *layer, counter).attended.output, 2);
  }
  return out;
}

double relative_error(const Tensor& expected, const Tensor& counted) {
  double largest = 0;
  for (const Real number : expected.values()) {
    largest = std::max(largest, std::abs(static_cast<double>(number)));
  }
  const double error = largest_difference(expected, counted);
  return largest > 0 ? error / largest : error;
}

}  // namespace kvtally
