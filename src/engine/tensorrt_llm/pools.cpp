#include "engine/tensorrt_llm/pools.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally::tensorrt_llm {

namespace {

Content whole_content(const std::vector<CachedLayer>& layers, const Request& request) {
  return content_of(layers, request.demand.context);
}

std::string name_of(const WindowGroup& group) {
  return group.drafts     ? fmt::format("draft layers, {} tokens", group.window)
         : group.waiting  ? fmt::format("waiting rows of {} tokens", group.window)
         : group.windowed ? fmt::format("window of {} tokens", group.clamped)
                          : std::string("rows of all tokens");
}

// The blocks of one window: what the requests take of them, and what is beyond that.
void add_group(Pools& pools, const WindowGroup& group, const Request& request) {
  const Demand& demand = request.demand;
  const Wide block = demand.block * group.bytes;
  pools.held.push_back({name_of(group), fmt::format("{} blocks of {} B", group.blocks, block), group.layers,
                        Bytes{group.blocks * block}});
  const Wide taken = Wide{demand.requests} * blocks_of_request(group, demand.context, demand.block);
  const Wide rest = (group.blocks - taken) * block;
  if (group.drafts) {
    pools.causes.add("draft layers like the last", taken * block, "one fewer than the tokens that are drafted");
  } else if (group.waiting) {
    pools.causes.add("what waits to be pooled, in f32", taken * block,
                     "whole blocks of the stretch, key and score");
  } else {
    const Wide tokens =
        group.windowed ? std::min<Wide>(demand.context.value, group.clamped) : demand.context.value;
    const Wide all = demand.requests * tokens * group.bytes;
    pools.causes.add(group.windowed ? "windows of the flags, not the model's" : "sliding layers keep all tokens",
                     all - group.filled * demand.requests);
    pools.causes.add(fmt::format("blocks of {} tokens", demand.block), taken * block - all,
                     group.windowed ? "a window begins inside a block, so that one more is taken" : "");
  }
  pools.causes.add(rest < 0 ? "fewer blocks than these requests take" : "free for further requests", rest);
}

void add_cross(Pools& pools, const Request& request, const Sizes& sizes) {
  if (sizes.cross_token == 0) {
    return;
  }
  const Demand& demand = request.demand;
  const Wide block = demand.block * sizes.cross_token;
  pools.held.push_back({"encoder's keys and values", fmt::format("{} blocks of {} B", sizes.cross_blocks, block),
                        0, Bytes{sizes.cross_blocks * block}});
  const Wide taken = Wide{demand.requests} * ceil_div(sizes.cross_tokens, demand.block) * block;
  const Wide filled = content_of(request.rank.layers, demand.context).cross * demand.requests;
  pools.causes.add(fmt::format("blocks of {} tokens", demand.block), taken - filled);
  const Wide rest = sizes.cross_blocks * block - taken;
  pools.causes.add(rest < 0 ? "fewer blocks than these requests take" : "free for further requests", rest);
}

void add_states(Pools& pools, const Request& request, const Sizes& sizes) {
  const Wide state = affine_cost(request.rank.layers, request.settings, request.demand).state;
  if (state == 0) {
    return;
  }
  pools.held.push_back({"recurrent and convolution states", fmt::format("{} slots of {} B", sizes.slots, state), 0,
                        Bytes{sizes.slots * state}});
  pools.causes.add("state slots beside one a request", (sizes.slots - request.demand.requests) * state,
                   "those of other pipeline microbatches, of padded requests and drafts, and snapshots");
}

}  // namespace

void Pools::figure(std::string name, std::string unit, Wide value) {
  figures.push_back({std::move(name), std::move(unit), value, 1});
}

void add_division(Pools& pools, const Tally& needed, const Request& request) {
  const Settings& settings = request.settings;
  const Content whole = whole_content(request.whole, request);
  const Wide requests = request.requests;
  CauseList& causes = pools.causes;
  causes.add("rows in the manager's own layout", whole.rows * requests - needed[Part::entries].value,
             "values as wide as keys; DeepSeek-V4's and V4.1's own records");
  causes.add("index keys in the manager's own layout", whole.index * requests - needed[Part::indexer].value,
             "fp8 with a scale of 4 bytes each 128");
  causes.add("states in the engine's own formats", whole.state * requests - needed[Part::state].value,
             "recurrent states in the model's 16 bits unless --mamba_ssm_cache_dtype says more");
  causes.add("an encoder's rows", whole.cross * requests - needed[Part::cross].value);
  causes.add("what waits to be pooled is counted apart", Wide{0} - needed[Part::open].value);
  Wide at = whole.total() * requests;
  const auto step = [&](const std::string& what, Wide to) {
    causes.add(what, to - at);
    at = to;
  };
  const Wide here = request.demand.requests;
  step(fmt::format("requests on other ranks of attention DP ({} of {} here)", here, request.requests),
       whole.total() * here);
  step(fmt::format("layers on other pipeline stages (PP {})", settings.pp),
       whole_content(request.stage, request).total() * here);
  step(fmt::format("divided over TP {}", settings.attention_tp()), ceil_div(at, settings.attention_tp()));
  step(fmt::format("replicated over TP {}", settings.attention_tp()),
       whole_content(request.rank.layers, request).total() * here);
}

