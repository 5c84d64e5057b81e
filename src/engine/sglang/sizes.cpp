#include "engine/sglang/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/sglang/limits.hpp"

namespace kvtally::sglang {

namespace {

Wide floor_to(Wide tokens, Wide page) { return tokens / page * page; }
Wide ceil_to(Wide tokens, Wide page) { return ceil_div(tokens, page) * page; }

// Python's a // b of two floats.
Wide floor_divide(double a, double b) { return whole_part(std::floor((a - std::fmod(a, b)) / b)); }

// What one pool class needs to be sized.
class Sizing {
 public:
  Sizing(const std::vector<PooledLayer>& layers, const Cell& cell, const Settings& settings, const Demand& demand)
      : cell_(cell), settings_(settings), demand_(demand) {
    for (const PooledLayer& layer : layers) {
      slot_ += layer.slot();
    }
    if (const auto memory = available_memory(settings)) {
      memory_ = static_cast<double>(memory->value);
    }
  }

  Sizes sizes() {
    out_.known = memory_ || settings_.max_total_tokens;
    if (slot_ > 0) {
      states();
    }
    if (out_.refusal.empty()) {
      rows();
    }
    if (out_.refusal.empty()) {
      requests();
    }
    return out_;
  }

 private:
  // ---- recurrent states

  void states() {
    const std::int64_t share = slots_per_request(settings_);
    if (settings_.states.slots) {
      out_.slots = *settings_.states.slots / settings_.attention_dp();
    } else if (!settings_.radix_cache && demand_.limit) {
      out_.slots = *demand_.limit;
    } else if (memory_) {
      out_.slots = slots_in_memory(share);
    } else {
      out_.slots = Wide{demand_.requests} * share;
    }
    if (settings_.draft.kind != Drafting::none) {
      out_.drafted_states = std::min<Wide>(demand_.limit.value_or(demand_.requests), out_.slots / share) + spare();
    }
    if (out_.slots <= 0) {
      out_.refusal = fmt::format(
          "Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed "
          "max_mamba_cache_size={}. Try: (1) reduce --max-running-requests, (2) increase --mem-fraction-static, "
          "(3) reduce --speculative-num-draft-tokens, or (4) use GPUs with more memory.",
          out_.slots);
    } else if (memory_) {
      *memory_ -= static_cast<double>((out_.slots + spare()) * slot_ +
                                      out_.drafted_states * settings_.draft.tokens * slot_);
    }
  }

  // Slot 0 takes what padded requests write; rules of 0.5 left it out of the budget.
  Wide spare() const { return settings_.older ? 0 : 1; }

  Wide slots_in_memory(std::int64_t share) const {
    const double ratio = settings_.states.memory_ratio;
    const double budget = *memory_ * ratio / (1 + ratio);
    const double drafted = static_cast<double>(settings_.draft.tokens);
    const double slot = static_cast<double>(slot_);
    const double spare_bytes = settings_.older ? 0 : slot * (1 + drafted);
    const double each = slot * (1 + drafted / static_cast<double>(share));
    return budget < spare_bytes ? Wide{0} : floor_divide(budget - spare_bytes, each);
  }

  // ---- rows of tokens

  void rows() {
    const auto cap = sliding_cap(cell_, settings_, demand_);
    if (cap) {
      capped(ceil_to(*cap, demand_.page));
    } else if (cell_.sliding_layers > 0 && cell_.full_layers > 0) {
      by_ratio();
    } else {
      (cell_.full_layers > 0 ? out_.full : out_.sliding) = tokens(cell_.full + cell_.sliding + cell_.draft);
    }
    if (out_.full + out_.sliding <= 0 && out_.refusal.empty()) {
      out_.refusal = "Not enough memory. Please try to increase --mem-fraction-static.";
    }
  }

  Wide demanded() const { return Wide{demand_.requests} * demand_.rows(settings_.dcp); }

  Wide limited(Wide tokens) const {
    const Wide most = settings_.max_total_tokens ? Wide{*settings_.max_total_tokens} : tokens;
    return floor_to(std::min(tokens, most), demand_.page);
  }

