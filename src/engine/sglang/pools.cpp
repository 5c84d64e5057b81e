#include "engine/sglang/pools.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/sglang/limits.hpp"

namespace kvtally::sglang {

namespace {

// The layers of one pool of rows, added up.
struct RowPool {
  std::int64_t layers = 0;
  Wide key = 0;
  Wide value = 0;
  Wide scales = 0;
  Wide index = 0;
  std::int64_t indexed = 0;
  Wide filled = 0;  // bytes that one request fills
  Wide all = 0;     // and those of all its tokens
  bool latent = false;
  Wide workspace = 0;  // bytes of one layer's row in fp8, where fp4 is unpacked

  Wide row() const { return key + value + scales; }
};

RowPool row_pool(const std::vector<PooledLayer>& layers, bool sliding, const Settings& settings, Tokens context) {
  RowPool pool;
  for (const PooledLayer& layer : layers) {
    if (!layer.rows || layer.slides != sliding) {
      continue;
    }
    ++pool.layers;
    pool.key += layer.key;
    pool.value += layer.value;
    pool.scales += layer.scales;
    pool.index += layer.index_row;
    pool.indexed += layer.index_row > 0 ? 1 : 0;
    pool.latent = layer.value_dim == 0;
    const Wide tokens = layer.window ? std::min<Wide>(context.value, *layer.window) : context.value;
    pool.filled += tokens * layer.row();
    pool.all += context.value * layer.row();
    if (settings.format == CacheFormat::fp4 && !pool.latent) {
      pool.workspace = std::max(pool.workspace, 2 * Wide{layer.heads} * layer.key_dim);
    }
  }
  return pool;
}

// Rows for tokens beyond those that the requests take, or the lack of them.
void add_free(Pools& pools, Wide tokens, Wide row) {
  pools.causes.add(tokens < 0 ? "fewer tokens in the pool than these requests take" : "free for further requests",
                   tokens * row);
}

class RowPools {
 public:
  RowPools(Pools& pools, const Settings& settings, const Demand& demand)
      : pools_(pools), settings_(settings), demand_(demand) {}

  void add(const RowPool& pool, Wide size, bool sliding) {
    const Wide rows = size + demand_.page;
    const std::string prefix = sliding ? "swa_" : "";
    hold(sliding ? "sliding layers" : "full layers", pool, rows);
    if (pool.latent) {
      add_figure(pools_.figures, "kv_size_bytes", "bytes", rows * pool.row());
    } else {
      add_figure(pools_.figures, prefix + "k_size_bytes", "bytes", rows * pool.key);
      add_figure(pools_.figures, prefix + "v_size_bytes", "bytes", rows * pool.value);
    }
    const Wide filled = pool.filled * demand_.requests;
    if (sliding) {
      pools_.causes.add("the sliding layers' pool", size * pool.row() - filled,
                        fmt::format("{} rows, by {}", size, "the ratio or the cap, not one window a request"));
    } else {
      const Wide all = pool.all * demand_.requests;
      pools_.causes.add("sliding layers keep the rows of all tokens", all - filled,
                        "only a list of architectures has a pool for them");
      const Wide whole = Wide{demand_.requests} * demand_.rows(settings_.dcp);
      pools_.causes.add(fmt::format("pages of {} tokens", demand_.page), whole * pool.row() - all);
      add_free(pools_, size - whole, pool.row());
    }
    pools_.causes.add("the padding page", demand_.page * pool.row(), "rows that padded requests write");
  }

  // Index keys of latents are in pages of their own: (tokens + page + 1) ÷ page of them.
  void add_index(const RowPool& pool, Wide size) {
    if (pool.index == 0) {
      return;
    }
    const Wide tokens = size * settings_.hisparse;
    const Wide rows =
        pool.latent ? (tokens + demand_.page + 1) / demand_.page * demand_.page : tokens + demand_.page;
    pools_.held.push_back(
        {"index keys", fmt::format("{} rows of {} B", rows, pool.index), pool.indexed, Bytes{rows * pool.index}});
    add_figure(pools_.figures, "index_size_bytes", "bytes", rows * pool.index);
    const Wide filled = ceil_div(demand_.context.value, settings_.dcp) * demand_.requests;
    const Wide whole = Wide{demand_.requests} * demand_.rows(settings_.dcp);
    pools_.causes.add(fmt::format("pages of {} tokens", demand_.page), (whole - filled) * pool.index);
    add_free(pools_, size - whole, pool.index);
    pools_.causes.add("index keys of tokens on the host", (tokens - size) * pool.index);
    pools_.causes.add("the padding page", (rows - tokens) * pool.index);
  }

  void add_workspace(const RowPool& pool, Wide size) {
    const Wide bytes = (size + demand_.page) * pool.workspace;
    if (bytes > 0) {
      pools_.held.push_back({"fp8 workspace", "one layer's rows", 0, Bytes{bytes}});
      pools_.causes.add("one layer's rows in fp8, for the prefill", bytes);
    }
  }

 private:
  void hold(std::string_view of, const RowPool& pool, Wide rows) const {
    const auto one = [&](std::string_view what, Wide row) {
      if (row > 0) {
        pools_.held.push_back({fmt::format("{}: {}", of, what), fmt::format("{} rows of {} B", rows, row),
                               pool.layers, Bytes{rows * row}});
      }
    };
    one(pool.latent ? "latents" : "keys", pool.key);
    one("values", pool.value);
    one("scales", pool.scales);
  }

