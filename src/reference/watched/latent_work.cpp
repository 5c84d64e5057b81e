#include "reference/watched/latent_work.hpp"

#include "reference/cache/dynamic.hpp"
#include "reference/kind/latent_absorbed.hpp"
#include "reference/kind/latent_naive.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference {

namespace {

using Form = Attended (*)(const Means&, const LatentTokens&, const LatentWeights&, const Scoring&, const Mask&);

// The numbers are zeros: what is counted does not depend on them.
LatentWork work_of(Form form, const LatentSizes& sizes, std::int64_t prefix, std::int64_t tokens) {
  Counter counter;
  Cache cache;
  cache.add(std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter));
  if (prefix > 0) {
    cache.update(Tensor({1, 1, prefix, sizes.rank}), Tensor({1, 1, prefix, sizes.rope}), 0);
  }
  counter.take();
  form({cache, 0, kernel("streaming"), counter},
       {Tensor({1, 1, tokens, sizes.nope + sizes.rope}), Tensor({1, 1, tokens, sizes.rank}),
        Tensor({1, 1, tokens, sizes.rope})},
       {Tensor({1, sizes.nope, sizes.rank}), Tensor({1, sizes.value_dim, sizes.rank})}, {}, causal());
  const Counts counts = counter.take();
  return {counts.useful_of(Work::expansion), counts.useful_of(Work::scores) + counts.useful_of(Work::values)};
}

}  // namespace

LatentWork naive_work(const LatentSizes& sizes, std::int64_t prefix, std::int64_t tokens) {
  return work_of(latent_naive, sizes, prefix, tokens);
}

LatentWork absorbed_work(const LatentSizes& sizes, std::int64_t prefix, std::int64_t tokens) {
  return work_of(latent_absorbed, sizes, prefix, tokens);
}

}  // namespace kvtally::reference
