#include "reference/watched/seen.hpp"

#include <random>

#include "reference/cache/compressed.hpp"
#include "reference/cache/sink_window.hpp"
#include "reference/kind/compressed_sparse.hpp"
#include "reference/kind/deepseek_sparse.hpp"
#include "reference/kind/grouped_query.hpp"
#include "reference/kind/sinks.hpp"
#include "reference/kind/sliding_window.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference {

namespace {

constexpr std::uint64_t kSeed = 20260419;
constexpr std::int64_t kDim = 4;
constexpr std::int64_t kIndexHeads = 4;

// Attention without its arithmetic: a weight is 1 where the kind's mask lets the query see the slot, else 0.
Attended let_through(const AttentionInput& in) {
  const Tensor& query = in.query;
  Tensor seen({query.size(0), query.size(1), query.size(2), in.keys.slots()});
  for (std::int64_t b = 0; b < seen.size(0); ++b) {
    for (std::int64_t h = 0; h < seen.size(1); ++h) {
      for (std::int64_t t = 0; t < seen.size(2); ++t) {
        for (std::int64_t s = 0; s < seen.size(3); ++s) {
          seen(b, h, t, s) = visible(in, {b, h, in.first_query + t, in.keys.position(s)}) ? 1 : 0;
        }
      }
    }
  }
  return {Tensor({query.size(0), query.size(1), query.size(2), in.values.dim()}), std::move(seen)};
}

const Kernel& mask_alone() {
  static const Kernel kMask{.name = "mask",
                            .needs = "yes",
                            .mask = "a function",
                            .square = true,
                            .weights = true,
                            .layout = "rows",
                            .note = "computes nothing: it shows what is seen",
                            .run = let_through};
  return kMask;
}

// Uniform between −½ and ½: the generator's numbers are the same everywhere, a distribution's are not.
class Numbers {
 public:
  Tensor next(Shape shape) {
    Tensor out(std::move(shape));
    for (Real& number : out.values()) {
      number = static_cast<Real>(static_cast<double>(generator_() >> 11U) * 0x1p-53 - 0.5);
    }
    return out;
  }

 private:
  std::mt19937_64 generator_{kSeed};
};

// One layer that is run token by token.
class Run {
 public:
  using Make = std::unique_ptr<CacheLayer> (*)(const SeenSizes& sizes, Counter& counter);
  Run(Make make, const SeenSizes& sizes) { cache_.add(make(sizes, counter_)); }

  template <class Step>
  std::vector<Seen> over(std::int64_t tokens, Step step) {
    std::vector<Seen> out;
    for (std::int64_t t = 0; t < tokens; ++t) {
      counter_.take();
      const Attended attended = step(Means{cache_, 0, mask_alone(), counter_}, numbers_);
      out.push_back(seen_in(*attended.weights));
    }
    return out;
  }

 private:
  Seen seen_in(const Tensor& weights) const {
    std::vector<std::int64_t> positions = cache_.layer(0).current().keys.positions();
    const auto tokens = static_cast<std::int64_t>(positions.size());
    for (std::int64_t slot = tokens; slot < weights.size(3); ++slot) {
      positions.push_back(kFirstEntry + slot - tokens);  // pooled entries lie behind the window's rows
    }
    Seen out;
    for (std::size_t slot = 0; slot < positions.size(); ++slot) {
      const bool entry = positions[slot] >= kFirstEntry;
      const std::int64_t position = entry ? positions[slot] - kFirstEntry : positions[slot];
      (entry ? out.stored_entries : out.stored).push_back(position);
      if (weights.values()[slot] > 0) {
        (entry ? out.read_entries : out.read).push_back(position);
      }
    }
    out.scanned =
        static_cast<std::int64_t>(counter_.counts().useful_of(Work::indexer).value) / (kIndexHeads * kDim);
    return out;
  }