  Pools& pools_;
  const Settings& settings_;
  const Demand& demand_;
};

}  // namespace

void add_figure(std::vector<EngineFigure>& figures, std::string name, std::string unit, Wide value,
                Wide denominator) {
  const Wide common = std::max<Wide>(1, common_divisor(value, denominator));
  figures.push_back({std::move(name), std::move(unit), value / common, denominator / common});
}

void add_row_pools(Pools& pools, const std::vector<PooledLayer>& layers, const Sizes& sizes,
                   const Settings& settings, const Demand& demand) {
  RowPools out(pools, settings, demand);
  const Tokens here{ceil_div(demand.context.value, settings.dcp)};
  if (const RowPool sliding = row_pool(layers, true, settings, here); sliding.layers > 0) {
    out.add(sliding, sizes.sliding, true);
  }
  if (const RowPool full = row_pool(layers, false, settings, here); full.layers > 0) {
    out.add(full, sizes.full, false);
    out.add_index(full, sizes.full);
    out.add_workspace(full, sizes.full);
  }
}

void add_draft_pool(Pools& pools, const DraftRows& draft, const Sizes& sizes, const Demand& demand) {
  if (draft.layers == 0) {
    return;
  }
  const Wide rows = std::max(sizes.full, sizes.full == 0 ? sizes.sliding : Wide{0}) + demand.page;
  pools.held.push_back(
      {"draft layers", fmt::format("{} rows of {} B", rows, draft.row), draft.layers, Bytes{rows * draft.row}});
  pools.causes.add("draft layers: as many rows as the full layers", rows * draft.row);
}

void add_state_pool(Pools& pools, const std::vector<PooledLayer>& layers, const Sizes& sizes,
                    const Settings& settings, const Demand& demand) {
  Wide convolution = 0;
  Wide recurrent = 0;
  std::int64_t count = 0;
  for (const PooledLayer& layer : layers) {
    convolution += layer.convolution;
    recurrent += layer.recurrent;
    count += layer.slot() > 0 ? 1 : 0;
  }
  if (count == 0) {
    return;
  }
  const Wide slot = convolution + recurrent;
  const Wide slots = sizes.slots + 1;
  const auto hold = [&](const std::string& what, Wide each) {
    pools.held.push_back({what, fmt::format("{} slots of {} B", slots, each), count, Bytes{slots * each}});
  };
  hold("convolution states", convolution);
  hold("recurrent states", recurrent);
  add_figure(pools.figures, "mamba_slot_bytes", "bytes", slot);
  if (sizes.known || settings.states.slots) {
    add_figure(pools.figures, "max_mamba_cache_size", "slots", sizes.slots);
  }
  add_figure(pools.figures, "conv_state_bytes", "bytes", slots * convolution);
  add_figure(pools.figures, "ssm_state_bytes", "bytes", slots * recurrent);
  const Wide wanted = Wide{demand.requests} * slots_per_request(settings);
  pools.causes.add(fmt::format("{} state slots a request", slots_per_request(settings)),
                   (wanted - demand.requests) * slot, "states that the prefix cache keeps take slots too");
  pools.causes.add(sizes.slots < wanted ? "fewer state slots than these requests take" : "free state slots",
                   (sizes.slots - wanted) * slot);
  pools.causes.add("state slot 0, for padding", slot);
  const Wide drafted = sizes.drafted_states * settings.draft.tokens * slot;
  if (drafted > 0) {
    pools.held.push_back({"states of draft steps",
                          fmt::format("{} requests x {} tokens", sizes.drafted_states, settings.draft.tokens),
                          count, Bytes{drafted}});
    pools.causes.add("states of draft steps, until they are verified", drafted);
  }
}

void add_compressed_pools(Pools& pools, const CompressedShape& shape, const CompressedSizes& sizes, Wide filled,
                          std::int64_t page) {
  Wide rows = 0;
  Wide states = 0;
  for (const CompressedPool& pool : compressed_pools(shape, sizes, page)) {
    (pool.states ? states : rows) += pool.bytes;
    pools.held.push_back({pool.name, pool.shape, pool.layers, Bytes{pool.bytes}});
  }
  pools.causes.add("pools of rows: whole pages, and room by the ratio", rows - filled);
  pools.causes.add("rings of f32 states", states);
}

void add_request_table(Pools& pools, Wide requests, const Settings& settings, const Demand& demand) {
  const Draft& draft = settings.draft;
  const Wide ahead = std::max<Wide>(Wide{draft.steps} * draft.branches, draft.tokens);
  const Wide extra =
      draft.kind == Drafting::none ? 4 : std::max<Wide>(4 + draft.tokens, 2 * ahead + demand.page - 1);
  const Wide length = demand.context.value + extra;
  pools.held.push_back(
      {"req_to_token", fmt::format("[{}, {}] i32", requests + 1, length), 0, Bytes{(requests + 1) * length * 4}});
  pools.causes.add("the table of each request's rows", (requests + 1) * length * 4);
  add_figure(pools.figures, "req_to_token_bytes", "bytes", (requests + 1) * length * 4);
}

}  // namespace kvtally::sglang