void add_pools(Pools& pools, const Request& request, const Sizes& sizes) {
  if (sizes.quota) {
    Pools taken;
    for (const WindowGroup& group : sizes.groups) {
      add_group(taken, group, request);
    }
    Wide bytes = 0;
    for (const EngineHold& hold : taken.held) {
      bytes += hold.bytes.value;
    }
    for (const EngineCause& cause : taken.causes.list()) {
      pools.causes.add(cause.what, cause.bytes.value, cause.why);
    }
    const Wide rest = *sizes.quota - bytes;
    pools.causes.add(rest < 0 ? "fewer bytes than these requests take" : "free for further requests", rest);
    pools.held.push_back({"quota of the byte-counting manager", fmt::format("{} life cycles", sizes.groups.size()),
                          static_cast<std::int64_t>(request.rank.layers.size()), Bytes{*sizes.quota}});
  } else {
    for (const WindowGroup& group : sizes.groups) {
      add_group(pools, group, request);
    }
  }
  add_cross(pools, request, sizes);
  add_states(pools, request, sizes);
}

namespace {

void add_block_figures(Pools& pools, const Request& request, const Sizes& sizes) {
  Wide bytes = 0;
  for (const WindowGroup& group : sizes.groups) {
    bytes += group.blocks * request.demand.block * group.bytes;
  }
  pools.figure("allocated_kv_bytes", "bytes", bytes);
  if (!sizes.known || sizes.groups.empty()) {
    return;
  }
  if (sizes.groups.size() == 1) {
    const WindowGroup& group = sizes.groups.front();
    pools.figure("primary_blocks", "blocks", group.blocks);
    pools.figure("max_tokens", "tokens", group.blocks * request.demand.block);
    pools.figure("secondary_blocks", "blocks", group.secondary);
    pools.figure("window_upper_bound", "tokens",
                 window_upper_bound(group.blocks, request.demand.block, request.settings, request.demand.context));
  } else {
    for (const WindowGroup& group : sizes.groups) {
      pools.figure(fmt::format("primary_blocks_window_{}", group.clamped), "blocks", group.blocks);
    }
  }
  for (const WindowGroup& group : sizes.clamped) {
    pools.figure(fmt::format("window_{}_clamped", group.window), "tokens", group.clamped);
  }
}

}  // namespace

void add_figures(Pools& pools, const Request& request, const Sizes& sizes) {
  const Settings& settings = request.settings;
  const Demand& demand = request.demand;
  const AffineCost cost = affine_cost(request.rank.layers, settings, demand);
  const bool cycles = request.rank.manager == Manager::life_cycles;
  if (cycles) {
    const Cost life = cost_of(request.rank.layers, demand.block, demand.context);
    pools.figure("bytes_per_token", "bytes", life.token);
    pools.figure("bytes_per_request", "bytes", life.request);
  } else {
    pools.figure("bytes_per_token", "bytes", cost.slope);
    pools.figure("bytes_per_block", "bytes", cost.slope * demand.block);
    add_block_figures(pools, request, sizes);
  }
  if (const auto estimate = estimated_bytes(request.stage, settings); estimate && !cycles) {
    pools.figure("estimated_bytes_per_token", "bytes", *estimate);
  }
  if (const auto older = older_sparse_estimate(request.stage, settings, demand.block)) {
    pools.figure("older_estimated_bytes_per_token", "bytes", *older);
  }
  if (cost.state > 0) {
    pools.figure("slope_bytes", "bytes", cost.slope);
    pools.figure("intercept_bytes", "bytes", cost.intercept);
    pools.figure("state_bytes_per_request", "bytes", cost.state);
  }
  const auto budget = memory_budget(settings);
  if (budget) {
    pools.figure("primary_pool_bytes", "bytes", budget->value);
    pools.figure("secondary_pool_bytes", "bytes", settings.host.value);
  }
  if (sizes.quota) {
    pools.figure("quota_bytes", "bytes", *sizes.quota);
    if (const auto host = host_tier(settings, *sizes.quota)) {
      pools.figure("host_tier_bytes", "bytes", *host);
    }
  }
  pools.figure("tokens_per_block", "tokens", demand.block);
}

}  // namespace kvtally::tensorrt_llm
