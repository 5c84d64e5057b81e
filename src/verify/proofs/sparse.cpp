#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

#include "reference/kind/deepseek_sparse.hpp"
#include "reference/kind/latent_absorbed.hpp"
#include "reference/storage/codec.hpp"
#include "verify/memory.hpp"
#include "verify/proofs/indexed.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/random/tensor.hpp"

// DeepSeek sparse attention: what an indexer chooses, and what a choice costs.

namespace kvtally {

namespace {

using reference::Chosen;
using reference::Counter;
using reference::IndexedLayer;
using reference::IndexTokens;
using reference::Kept;
using reference::Tensor;
using reference::Work;

constexpr std::int64_t kLatentCaseTokens = 23;

using Generator = std::mt19937_64;

// ---- DeepSeek's: a latent layer of 3 heads with a rank of 8, and 2 index heads of 5 numbers

struct LatentCase {
  reference::LatentTokens tokens;
  reference::LatentWeights weights;
  IndexTokens index;
};

LatentCase latent_case(Generator& generator) {
  return {
      {random_tensor({2, 3, kLatentCaseTokens, 6}, generator),
       random_tensor({2, 1, kLatentCaseTokens, 8}, generator),
       random_tensor({2, 1, kLatentCaseTokens, 2}, generator)},
      {random_tensor({3, 4, 8}, generator), random_tensor({3, 5, 8}, generator)},
      {random_tensor({2, 2, kLatentCaseTokens, 5}, generator), random_tensor({2, kLatentCaseTokens, 2}, generator),
       random_tensor({2, 1, kLatentCaseTokens, 5}, generator)}};
}

const reference::Scoring& latent_scoring() {
  static const reference::Scoring kScoring{.scale = reference::Real(0.2), .soft_cap = {}, .bias = {}, .sinks = {}};
  return kScoring;
}

// The layer's output when each query reads the best `top_k`.
Tensor sparse_output(const LatentCase& layer, std::int64_t top_k, const reference::Kernel& kernel) {
  Counter counter;
  reference::Cache cache;
  cache.add(exact_indexed_layer(counter));
  const Chosen chosen =
      lightning_choice(dynamic_cast<IndexedLayer&>(cache.layer(0)), layer.index, {top_k, 1}, counter);
  return deepseek_sparse({cache, 0, kernel, counter}, layer.tokens, layer.weights, latent_scoring(), chosen.blocks)
      .output;
}

void all_is_latent_attention(Checks& checks, const Subject&) {
  Generator generator(20240701);
  const LatentCase layer = latent_case(generator);
  for (const char* name : {"eager", "streaming", "block_sparse"}) {
    const reference::Kernel& kernel = reference::kernel(name);
    const reference::Kernel& dense = reference::kernel(name == std::string_view("streaming") ? name : "eager");
    Counter counter;
    reference::Cache cache;
    cache.add(exact_indexed_layer(counter));
    const Tensor full =
        latent_absorbed({cache, 0, dense, counter}, layer.tokens, layer.weights, latent_scoring()).output;
    for (const std::int64_t top_k : {kLatentCaseTokens, kLatentCaseTokens + 100}) {
      checks.near(fmt::format("k={} of {} ({})", top_k, kLatentCaseTokens, name), full,
                  sparse_output(layer, top_k, kernel), name == std::string_view("block_sparse") ? kProofBound : 0);
    }
    checks.holds(fmt::format("k={} of {} differs ({})", kLatentCaseTokens - 1, kLatentCaseTokens, name),
                 largest_difference(full, sparse_output(layer, kLatentCaseTokens - 1, kernel)) > kProofBound);
  }
}

void ties_go_to_the_earlier(Checks& checks, const Subject&) {
  Generator generator(20240702);
  IndexTokens index = latent_case(generator).index;
  index.key = Tensor(index.key.shape());  // all scores are 0
  Counter counter;
  const auto memory = exact_indexed_layer(counter);
  const Chosen chosen = lightning_choice(*memory, index, {5, 1}, counter);
  bool first = true;
  for (std::int64_t t = 0; t < kLatentCaseTokens; ++t) {
    std::vector<std::int64_t> earliest;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(t + 1, 5); ++i) {
      earliest.push_back(i);
    }
    first = first && chosen.blocks.of(0, 0, t) == earliest;
  }
  checks.holds("equal scores choose the first tokens", first);
  const std::array<reference::Real, 6> scores{1, 3, 2, 3, -std::numeric_limits<reference::Real>::infinity(), 3};
  const auto best = [&](std::int64_t count) { return reference::top_k(scores, count); };
  checks.holds("the best two of 1 3 2 3 -inf 3", best(2) == std::vector<std::int64_t>{1, 3});
  checks.holds("the best four", best(4) == std::vector<std::int64_t>{1, 2, 3, 5});
  checks.holds("the best six", best(6) == std::vector<std::int64_t>{0, 1, 2, 3, 5});
}

// What one step costs that reads k of `kLatentCaseTokens` tokens.
struct StepCost {
  reference::Footprint footprint;
  reference::Counts counts;
};
StepCost step_cost(const LatentCase& layer, std::int64_t top_k) {
  Counter counter;
  reference::Cache cache;
  cache.add(exact_indexed_layer(counter));
  auto& memory = dynamic_cast<IndexedLayer&>(cache.layer(0));
  const auto part = [](const Tensor& all, std::int64_t from, std::int64_t to) { return slice(all, 2, from, to); };
  memory.update_index(part(layer.index.key, 0, kLatentCaseTokens - 1));
  memory.update(part(layer.tokens.latent, 0, kLatentCaseTokens - 1),
                part(layer.tokens.rope, 0, kLatentCaseTokens - 1));
  counter.take();
  const IndexTokens index{part(layer.index.query, kLatentCaseTokens - 1, kLatentCaseTokens),
                          slice(layer.index.weights, 1, kLatentCaseTokens - 1, kLatentCaseTokens),
                          part(layer.index.key, kLatentCaseTokens - 1, kLatentCaseTokens)};
  const Chosen chosen = lightning_choice(memory, index, {top_k, 1}, counter);
  const reference::LatentTokens tokens{part(layer.tokens.query, kLatentCaseTokens - 1, kLatentCaseTokens),
                                       part(layer.tokens.latent, kLatentCaseTokens - 1, kLatentCaseTokens),
                                       part(layer.tokens.rope, kLatentCaseTokens - 1, kLatentCaseTokens)};
  deepseek_sparse({cache, 0, reference::kernel("block_sparse"), counter}, tokens, layer.weights, latent_scoring(),
                  chosen.blocks);
  return {memory.footprint(), counter.take()};
}

void choice_limits_reading(Checks& checks, const Subject&) {
  Generator generator(20240703);
  const LatentCase layer = latent_case(generator);
  constexpr Wide kEntry = Wide{8 + 2} * kRealBytes;
  constexpr Wide kIndexKey = Wide{5} * kRealBytes;
  for (const std::int64_t top_k : {1, 7, 100}) {
    const StepCost cost = step_cost(layer, top_k);
    const Wide read = std::min(top_k, kLatentCaseTokens);
    const auto name = [&](const char* what) { return fmt::format("k={} {}", top_k, what); };
    checks.equal(name("stored"), Wide{2} * kLatentCaseTokens * (kEntry + kIndexKey), cost.footprint.stored.value,
                 "bytes");
    checks.equal(name("read entries"), 2 * read * kEntry, cost.counts.read_of(Kept::entries).value, "bytes");
    checks.equal(name("read index keys"), Wide{2} * kLatentCaseTokens * kIndexKey,
                 cost.counts.read_of(Kept::indexer).value, "bytes");
    checks.equal(name("indexer"), Wide{2} * 2 * 5 * kLatentCaseTokens, cost.counts.useful_of(Work::indexer).value,
                 "multiply-adds");
  }
}

void choice_is_handed_on(Checks& checks, const Subject&) {
  Generator generator(20240704);
  const LatentCase layer = latent_case(generator);
  const LatentCase later = latent_case(generator);
  Counter counter;
  reference::Cache cache;
  cache.add(exact_indexed_layer(counter));
  const auto real = reference::codec("real");
  cache.add(std::make_unique<reference::DynamicLayer>(real, real, counter));
  const reference::Kernel& kernel = reference::kernel("block_sparse");
  const Chosen chosen =
      lightning_choice(dynamic_cast<IndexedLayer&>(cache.layer(0)), layer.index, {4, 1}, counter);
  deepseek_sparse({cache, 0, kernel, counter}, layer.tokens, layer.weights, latent_scoring(), chosen.blocks);
  counter.take();
  const Tensor output =
      deepseek_sparse({cache, 1, kernel, counter}, later.tokens, later.weights, latent_scoring(), chosen.blocks)
          .output;
  const reference::Counts counts = counter.take();
  checks.equal("the later layer's index keys, read", 0, counts.read_of(Kept::indexer).value, "bytes");
  checks.equal("written", 0, counts.written_of(Kept::indexer).value, "bytes");
  checks.equal("multiplied", 0, counts.useful_of(Work::indexer).value, "multiply-adds");
  checks.equal("stored", Wide{2} * kLatentCaseTokens * (8 + 2) * kRealBytes,
               cache.layer(1).footprint().stored.value, "bytes");
  // The same choice as if the later layer had the earlier one's indexer.
  LatentCase both = later;
  both.index = layer.index;
  checks.near("the same positions", sparse_output(both, 4, kernel), output);
}

constexpr std::array kSparseProofs{
    memory_proof("dsa.memory"),
    Proof{
        "dsa.all", "dsa",
        "an indexer that chooses every token leaves latent attention as it is, bit for bit where the kernel is "
        "the "
        "same",
        "23 tokens; the choice as a mask (eager, streaming) and read alone (block_sparse); one token less differs",
        all_is_latent_attention},
    Proof{"dsa.ties", "dsa",
          "of equal scores the earlier tokens are chosen, and a choice stands in the tokens' order",
          "index keys of zeros; six scores with ties by hand", ties_go_to_the_earlier},
    Proof{
        "dsa.reading", "dsa",
        "top-k limits what a step reads of the entries, never what is stored, nor what is read and multiplied to "
        "choose",
        "counted at S = 23 for k = 1, 7 and 100", choice_limits_reading},
    Proof{
        "dsa.handed_on", "dsa",
        "a layer that is handed an earlier layer's choice reads the same positions, and keeps, reads, writes and "
        "multiplies nothing to choose",
        "two latent layers, the second without index keys, against the second with the first one's indexer",
        choice_is_handed_on},
};

}  // namespace

std::span<const Proof> sparse_proofs() { return kSparseProofs; }

}  // namespace kvtally
