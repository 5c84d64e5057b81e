#include "engine/vllm/capacity.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/vllm/log_text.hpp"

namespace kvtally::vllm {

namespace {

constexpr std::string_view kSee =
    "See https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details.";

std::string no_memory() {
  return fmt::format(
      "No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the "
      "engine (this flag also controls CPU memory reservation on the CPU backend, despite its name). {}",
      kSee);
}

std::string too_little(std::int64_t length, Bytes needed, Bytes available, std::int64_t estimate) {
  const std::string longest =
      estimate > 0
          ? fmt::format("Based on the available memory, the estimated maximum model length is {}. ", estimate)
          : "";
  return fmt::format(
      "To serve at least one request with the model's max seq len ({}), ({} GiB KV cache is needed, which is "
      "larger "
      "than the available KV cache memory ({} GiB). {}Try increasing `gpu_memory_utilization` (which also "
      "controls "
      "CPU memory on the CPU backend) or decreasing `max_model_len` when initializing the engine. {}",
      length, gib(needed), gib(available), longest, kSee);
}

class Working {
 public:
  Working(const CacheLayers& layers, const Grouping& grouping, const Settings& settings)
      : grouping_(grouping), settings_(settings), use_(use_of(settings, layers.own_draft_layers)) {
    const std::vector<std::int64_t> bounds = stage_bounds(layers.model_layers, settings.pp);
    for (std::size_t stage = 0; stage + 1 < bounds.size(); ++stage) {
      const bool last = stage + 2 == bounds.size();  // draft layers are on the last stage
      out_.workers.push_back(on_worker(grouping, bounds[stage], last ? std::int64_t{1} << 62 : bounds[stage + 1]));
    }
    out_.max_model_len = settings.max_model_len;
  }

  Capacity work() {
    for (std::size_t i = 0; i < out_.workers.size(); ++i) {
      out_.fullest = block_bytes(out_.workers[i]) > block_bytes(out_.worker()) ? i : out_.fullest;
    }
    set_available();
    fit_length();
    out_.per_request = blocks_of_request(out_.worker(), use_);
    out_.needed = needed_bytes(checked(), use_);
    check();
    set_blocks();
    return std::move(out_);
  }

 private:
  // Until 2026-02 the check took all stages together, whatever one of them holds.
  const Grouping& checked() const { return settings_.version == Version::feb_2026 ? grouping_ : out_.worker(); }

  void set_available() {
    out_.available = settings_.available;
    if (!settings_.blocks_override || grouping_.layout == Layout::none) {
      return;
    }
    const Bytes block = block_bytes(out_.worker());
    if (settings_.available) {
      out_.log.push_back(fmt::format("Overriding num_gpu_blocks={} with num_gpu_blocks_override={}",
                                     narrow(settings_.available->value / block.value).value_or(0),
                                     *settings_.blocks_override));
    }
    out_.available = block * *settings_.blocks_override;
  }

  void fit_length() {
    if (!out_.available || grouping_.layout == Layout::none) {
      return;
    }
    out_.estimate = longest_request(checked(), use_, *out_.available);
    if (!settings_.auto_fit) {
      return;
    }
    const bool whole = *out_.estimate >= out_.max_model_len;
    if (*out_.estimate == 0) {
      out_.refusal =
          "Cannot auto-fit max_model_len: not enough GPU memory available to serve even a single token. Try "
          "increasing `gpu_memory_utilization`.";
      return;
    }
    out_.log.push_back(
        whole ? fmt::format("Auto-fit max_model_len: full model context length {} fits in available GPU memory",
                            out_.max_model_len)
              : fmt::format("Auto-fit max_model_len: reduced from {} to {} to fit in available GPU memory ({} GiB "
                            "available for KV cache)",
                            out_.max_model_len, *out_.estimate, gib(*out_.available)));
    out_.max_model_len = *out_.estimate;
    use_.max_model_len = *out_.estimate;
  }

  void check() {
    if (!out_.available || grouping_.layout == Layout::none || !out_.refusal.empty()) {
      return;
    }
    if (out_.available->value <= 0) {
      out_.refusal = no_memory();
    } else if (out_.needed > *out_.available) {
      out_.refusal = too_little(out_.max_model_len, out_.needed, *out_.available, *out_.estimate);
    }
  }

  void set_blocks() {
    if (grouping_.layout == Layout::none) {
      out_.blocks = 1;  // the null block
    } else if (!out_.available) {
      out_.blocks = out_.per_request * settings_.requests;
    } else {
      // The stage with the largest blocks has the fewest, and all have as many.
      out_.blocks = std::max(Wide{0}, out_.available->value / block_bytes(out_.worker()).value);
    }
  }

  const Grouping& grouping_;
  const Settings& settings_;
  Use use_;
  Capacity out_;
};

}  // namespace

Use Capacity::use(const Use& of) const {
  Use out = of;
  out.max_model_len = max_model_len;
  return out;
}

Capacity capacity_of(const CacheLayers& layers, const Grouping& grouping, const Settings& settings) {
  return Working(layers, grouping, settings).work();
}

std::vector<std::int64_t> stage_bounds(std::int64_t layers, std::int64_t stages) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(stages), layers / stages);
  for (std::int64_t extra = 0; extra < layers % stages; ++extra) {
    ++counts[static_cast<std::size_t>(stages - 2 - extra)];
  }
  std::vector<std::int64_t> bounds{0};
  for (const std::int64_t count : counts) {
    bounds.push_back(bounds.back() + count);
  }
  return bounds;
}

std::int64_t longest_request(const Grouping& grouping, const Use& use, Bytes available) {
  Use tried = use;
  std::int64_t fits = 0;
  std::int64_t most = use.max_model_len;
  while (fits < most) {
    tried.max_model_len = fits + (most - fits + 1) / 2;
    if (needed_bytes(grouping, tried) <= available) {
      fits = tried.max_model_len;
    } else {
      most = tried.max_model_len - 1;
    }
  }
  return fits;
}

Wide tokens_printed(const Capacity& capacity, const Use& use, const Settings& settings) {
  const Grouping& worker = capacity.worker();
  if (settings.version < Version::apr_2026) {
    return capacity.blocks * use.max_model_len / std::max(Wide{1}, capacity.per_request);
  }
  std::int64_t block = 0;
  for (const Group& group : worker.groups) {
    const std::int64_t own = worker.specs[group.all.front()].spec.block_size;
    block = block == 0 ? own : std::min(block, own);
  }
  const auto groups = static_cast<Wide>(std::max<std::size_t>(1, worker.groups.size()));
  return capacity.blocks / groups * block * settings.dcp;
}

}  // namespace kvtally::vllm
