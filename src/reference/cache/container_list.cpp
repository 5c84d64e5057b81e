#include "reference/cache/container_list.hpp"

#include <algorithm>
#include <array>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/paged.hpp"
#include "reference/cache/quantised.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/state.hpp"
#include "reference/cache/static.hpp"

namespace kvtally::reference {

namespace {

// Numbers in a key and in a value: one group of the quantised container.
constexpr std::int64_t kDim = 64;
constexpr std::int64_t kBlock = 4;
constexpr std::string_view kFormat = "bf16";

using Layer = std::unique_ptr<CacheLayer>;

Layer dynamic(std::int64_t, Counter& counter) {
  return std::make_unique<DynamicLayer>(codec(kFormat), codec(kFormat), counter);
}

Layer fixed(std::int64_t size, Counter& counter) {
  return std::make_unique<StaticLayer>(size, codec(kFormat), codec(kFormat), counter);
}

Layer sliding(std::int64_t size, Counter& counter) {
  return std::make_unique<SlidingLayer>(size, codec(kFormat), codec(kFormat), counter);
}

Layer quantised(std::int64_t size, Counter& counter) {
  const QuantisedSettings settings{.bits = 4, .group = kDim, .residual = size};
  return std::make_unique<QuantisedLayer>(codec(kFormat), codec(kFormat), counter, settings);
}

Layer paged(std::int64_t size, Counter& counter) {
  const PagedLayer::Pool pool{.blocks = size, .block_size = kBlock};
  return std::make_unique<PagedLayer>(pool, codec(kFormat), codec(kFormat), counter);
}

Layer state(std::int64_t, Counter& counter) {
  auto layer = std::make_unique<StateLayer>(counter);
  layer->allocate("state", {1, 1, kDim, kDim}, codec(kFormat));
  return layer;
}

void take_entry(CacheLayer& layer, const Tensor& keys, const Tensor& values) { layer.update(keys, values); }

// S ← S + k vᵀ.
void take_into_state(CacheLayer& layer, const Tensor& keys, const Tensor& values) {
  auto& memory = static_cast<StateLayer&>(layer);
  Tensor sum = memory.read("state");
  for (std::int64_t i = 0; i < kDim; ++i) {
    for (std::int64_t j = 0; j < kDim; ++j) {
      sum(0, 0, i, j) += keys(0, 0, 0, i) * values(0, 0, 0, j);
    }
  }
  memory.write("state", sum);
  memory.saw(1);
}

constexpr std::array kSorts{
    ContainerSort{"dynamic", "dynamic", "DynamicLayer", "", "the default",
                  "its shape changes, so no torch.compile; O(S^2) bytes are copied", false, dynamic, take_entry},
    ContainerSort{"static", "static", "StaticLayer", "max_cache_len", "production, torch.compile",
                  "empty slots take their bytes too", true, fixed, take_entry},
    ContainerSort{"sliding_window", "sliding window", "DynamicSlidingWindowLayer", "W",
                  "the window layers of Mistral, Gemma 2, DeepSeek-V4", "blind beyond the window", false, sliding,
                  take_entry},
    ContainerSort{"quantised", "quantised", "QuantizedLayer", "residual_length",
                  "long contexts, few users at once", "all is dequantised in each step; full attention only",
                  false, quantised, take_entry},
    ContainerSort{"paged", "paged", "PagedAttentionCache", "num_blocks", "serving",
                  "not the protocol of Cache: it also takes read_index and write_index", true, paged, take_entry},
    ContainerSort{"linear_state", "linear attention state", "LinearAttentionLayer", "",
                  "Mamba, gated DeltaNet, hybrids", "nothing can be looked up exactly", false, state,
                  take_into_state},
};

// Any numbers do: bytes do not depend on them. These are never all equal, which would make a group of no width.
Tensor a_token(std::int64_t position) {
  Tensor out({1, 1, 1, kDim});
  for (std::int64_t i = 0; i < kDim; ++i) {
    out(0, 0, 0, i) = static_cast<Real>((i + position) % 7) - Real(3);
  }
  return out;
}

}  // namespace

std::span<const ContainerSort> container_sorts() { return kSorts; }

Course course_of(const ContainerSort& sort, std::int64_t size, std::int64_t tokens) {
  Counter counter;
  const Layer layer = sort.make(size, counter);
  Course out{size, 0, {}, layer->maximum()};
  const std::int64_t end = sort.full_at_maximum ? std::min(tokens, *out.maximum) : tokens;
  for (std::int64_t position = 0; position < end; ++position) {
    sort.take(*layer, a_token(position), a_token(position + 1));
    out.stored.push_back(static_cast<std::int64_t>(layer->footprint().stored.value));
    if (position == 0) {
      out.entry = static_cast<std::int64_t>(counter.counts().written_of(Kept::entries).value);
    }
  }
  return out;
}

}  // namespace kvtally::reference
