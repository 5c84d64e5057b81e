#include "engine/tensorrt_llm/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kvtally::tensorrt_llm {

namespace {

class Sizing {
 public:
  Sizing(const Cache& cache, const Settings& settings, const Demand& demand)
      : cache_(cache), settings_(settings), demand_(demand), cost_(affine_cost(cache.layers, settings, demand)) {
    const bool cycles = cache.manager == Manager::life_cycles;
    out_.groups = window_groups(cache.layers, demand.context, cycles);
    out_.known = memory() || settings.max_tokens;
    for (const CachedLayer& layer : cache.layers) {
      for (const Buffer& buffer : layer.buffers) {
        if (buffer.use == Use::cross) {
          out_.cross_token += buffer.bytes;
          out_.cross_tokens = std::max<Wide>(out_.cross_tokens, buffer.kept.value_or(0));
        }
      }
    }
  }

  Sizes sizes() {
    if (cache_.manager == Manager::life_cycles) {
      cycles();
    } else if (out_.groups.size() > 1) {
      windows();
    } else if (!out_.groups.empty()) {
      pool();
    }
    cross();
    states();
    for (const WindowGroup& group : out_.groups) {
      if (group.blocks <= 0 && group.bytes > 0 && !out_.quota) {
        out_.refusal = "Impossible to fit in any sequence in kvCache";
      }
    }
    return out_;
  }

 private:
  std::optional<Bytes> memory() const { return memory_budget(settings_); }
  bool measured() const { return settings_.total_memory || settings_.bytes; }

  // Of the decoder's own pool, where an encoder's takes its part.
  double own_share() const { return out_.cross_token > 0 ? 1 - value_of(settings_.cross) : 1; }

  Wide blocks(double tokens) const {
    if (settings_.older) {
      return ceil_div(whole_part(tokens), demand_.block);
    }
    return whole_part(std::floor(tokens / static_cast<double>(demand_.block)));
  }

  Wide demanded(const WindowGroup& group) const {
    return Wide{demand_.requests} * blocks_of_request(group, demand_.context, demand_.block);
  }

  // ---- V1, one window

  void pool() {
    WindowGroup& group = out_.groups.front();
    if (!out_.known) {
      group.blocks = demanded(group);
      return;
    }
    double tokens = settings_.max_tokens ? static_cast<double>(*settings_.max_tokens) : 0;
    if (const auto budget = memory()) {
      const double fit = tokens_in(*budget);
      tokens = settings_.max_tokens ? std::min(tokens, fit) : fit;
    }
    group.blocks = blocks(tokens);
    group.secondary = settings_.host.value / group.bytes / demand_.block;
  }

  // A measured budget is divided by what the engine estimated; a stated free memory by what it will allocate.
  double tokens_in(Bytes budget) const {
    const double share = own_share();
    const Wide slope = slope_of_budget();
    if (measured() || cache_.manager == Manager::states) {
      const Wide room = whole_part(static_cast<double>(budget.value) * share) - cost_.intercept;
      const Wide tokens = room <= 0 ? Wide{0} : room / slope;
      return static_cast<double>(tokens);
    }
    const double fraction = value_of(settings_.fraction.value_or(EngineShare{9, 10}));
    return fraction * share * static_cast<double>(settings_.free->value) / static_cast<double>(slope);
  }

  Wide slope_of_budget() const {
    if (!settings_.total_memory || cache_.manager == Manager::states) {
      return cost_.slope;
    }
    // Of less than an element a rank the engine would divide by nothing.
    return std::max<Wide>(1, estimated_bytes(cache_.layers, settings_).value_or(cost_.slope));
  }

  // ---- V1, several windows

  void windows() {
    const auto budget = settings_.bytes ? settings_.bytes : memory();
    if (!budget) {
      for (WindowGroup& group : out_.groups) {
        // The dry run gives every window as many tokens.
        group.blocks = settings_.max_tokens ? blocks(static_cast<double>(*settings_.max_tokens)) : demanded(group);
      }
      return;
    }
    clamp_windows(out_.groups, budget->value, settings_.max_tokens);
    out_.clamped = out_.groups;
    merge_clamped(out_.groups);
    if (!settings_.shares.empty() && settings_.shares.size() != out_.groups.size()) {
      out_.refusal = "Number of shares in TRTLLM_WINDOW_SIZE_SHARES must match number of window sizes";
    }
    const double equal = 1.0 / static_cast<double>(out_.groups.size());
    for (std::size_t i = 0; i < out_.groups.size(); ++i) {
      WindowGroup& group = out_.groups[i];
      const double share = i < settings_.shares.size() ? value_of(settings_.shares[i]) : equal;
      group.blocks = blocks_in(budget->value, share, group.bytes);
      group.secondary = blocks_in(settings_.host.value, share, group.bytes);
    }
  }

  Wide blocks_in(Wide bytes, double share, Wide token) const {
    const double tokens = static_cast<double>(bytes) * share / static_cast<double>(token);
    return whole_part(std::floor(tokens / static_cast<double>(demand_.block)));
  }

  // ---- bytes alone

  void cycles() {
    for (WindowGroup& group : out_.groups) {
      group.blocks = demanded(group);
    }
    out_.quota = settings_.bytes ? std::optional(settings_.bytes->value) : std::nullopt;
    if (const auto budget = memory(); budget && !out_.quota) {
      out_.quota = budget->value;
    }
    if (settings_.max_tokens) {
      const Cost cost = cost_of(cache_.layers, demand_.block, demand_.context);
      const Wide bytes = cost.token * *settings_.max_tokens + cost.request * demand_.requests;
      const Wide asked = whole_part(std::ceil(static_cast<double>(bytes) / value_of(settings_.resume)));
      out_.quota = out_.quota ? std::min(*out_.quota, asked) : asked;
    }
  }

  void cross() {
    if (out_.cross_token == 0) {
      return;
    }
    const Wide needed = Wide{demand_.requests} * ceil_div(out_.cross_tokens, demand_.block);
    const auto budget = memory();
    out_.cross_blocks = budget ? blocks_in(budget->value, value_of(settings_.cross), out_.cross_token) : needed;
  }

  // Live states, one for padded requests and those of drafts, and those that the prefix cache keeps.
  void states() {
    if (cost_.state == 0) {
      return;
    }
    out_.slots = Wide{demand_.batch} * settings_.pp + 1 + settings_.draft_tokens;
    if (settings_.reuse && settings_.state_interval && !out_.groups.empty()) {
      out_.slots += out_.groups.front().blocks * demand_.block / *settings_.state_interval;
    }
  }

  const Cache& cache_;
  const Settings& settings_;
  const Demand& demand_;
  AffineCost cost_;
  Sizes out_;
};

}  // namespace

Sizes sizes_of(const Cache& cache, const Settings& settings, const Demand& demand) {
  return Sizing(cache, settings, demand).sizes();
}

}  // namespace kvtally::tensorrt_llm
