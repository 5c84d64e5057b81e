#include "engine/sglang/compressed.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/sglang/limits.hpp"

namespace kvtally::sglang {

namespace {

constexpr Wide kRow = 584;
constexpr Wide kPageUnit = 576;
constexpr Wide kDim = 512;
constexpr Wide kStateBytes = 4;  // f32

Wide pad(Wide rows, Wide unit) { return ceil_div(rows, unit) * unit; }

// A ring's row: key-like and gate, both twice as wide where two stretches overlap.
Wide state_row(Wide dim, bool overlapping) { return dim * 2 * (overlapping ? 2 : 1) * kStateBytes; }

Wide fixed_bytes(const CompressedShape& shape, Wide requests) {
  const Wide rows = pad((requests + 1) * shape.ring128() + shape.ring128() + 1, 128);
  return rows * state_row(kDim, false) * shape.hundreds;
}

Wide requests_of(const Settings& settings, const Demand& demand, Wide tokens) {
  return demand.limit ? Wide{*demand.limit} : most_requests(settings, demand, tokens, std::nullopt);
}

CompressedPool rows_pool(const std::string& name, Wide rows, Wide page, std::int64_t layers) {
  const Wide pages = (rows + page + 1) / page;
  const Wide bytes = pad(page * kRow, kPageUnit);
  return {name, fmt::format("{} pages of {} B", pages, bytes), layers, pages * bytes * layers, false};
}

CompressedPool state_pool(const std::string& name, Wide rows, Wide row, std::int64_t layers) {
  return {name, fmt::format("[{}, {}] f32", rows, row / kStateBytes), layers, rows * row * layers, true};
}

}  // namespace

CompressedShape compressed_shape(const std::vector<PooledLayer>& layers, bool drafting) {
  CompressedShape shape;
  shape.drafting = drafting;
  shape.layers = static_cast<std::int64_t>(layers.size());
  for (const PooledLayer& layer : layers) {
    shape.fours += layer.rate == 4 ? 1 : 0;
    shape.hundreds += layer.rate == 128 ? 1 : 0;
    shape.window = std::max(shape.window, layer.window.value_or(0));
    shape.index_row = std::max(shape.index_row, layer.index_row);
    shape.index_dim = std::max(shape.index_dim, layer.index_dim);
  }
  return shape;
}

Fraction<Bytes> bytes_per_full_token(const CompressedShape& shape, const EngineShare& ratio) {
  const auto part = [](Wide bytes, Wide numerator, Wide denominator) {
    return Fraction<Bytes>{Bytes{bytes * numerator}, denominator};
  };
  const Wide states = state_row(kDim, true) + state_row(shape.index_dim, true);
  Fraction<Bytes> sum =
      part(kRow * shape.layers, ratio.numerator, ratio.denominator) +
      part((kRow + shape.index_row) * shape.fours, 1, 4) + part(kRow * shape.hundreds, 1, 128) +
      part(states * shape.fours, ratio.numerator * shape.ring4(), ratio.denominator * shape.window);
  if (shape.drafting) {
    sum = {sum.numerator * (shape.layers + 1), sum.denominator * shape.layers};
  }
  return sum;
}

CompressedSizes compressed_sizes(const CompressedShape& shape, const Settings& settings, const Demand& demand) {
  CompressedSizes out;
  const auto memory = available_memory(settings);
  out.known = memory || settings.max_total_tokens;
  Wide tokens = settings.max_total_tokens.value_or(0);
  if (memory) {
    const double each = bytes_per_full_token(shape, settings.swa_ratio).approximate();
    const auto in = [&](Wide bytes) { return whole_part(static_cast<double>(bytes) / each); };
    const Wide fixed = fixed_bytes(shape, requests_of(settings, demand, in(memory->value)));
    const Wide room = in(std::max<Wide>(0, memory->value - fixed));
    tokens = settings.max_total_tokens ? std::min(room, tokens) : room;
  } else if (!settings.max_total_tokens) {
    const Wide windows = Wide{demand.requests} * std::min<Wide>(shape.window, demand.context.value);
    tokens = std::max(Wide{demand.requests} * demand.rows(1), full_for(windows, settings.swa_ratio, demand.page));
  }
  out.full = tokens / demand.page * demand.page;
  if (out.full <= 0) {
    out.refusal = "Not enough memory. Please try to increase --mem-fraction-static.";
    return out;
  }
  out.sliding = scaled(out.full, settings.swa_ratio) / demand.page * demand.page;
  out.fours = out.full / 4;
  out.hundreds = out.full / 128;
  out.four_states = out.sliding / shape.window * shape.ring4();
  out.requests = out.known ? most_requests(settings, demand, out.full, std::nullopt)
                           : Wide{demand.limit.value_or(demand.requests)};
  out.fixed = fixed_bytes(shape, out.requests);
  return out;
}

std::vector<CompressedPool> compressed_pools(const CompressedShape& shape, const CompressedSizes& sizes,
                                             std::int64_t page) {
  const Wide four_page = page / 4;
  std::vector<CompressedPool> out{
      rows_pool("window rows", sizes.sliding, shape.window, shape.layers + (shape.drafting ? 1 : 0)),
      rows_pool("rows pooled 4 to one", sizes.fours, four_page, shape.fours),
      rows_pool("rows pooled 128 to one", sizes.hundreds, page / 128, shape.hundreds)};
  const Wide pages = (sizes.hundreds * 32 + four_page + 1) / four_page;
  const Wide index = four_page * shape.index_row;
  out.push_back({"index rows", fmt::format("{} pages of {} B", pages, index), shape.fours,
                 pages * index * shape.fours, false});
  const Wide ring = pad(sizes.four_states + shape.ring4() + 1, 4);
  out.push_back(state_pool("states, 4 to one", ring, state_row(kDim, true), shape.fours));
  out.push_back(state_pool("index states", ring, state_row(shape.index_dim, true), shape.fours));
  const Wide fixed = pad((sizes.requests + 1) * shape.ring128() + shape.ring128() + 1, 128);
  out.push_back(state_pool("states, 128 to one", fixed, state_row(kDim, false), shape.hundreds));
  std::erase_if(out, [](const CompressedPool& pool) { return pool.layers == 0; });
  return out;
}

}  // namespace kvtally::sglang