  Wide tokens(Wide bytes) const {
    if (memory_) {
      return limited(std::max<Wide>(0, whole_part(std::floor(*memory_))) / bytes);
    }
    return settings_.max_total_tokens ? limited(*settings_.max_total_tokens) : demanded();
  }

  Wide sliding_of(Wide full) const { return floor_to(scaled(full, settings_.swa_ratio), demand_.page); }
  bool admits(Wide sliding) const { return Wide{cell_.window} + demand_.page < sliding; }

  // The least full pool whose sliding one admits a request, and holds the windows of all.
  Wide least_full() const {
    const Wide windows = Wide{demand_.requests} * std::min<Wide>(cell_.window, demand_.context.value);
    return full_for(std::max(Wide{cell_.window} + demand_.page + 1, windows), settings_.swa_ratio, demand_.page);
  }

  void by_ratio() {
    const double bytes = static_cast<double>(cell_.full + cell_.draft) +
                         value_of(settings_.swa_ratio) * static_cast<double>(cell_.sliding);
    if (memory_) {
      out_.full = limited(*memory_ <= 0 ? Wide{0} : floor_divide(*memory_, bytes));
    } else if (settings_.max_total_tokens) {
      out_.full = limited(*settings_.max_total_tokens);
    } else {
      out_.full = std::max(demanded(), least_full());
    }
    out_.sliding = sliding_of(out_.full);
    if (!admits(out_.sliding)) {
      out_.refusal = fmt::format(
          "SWA pool ({} tokens) cannot hold even one request: the prefill admission floor is sliding_window_size "
          "({}) + page_size ({}). Increase --swa-full-tokens-ratio or the total KV budget.",
          out_.sliding, cell_.window, demand_.page);
    }
  }

  void capped(Wide sliding) {
    out_.sliding = sliding;
    const double fixed = static_cast<double>(sliding * cell_.sliding);
    if (memory_) {
      const Wide rest = whole_part(std::floor(*memory_ - fixed));
      // A DFLASH draft is not in this budget (pool_configurator.py, SWAChunkCapPoolConfigurator).
      const Wide draft = settings_.draft.kind == Drafting::like_target ? cell_.draft : 0;
      out_.full = rest <= 0 ? Wide{0} : floor_to(rest / (cell_.full + draft), demand_.page);
      if (out_.full <= 0) {
        out_.refusal = fmt::format(
            "SWA pool cap ({} tokens, {:.2f} GiB) leaves no room for the full KV pool within the available {:.2f} "
            "GiB. Reduce --max-running-requests, lower SGLANG_SWA_EVICTION_INTERVAL, or increase "
            "--mem-fraction-static.",
            sliding, fixed / (1 << 30), *memory_ / (1 << 30));
        return;
      }
    }
    if (settings_.max_total_tokens && (!memory_ || out_.full > *settings_.max_total_tokens)) {
      out_.full = limited(*settings_.max_total_tokens);
      out_.sliding = std::min<Wide>(sliding, *settings_.max_total_tokens);
    } else if (!memory_) {
      out_.full = demanded();
    }
  }

  void requests() {
    const Wide tokens = cell_.full_layers > 0 ? out_.full : out_.sliding;
    out_.requests = out_.known ? most_requests(settings_, demand_, tokens,
                                               slot_ > 0 ? std::optional(out_.slots) : std::nullopt)
                               : Wide{demand_.limit.value_or(demand_.requests)};
    if (out_.requests <= 0) {
      out_.refusal = fmt::format(
          "Hybrid (mamba/linear-attention) state cache is too small to serve any requests. "
          "max_mamba_cache_size={}, mamba_ratio={}, resulting max_num_reqs={}. Try: (1) reduce "
          "--max-running-requests, (2) increase --mem-fraction-static, or (3) use GPUs with more memory.",
          out_.slots, slots_per_request(settings_), out_.requests);
    }
  }

  const Cell& cell_;
  const Settings& settings_;
  const Demand& demand_;
  Wide slot_ = 0;
  std::optional<double> memory_;  // what is left, in bytes
  Sizes out_;
};

}  // namespace

Sizes sizes_of(const std::vector<PooledLayer>& layers, const Cell& cell, const Settings& settings,
               const Demand& demand) {
  return Sizing(layers, cell, settings, demand).sizes();
}

}  // namespace kvtally::sglang
