#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "reference/cache/dynamic.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/random/tensor.hpp"
#include "verify/vectors/mla_run.hpp"

// Multi-head latent attention: its forms agree, and what each of them costs.

namespace kvtally {

namespace {

using reference::Counts;
using reference::Kept;
using reference::LatentTokens;
using reference::LatentWeights;
using reference::Tensor;
using reference::Work;

struct LatentBenchSizes {
  std::int64_t batch = 1;
  std::int64_t heads = 1;
  std::int64_t nope = 1;
  std::int64_t rope = 0;
  std::int64_t rank = 1;
  std::int64_t value_dim = 1;
};

LatentBenchSizes random_sizes(std::mt19937_64& generator, bool rotary) {
  const auto from_1_to = [&](std::uint64_t most) { return 1 + static_cast<std::int64_t>(generator() % most); };
  return {.batch = from_1_to(2),
          .heads = from_1_to(5),
          .nope = from_1_to(24),
          .rope = rotary ? from_1_to(8) : 0,
          .rank = from_1_to(40),
          .value_dim = from_1_to(24)};
}

// A layer's input and weights, and a container.
class LatentBench {
 public:
  LatentBench(const LatentBenchSizes& s, std::int64_t tokens, std::mt19937_64& generator)
      : weights_{random_tensor({s.heads, s.nope, s.rank}, generator),
                 random_tensor({s.heads, s.value_dim, s.rank}, generator)},
        all_{random_tensor({s.batch, s.heads, tokens, s.nope + s.rope}, generator),
             random_tensor({s.batch, 1, tokens, s.rank}, generator),
             random_tensor({s.batch, 1, tokens, s.rope}, generator)} {
    scoring_.scale = 1 / std::sqrt(static_cast<reference::Real>((s.nope + s.rope) * s.rank));
    forget();
  }

  void forget() {
    cache_ = {};
    const auto real = reference::codec("real");
    cache_.add(std::make_unique<reference::DynamicLayer>(real, real, counter_));
    counter_.take();
  }
  std::int64_t tokens() const { return all_.latent.size(2); }
  // The tokens [from, to) in one pass.
  Tensor run(const LatentWay& way, std::int64_t from, std::int64_t to, const reference::Kernel& kernel) {
    const LatentTokens part{slice(all_.query, 2, from, to), slice(all_.latent, 2, from, to),
                            slice(all_.rope, 2, from, to)};
    return way.form({cache_, 0, kernel, counter_}, part, weights_, scoring_, reference::causal()).output;
  }
  // What the last token alone costs, when the container holds the latents of those before it.
  Counts step(const LatentWay& way) {
    forget();
    cache_.update(slice(all_.latent, 2, 0, tokens() - 1), slice(all_.rope, 2, 0, tokens() - 1), 0);
    counter_.take();
    run(way, tokens() - 1, tokens(), reference::kernel("eager"));
    return counter_.take();
  }
  Wide stored() const { return cache_.footprint().stored.value; }

