#include <fmt/format.h>

#include "engine/vllm/layers.hpp"
#include "engine/vllm/rows.hpp"

namespace kvtally::vllm {

namespace {

constexpr std::int64_t kWindowBlock = 64;  // as many rows as a block of 256 tokens has at rate 4
constexpr std::int64_t kCompressed = 512;  // the head_dim that fp8_ds_mla packs
constexpr std::int64_t kPackedRow = 584;   // 448 fp8, 64 bf16, 8 bytes of scales
constexpr std::int64_t kPackedAlignment = 576;
constexpr std::int64_t kPlainAlignment = 512;
constexpr std::int64_t kStateElement = 4;  // compressor states are f32
constexpr std::int64_t kDenseRate = 4;
constexpr std::int64_t kSparseRate = 128;

// The rows of DeepSeek-V4's layers in the two layouts: fp8_ds_mla of FlashMLA, plain ones of FlashInfer.
class Compressed {
 public:
  Compressed(CacheLayers& out, const PlacedLayer& layer, const Settings& settings)
      : out_(out), layer_(layer), settings_(settings), packed_(settings.cache_dtype != "bfloat16") {}

  bool add(Problems& problems) {
    const SharedRowStore& shared = *layer_.parts.shared;
    if (!can_store(shared, problems)) {
      return false;
    }
    const Bytes row = packed_ ? Bytes{kPackedRow} : Bytes{2 * Wide{shared.dim}};
    if (shared.window) {
      push_sliding(Part::entries, kWindowBlock, *shared.window, row, shared.dim);
    }
    if (!shared.rate) {
      return true;
    }
    push_pooled(Part::entries, *shared.rate, row, shared.dim);
    push_state(shared, shared.dim);
    if (const auto& index = layer_.parts.index) {
      const Bytes key = index_row(settings_.indexer_dtype == "mxfp4" ? "mxfp4" : "fp8", index->dim);
      push_pooled(Part::indexer, *shared.rate, key, index->dim);
      push_state(shared, index->dim);
    }
    return true;
  }

 private:
  bool can_store(const SharedRowStore& shared, Problems& problems) const {
    const std::string& dtype = settings_.cache_dtype;
    if (!(dtype == "auto" || dtype.starts_with("fp8") || dtype == "bfloat16") || dtype.ends_with("head") ||
        (packed_ && shared.dim != kCompressed)) {
      return no_rule(problems, fmt::format("--kv-cache-dtype {} stores no rows of {} that are key and value",
                                           dtype, shared.dim));
    }
    if (shared.rate && *shared.rate != kDenseRate && *shared.rate != kSparseRate) {
      return no_rule(problems, fmt::format("Invalid compress ratio: {}", *shared.rate));
    }
    if (settings_.indexer_dtype == "bfloat16" && layer_.parts.index) {
      return no_rule(problems, "--indexer-dtype bfloat16 stores no index keys of csa layers");
    }
    if (out_.block_size % kSparseRate != 0) {
      return no_rule(problems, fmt::format("--block-size {}: rows that are pooled over 128 tokens need a multiple",
                                           out_.block_size));
    }
    return true;
  }

  void push_sliding(Part part, std::int64_t block, std::int64_t span, Bytes row, std::int64_t dim) {
    push(part, {SpecKind::sliding_mla, block, 1, row, span, alignment(), {}, {1, dim, 0}});
  }

  void push_pooled(Part part, std::int64_t rate, Bytes row, std::int64_t dim) {
    push(part, {SpecKind::mla, out_.block_size, rate, row, 0, alignment(), {}, {1, dim, 0}});
  }

  void push(Part part, CacheSpec content) {
    LayerSpec spec{layer_.index, layer_.draft ? Part::draft : part, {}, content.row};
    spec.span = content.span;
    spec.spec = std::move(content);
    out_.specs.push_back(std::move(spec));
  }

  std::int64_t alignment() const { return packed_ ? kPackedAlignment : kPlainAlignment; }

  // Two rows of the pooled width, twice that where the pooling overlaps, for the positions of one or two poolings.
  void push_state(const SharedRowStore& shared, std::int64_t dim) {
    const std::int64_t wide = shared.overlapping ? 2 : 1;
    const Bytes row{2 * Wide{wide} * dim * kStateElement};
    push_sliding(Part::open, *shared.rate == kDenseRate ? 4 : 8, wide * *shared.rate, row, 2 * wide * dim);
  }

  CacheLayers& out_;
  const PlacedLayer& layer_;
  const Settings& settings_;
  bool packed_;
};

}  // namespace

bool add_compressed(CacheLayers& out, const PlacedLayer& layer, const Settings& settings, Problems& problems) {
  return Compressed(out, layer, settings).add(problems);
}

}  // namespace kvtally::vllm
