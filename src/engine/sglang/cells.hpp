#pragma once

#include <optional>
#include <vector>

#include "engine/sglang/layers.hpp"

namespace kvtally::sglang {

/// What is asked of the pools on one rank.
struct Demand {
  Tokens context{1};
  std::int64_t requests = 1;          // of the fullest data-parallel rank
  std::optional<std::int64_t> limit;  // of requests on one rank, where --max-running-requests is given
  std::int64_t page = 1;

  /// Rows of one request on one of `dcp` ranks: whole pages.
  Wide rows(std::int64_t dcp) const;
};

/// The layers that draft, on one rank.
struct DraftRows {
  std::int64_t layers = 0;
  Wide row = 0;  // bytes of a token's row, all of them together
};

/// Bytes that each token costs on one rank.
struct Cell {
  Wide full = 0;     // of a token in the full layers, index rows included
  Wide sliding = 0;  // of a token in the sliding ones
  Wide draft = 0;
  std::int64_t full_layers = 0;
  std::int64_t sliding_layers = 0;
  std::int64_t window = 0;  // the widest

  Wide total() const { return full + sliding + draft; }
};

/// The cell without draft layers. fp4 counts the scales of all layers together and one layer's rows in fp8 for the
/// prefill; mxfp8 the scales of all layers together; hierarchical sparse attention multiplies index rows.
Cell cell_of(const std::vector<PooledLayer>& layers, const Settings& settings);

/// The rows of the draft layers. Layers that are like the target's cost the target's bytes a layer: int(cell × (1
/// + draft ÷ layers)), and beside sparse latents a layer's row with index keys; sliding ones the full layers'.
/// `own`: the model's draft layers, taken where none are stated. A DFLASH draft has rows of its own, on each rank
/// of decode context parallelism. Refused: EAGLE and the like without draft layers.
Expected<DraftRows> draft_rows(const std::vector<PooledLayer>& layers, const Cell& cell, const Settings& settings,
                               Layout layout, std::int64_t own);

/// Memory for all pools of one rank: stated, or --free-after-load less what --mem-fraction-static leaves free.
std::optional<Bytes> available_memory(const Settings& settings);

}  // namespace kvtally::sglang