  Counter counter_;
  Cache cache_;
  Numbers numbers_;
};

NewTokens new_token(Numbers& numbers) {
  return {numbers.next({1, 1, 1, kDim}), numbers.next({1, 1, 1, kDim}), numbers.next({1, 1, 1, kDim})};
}

std::vector<Seen> full(const SeenSizes& sizes) {
  const auto make = [](const SeenSizes&, Counter& counter) -> std::unique_ptr<CacheLayer> {
    return std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter);
  };
  return Run(make, sizes).over(sizes.tokens, [](const Means& means, Numbers& numbers) {
    return grouped_query(means, new_token(numbers), {});
  });
}

std::vector<Seen> window(const SeenSizes& sizes) {
  const auto make = [](const SeenSizes& s, Counter& counter) -> std::unique_ptr<CacheLayer> {
    return std::make_unique<SlidingLayer>(s.window, codec("real"), codec("real"), counter);
  };
  return Run(make, sizes).over(sizes.tokens, [&](const Means& means, Numbers& numbers) {
    return sliding_window(means, new_token(numbers), sizes.window, {});
  });
}

std::vector<Seen> window_and_first(const SeenSizes& sizes) {
  const auto make = [](const SeenSizes& s, Counter& counter) -> std::unique_ptr<CacheLayer> {
    return std::make_unique<SinkWindowLayer>(s.first, s.window, codec("real"), codec("real"), counter);
  };
  return Run(make, sizes).over(sizes.tokens, [&](const Means& means, Numbers& numbers) {
    return first_tokens_kept(means, new_token(numbers), sizes.first, sizes.window, {});
  });
}

std::vector<Seen> deepseek(const SeenSizes& sizes) {
  const auto make = [](const SeenSizes&, Counter& counter) -> std::unique_ptr<CacheLayer> {
    return std::make_unique<IndexedLayer>(codec("real"), codec("real"), codec("real"), counter);
  };
  return Run(make, sizes).over(sizes.tokens, [&](const Means& means, Numbers& numbers) {
    const IndexTokens index{numbers.next({1, kIndexHeads, 1, kDim}), numbers.next({1, 1, kIndexHeads}),
                            numbers.next({1, 1, 1, kDim})};
    const Chosen chosen =
        lightning_choice(static_cast<IndexedLayer&>(means.cache.layer(0)), index, {sizes.top_k, 1}, means.counter);
    const LatentTokens tokens{numbers.next({1, 1, 1, 2 * kDim}), numbers.next({1, 1, 1, kDim}),
                              numbers.next({1, 1, 1, kDim})};
    const LatentWeights weights{numbers.next({1, kDim, kDim}), numbers.next({1, kDim, kDim})};
    return deepseek_sparse(means, tokens, weights, {}, chosen.blocks);
  });
}

std::vector<Seen> compressed(const SeenSizes& sizes) {
  const auto make = [](const SeenSizes& s, Counter& counter) -> std::unique_ptr<CacheLayer> {
    const PoolFormats real{codec("real"), codec("real"), codec("real")};
    return std::make_unique<CompressedLayer>(s.window, codec("real"),
                                             Pool(s.rate, true, real, counter, Kept::entries),
                                             Pool(s.rate, true, real, counter, Kept::indexer), counter);
  };
  const Pooling pooling{
      .bias = Tensor({sizes.rate, 2 * kDim}), .norm = Tensor({kDim}, {1, 1, 1, 1}), .rotary = {}};
  return Run(make, sizes).over(sizes.tokens, [&](const Means& means, Numbers& numbers) {
    const auto raw = [&] {
      return PoolTokens{numbers.next({1, 1, 1, 2 * kDim}), numbers.next({1, 1, 1, 2 * kDim})};
    };
    const SharedRowTokens tokens{numbers.next({1, 1, 1, kDim}), numbers.next({1, 1, 1, kDim})};
    const PooledIndex index{{numbers.next({1, kIndexHeads, 1, kDim}), numbers.next({1, 1, kIndexHeads})},
                            {raw(), pooling},
                            sizes.entries};
    return compressed_sparse(means, tokens, {raw(), pooling}, index, sizes.window, {});
  });
}

}  // namespace

const std::vector<SeenKind>& seen_kinds() {
  static const std::vector<SeenKind> kinds{
      {"mha", full}, {"swa", window}, {"sinks", window_and_first}, {"dsa", deepseek}, {"csa", compressed}};
  return kinds;
}

}  // namespace kvtally::reference
