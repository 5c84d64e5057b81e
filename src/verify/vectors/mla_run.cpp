#include "verify/vectors/mla_run.hpp"

#include <array>
#include <fmt/format.h>

#include "reference/cache/dynamic.hpp"
#include "reference/kind/latent_absorbed.hpp"
#include "reference/kind/latent_expanded.hpp"
#include "reference/kind/latent_naive.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"

namespace kvtally {

using reference::LatentLayer;
using reference::Tensor;

namespace {

constexpr std::array kWays{
    LatentWay{"absorbed", reference::latent_absorbed, true},
    LatentWay{"naive", reference::latent_naive, true},
    LatentWay{"expanded", reference::latent_expanded, false},
};

// The same figures of ours.
LatentFigures figures_of(const LatentLayer& layer, const Tensor& x, std::optional<std::int64_t> first,
                         const LatentWay& way, const reference::Kernel& kernel) {
  reference::Counter counter;
  reference::Cache cache;
  const auto real = reference::codec("real");
  cache.add(std::make_unique<reference::DynamicLayer>(real, real, counter));
  const auto on = [&](std::int64_t from, std::int64_t to) {
    return latent_layer({cache, 0, kernel, counter}, layer, slice(x, 1, from, to), way.form);
  };
  LatentFigures out;
  reference::Attended whole = on(0, x.size(1));
  out.whole = std::move(whole.output);
  out.weights = std::move(whole.weights);
  if (first) {
    cache.reset();
    out.first = on(0, *first).output;
    out.steps = Tensor({x.size(0), 0, layer.output.weight.size(0)});
    for (std::int64_t t = *first; t < x.size(1); ++t) {
      out.steps = joined(*out.steps, on(t, t + 1).output, 1);
    }
    const reference::KeyValues held = cache.layer(0).current();
    out.keys = held.keys.numbers();
    out.values = held.values.numbers();
  }
  return out;
}

}  // namespace

std::span<const LatentWay> latent_ways() { return kWays; }

void compare_latent(Checks& checks, const LatentLayer& layer, const Tensor& x, std::optional<std::int64_t> first,
                    const LatentWay& way, const LatentFigures& recorded) {
  for (const reference::Kernel* kernel : plain_kernels()) {
    const LatentFigures ours = figures_of(layer, x, first, way, *kernel);
    const auto compare = [&](std::string_view what, const std::optional<Tensor>& expected, const Tensor& counted) {
      if (expected) {
        checks.near(fmt::format("{} {} ({})", way.name, what, kernel->name), *expected, counted, kVectorBound);
      }
    };
    compare("prefill_full", recorded.whole, *ours.whole);
    if (ours.weights) {
      compare("attention_probabilities", recorded.weights, *ours.weights);
    }
    if (first) {
      compare("prefill_first_P", recorded.first, *ours.first);
      compare("decode_steps", recorded.steps, *ours.steps);
      compare("final_cache_keys", recorded.keys, *ours.keys);
      compare("final_cache_values", recorded.values, *ours.values);
    }
  }
}

}  // namespace kvtally
