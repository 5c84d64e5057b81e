#include "engine/sglang/cells.hpp"

#include <algorithm>

namespace kvtally::sglang {

namespace {

constexpr std::int64_t kMille = 1000;

// fp4: half a byte an element, the scales of a layer's keys and values by the width of a key, and one layer's rows
// in fp8 that the prefill unpacks into.
Wide fp4_cell(const std::vector<PooledLayer>& layers) {
  Wide elements = 0;
  Wide scales = 0;
  Wide workspace = 0;
  for (const PooledLayer& layer : layers) {
    if (layer.rows && layer.value_dim > 0) {
      elements += Wide{layer.heads} * (layer.key_dim + layer.value_dim);
      scales += 2 * Wide{layer.heads} * layer.key_dim;
      workspace = std::max(workspace, 2 * Wide{layer.heads} * layer.key_dim);
    }
  }
  return elements / 2 + scales / 16 + workspace;
}

Wide mxfp8_cell(const std::vector<PooledLayer>& layers) {
  Wide elements = 0;
  for (const PooledLayer& layer : layers) {
    elements += Wide{layer.heads} * (layer.key_dim + layer.value_dim);
  }
  return elements + elements / 32;
}

// One layer more of the target's: the mean of its layers; of the full ones where some slide.
Wide like_target(const std::vector<PooledLayer>& layers, const Cell& cell, Layout layout, Wide drafts) {
  for (const PooledLayer& layer : layers) {
    const bool sparse = layout == Layout::sparse_latent && layer.index_row > 0;
    if (sparse || (cell.sliding_layers > 0 && layer.rows && !layer.slides)) {
      return drafts * (layer.row() + layer.index_row);
    }
  }
  if (cell.sliding_layers > 0) {
    return drafts * (cell.sliding / cell.sliding_layers);
  }
  // As the server computes it, in doubles.
  const double factor = 1 + static_cast<double>(drafts) / static_cast<double>(cell.full_layers);
  return whole_part(static_cast<double>(cell.full) * factor) - cell.full;
}

}  // namespace

Wide Demand::rows(std::int64_t dcp) const {
  const Wide unit = Wide{page} * dcp;
  return ceil_div(context.value, unit) * unit / dcp;
}

Cell cell_of(const std::vector<PooledLayer>& layers, const Settings& settings) {
  Cell cell;
  bool heads = false;
  for (const PooledLayer& layer : layers) {
    if (!layer.rows) {
      continue;
    }
    heads = heads || layer.value_dim > 0;
    if (layer.slides) {
      cell.sliding += layer.row();
      cell.window = std::max(cell.window, *layer.window);
      ++cell.sliding_layers;
    } else {
      cell.full += layer.row() + layer.index_row * settings.hisparse;
      ++cell.full_layers;
    }
  }
  if (heads && cell.sliding_layers == 0) {
    Wide index = 0;
    for (const PooledLayer& layer : layers) {
      index += layer.index_row;
    }
    cell.full = settings.format == CacheFormat::fp4     ? fp4_cell(layers) + index
                : settings.format == CacheFormat::mxfp8 ? mxfp8_cell(layers) + index
                                                        : cell.full;
  }
  return cell;
}

Expected<DraftRows> draft_rows(const std::vector<PooledLayer>& layers, const Cell& cell, const Settings& settings,
                               Layout layout, std::int64_t own) {
  const Draft& draft = settings.draft;
  DraftRows out;
  if (draft.kind == Drafting::none) {
    return out;
  }
  out.layers = draft.layers.value_or(own);
  if (out.layers == 0) {
    return std::unexpected(Problems{{{},
                                     {},
                                     "--speculative-algorithm: the model has no draft layers of its own",
                                     "--draft-layers of the draft model",
                                     {},
                                     {}}});
  }
  if (draft.kind == Drafting::of_its_own) {
    const std::int64_t width = settings.format == CacheFormat::half ? 2 : 1;
    out.row = Wide{draft.heads} * 2 * draft.head_dim * out.layers * width * settings.dcp;
    return out;
  }
  out.row = like_target(layers, cell, layout, out.layers);
  return out;
}

std::optional<Bytes> available_memory(const Settings& settings) {
  if (settings.available || !settings.free_after_load) {
    return settings.available;
  }
  const Bytes gpu = *settings.gpu_memory;
  const EngineShare fraction =
      settings.mem_fraction.value_or(EngineShare{default_mem_fraction_per_mille(settings, gpu), kMille});
  const Wide kept = ceil_div(gpu.value * (fraction.denominator - fraction.numerator), fraction.denominator);
  return Bytes{std::max<Wide>(0, settings.free_after_load->value - kept)};
}

}  // namespace kvtally::sglang