 private:
  LatentWeights weights_;
  LatentTokens all_;
  reference::Scoring scoring_;
  reference::Counter counter_;
  reference::Cache cache_;
};

const LatentWay& way(std::string_view name) { return *std::ranges::find(latent_ways(), name, &LatentWay::name); }

void forms_agree(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240601);
  for (const bool rotary : {true, false}) {
    std::map<std::string_view, double> errors;
    for (int i = 0; i < 20; ++i) {
      LatentBench bench(random_sizes(generator, rotary), 12, generator);
      const auto output = [&](const LatentWay& one) {
        bench.forget();
        return bench.run(one, 0, bench.tokens(), reference::kernel("eager"));
      };
      const Tensor absorbed = output(way("absorbed"));
      for (const std::string_view name : {"naive", "expanded"}) {
        errors[name] = std::max(errors[name], largest_difference(absorbed, output(way(name))));
      }
    }
    for (const auto& [name, error] : errors) {
      checks.within(fmt::format("{}, {} rotary rows", name, rotary ? "with" : "without"), error, kProofBound);
    }
  }
}

// One query's scores against S keys of one head: its values have no numbers, so that scoring alone is counted.
Wide scoring_costs(const LatentWay& way, Wide dim, Wide rank, std::int64_t keys) {
  std::mt19937_64 generator(20240602);
  const LatentBenchSizes sizes{.batch = 1,
                               .heads = 1,
                               .nope = static_cast<std::int64_t>(dim),
                               .rope = 0,
                               .rank = static_cast<std::int64_t>(rank),
                               .value_dim = 0};
  const Counts counts = LatentBench(sizes, keys, generator).step(way);
  return (counts.useful_of(Work::expansion) + counts.useful_of(Work::scores)).value;
}

void scoring_work(Checks& checks, const Subject&) {
  constexpr Wide kDim = 128;   // DeepSeek-V3's qk_nope_head_dim
  constexpr Wide kRank = 512;  // and kv_lora_rank
  for (const std::int64_t keys : {1, 2, 100}) {
    checks.equal(fmt::format("naive, S={}", keys), keys * (kDim * kRank + kDim),
                 scoring_costs(way("naive"), kDim, kRank, keys), "multiply-adds");
    checks.equal(fmt::format("absorbed, S={}", keys), kDim * kRank + keys * kRank,
                 scoring_costs(way("absorbed"), kDim, kRank, keys), "multiply-adds");
  }
  // What one key more costs is what the ratio tends to.
  const auto one_more = [](const LatentWay& way) {
    return scoring_costs(way, kDim, kRank, 101) - scoring_costs(way, kDim, kRank, 100);
  };
  const Wide naive = one_more(way("naive"));
  const Wide absorbed = one_more(way("absorbed"));
  checks.equal("naive, one key more", kDim * kRank + kDim, naive, "multiply-adds");
  checks.equal("absorbed, one key more", kRank, absorbed, "multiply-adds");
  checks.within("their ratio is 128.25",
                std::abs(static_cast<double>(naive) / static_cast<double>(absorbed) - 128.25), 0);
}

void step_costs(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240603);
  for (const bool rotary : {true, false}) {
    for (const std::int64_t tokens : {1, 17}) {
      const LatentBenchSizes s = random_sizes(generator, rotary);
      LatentBench bench(s, tokens, generator);
      const std::string what = fmt::format("{} rotary rows, S={}", rotary ? "with" : "without", tokens);
      const Wide batch = s.batch;
      const Wide heads = batch * s.heads;
      const Wide entry = batch * (s.rank + s.rope) * kRealBytes;
      const auto work = [&](std::string_view form, const Counts& counts, Work part, Wide expected) {
        checks.equal(fmt::format("{}, {}: {}", form, what, name_of(part)), expected, counts.useful_of(part).value,
                     "multiply-adds");
      };
      const Counts absorbed = bench.step(way("absorbed"));
      work("absorbed", absorbed, Work::scores, heads * (s.rank + s.rope) * tokens);
      work("absorbed", absorbed, Work::values, heads * s.rank * tokens);
      work("absorbed", absorbed, Work::expansion, heads * s.rank * (s.nope + s.value_dim));
      const auto bytes = [&](std::string_view name, Wide expected, Wide counted) {
        checks.equal(fmt::format("absorbed, {}: {}", what, name), expected, counted, "bytes");
      };
      bytes("stored", entry * tokens, bench.stored());
      bytes("read", entry * tokens, absorbed.read_of(Kept::entries).value);
      bytes("written", entry, absorbed.written_of(Kept::entries).value);
      bytes("loaded", heads * (2 * s.rank + s.rope) * kRealBytes * tokens, absorbed.loaded.value);

      const Counts naive = bench.step(way("naive"));
      work("naive", naive, Work::scores, heads * (s.nope + s.rope) * tokens);
      work("naive", naive, Work::values, heads * s.value_dim * tokens);
      work("naive", naive, Work::expansion, heads * s.rank * (s.nope + s.value_dim) * tokens);
    }
  }
}

void latent_decode_is_prefill(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240604);
  for (const LatentWay& one : latent_ways()) {
    for (const std::string_view name : {"eager", "sdpa", "streaming", "flex"}) {
      const reference::Kernel& kernel = reference::kernel(name);
      for (const bool rotary : {true, false}) {
        LatentBench bench(random_sizes(generator, rotary), 21, generator);
        const Tensor prefill = bench.run(one, 0, bench.tokens(), kernel);
        bench.forget();
        Tensor decode = bench.run(one, 0, 1, kernel);
        for (std::int64_t t = 1; t < bench.tokens(); ++t) {
          decode = joined(decode, bench.run(one, t, t + 1, kernel), 2);
        }
        checks.near(fmt::format("{} ({}), {} rotary rows", one.name, name, rotary ? "with" : "without"), prefill,
                    decode);
      }
    }
  }
}

constexpr std::array kLatentProofs{
    Proof{"mla.forms", "mla",
          "absorbed latent attention gives the output of the naive one, which expands each step's keys and "
          "values, and "
          "of the one that caches what it has expanded",
          "20 random layers with rotary rows and 20 without, a prefill of 12 tokens each", forms_agree},
    Proof{"mla.scoring", "mla",
          "to score S keys of one head takes S(dh*dc + dh) multiply-adds naively and dh*dc + S*dc absorbed; their "
          "ratio "
          "tends to dh + dh/dc, which is 128.25 for DeepSeek-V3",
          "counted at dh = 128 and dc = 512 without rotary rows, at S = 1, 2 and 100, and from S = 100 to 101",
          scoring_work},
    Proof{"mla.step", "mla",
          "an absorbed step multiplies heads*(rank + rope) a position for scores and heads*rank for values, and "
          "needs "
          "each latent once, as key and as value",
          "counted on random layers with and without rotary rows, at S = 1 and 17", step_costs},
    Proof{"mla.decode", "mla", "a prefill's rows are those of token-by-token decode, bit for bit, in every form",
          "21 tokens, per form and kernel, with and without rotary rows", latent_decode_is_prefill},
};

}  // namespace

std::span<const Proof> latent_proofs() { return kLatentProofs; }

}  // namespace kvtally
