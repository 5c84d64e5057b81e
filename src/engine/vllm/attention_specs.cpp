#include <algorithm>
#include <fmt/format.h>

#include "engine/vllm/layers.hpp"
#include "engine/vllm/rows.hpp"

namespace kvtally::vllm {

namespace {

constexpr std::int64_t kIndexBlock = 64;    // of DeepSeek's indexer kernels
constexpr std::int64_t kSparseBlock = 128;  // of MiniMax-M3's

Part part_of(const PlacedLayer& layer, Part part) { return layer.draft ? Part::draft : part; }

// TurboQuant leaves the first and last two layers of a model without states as the model computes.
bool unquantised(const CacheLayers& out, const PlacedLayer& layer, std::string_view cache_dtype) {
  constexpr std::int64_t kBoundary = 2;
  const std::int64_t edge = std::min(kBoundary, out.model_layers / 2);
  return cache_dtype.starts_with("turboquant") && !out.hybrid && !layer.draft &&
         (layer.index < edge || layer.index >= out.model_layers - edge);
}

// The first layer of the model itself whose rows are quantised, or the first whose are not.
const CacheSpec* first_of(const CacheLayers& out, bool quantised, std::string_view cache_dtype) {
  for (const LayerSpec& layer : out.specs) {
    const PlacedLayer placed{layer.layer, nullptr, {}, layer.part == Part::draft};
    if (layer.part == Part::entries && unquantised(out, placed, cache_dtype) != quantised) {
      return &layer.spec;
    }
  }
  return nullptr;
}

void keep_in(CacheSpec& spec, const KeyValueStore& heads, const CacheLayers& out, const Settings& settings) {
  spec.block_size = out.block_size;
  if (heads.window) {
    spec.kind = SpecKind::sliding;
    spec.span = *heads.window;
    // Since 2026-07-04 windows have the kernel's smallest block, whatever --block-size says.
    spec.block_size = settings.version <= Version::jul_2026 ? kKernelBlock : out.block_size;
  } else if (heads.chunk) {
    spec.kind = SpecKind::chunked;
    spec.span = *heads.chunk;
  }
}

bool add_heads(CacheLayers& out, const PlacedLayer& layer, const KeyValueStore& heads, std::string_view dtype,
               const Settings& settings, Problems& problems) {
  const auto row = head_row(dtype, settings.dtype, heads.key_dim, heads.value_dim);
  if (!row) {
    return no_rule(problems, row.error());
  }
  if (heads.heads % settings.tp != 0 && settings.tp % heads.heads != 0) {
    return no_rule(problems,
                   fmt::format("{} KV heads divide over no {} tensor-parallel ranks", heads.heads, settings.tp));
  }
  const std::int64_t per_rank = std::max<std::int64_t>(1, heads.heads / settings.tp);
  LayerSpec spec{layer.index, part_of(layer, Part::entries), {}, *row * heads.heads};
  spec.spec.row = *row * per_rank;
  spec.spec.shape = {per_rank, heads.key_dim, heads.value_dim};
  keep_in(spec.spec, heads, out, settings);
  spec.span = spec.spec.span;
  out.specs.push_back(std::move(spec));
  return true;
}

bool add_cross(CacheLayers& out, const PlacedLayer& layer, const CrossStore& cross, const Settings& settings,
               Problems& problems) {
  const std::int64_t tokens = settings.encoder_tokens.value_or(cross.tokens);
  if (tokens == 0) {
    return no_rule(problems, "the encoder has no longest output", "--encoder-tokens");
  }
  if (!add_heads(out, layer, cross.heads, settings.cache_dtype, settings, problems)) {
    return false;
  }
  LayerSpec& spec = out.specs.back();
  spec.part = part_of(layer, Part::cross);
  spec.spec.kind = SpecKind::cross;
  spec.spec.block_size = out.block_size;
  spec.spec.span = tokens;
  spec.span = tokens;
  return true;
}

// DeepSeek's index keys are fp8 with scales; MiniMax-M3's are plain, and one of its sparse blocks is a page.
bool add_index(CacheLayers& out, const PlacedLayer& layer, const IndexStore& index, const Settings& settings,
               Problems& problems) {
  const bool plain = layer.parts.key_values.has_value();
  const std::string& dtype = settings.indexer_dtype;
  const std::int64_t multiple = plain ? kSparseBlock : kIndexBlock;
  if (index.pool != 1) {
    return no_rule(problems,
                   fmt::format("vLLM has no rule for index keys that are pooled over {} tokens", index.pool));
  }
  if (dtype == "mxfp4" || (dtype == "bfloat16" && !plain)) {
    return no_rule(problems,
                   fmt::format("--indexer-dtype {} stores no index keys of {} layers", dtype, layer.layer->kind));
  }
  if (out.block_size % multiple != 0) {
    return no_rule(problems, fmt::format("--block-size {}: index keys need blocks of a multiple of {} tokens",
                                         out.block_size, multiple));
  }
  const Bytes row = plain ? Bytes{Wide{index.dim} * (dtype == "fp8" ? 1 : 2)} : index_row("fp8", index.dim);
  LayerSpec spec{layer.index, part_of(layer, Part::indexer), {}, row};
  spec.spec.kind = SpecKind::mla;
  spec.spec.block_size = out.block_size;
  spec.spec.row = row;
  spec.spec.shape = {1, index.dim, 0};
  out.specs.push_back(std::move(spec));
  return true;
}

bool add_latent(CacheLayers& out, const PlacedLayer& layer, const LatentStore& latent, const Settings& settings,
                Problems& problems) {
  const bool sparse = layer.parts.index || layer.parts.follows_index;
  const bool packed = sparse && settings.cache_dtype.starts_with("fp8");
  const auto row = latent_row(packed ? "fp8_ds_mla" : settings.cache_dtype, settings.dtype, latent);
  if (!row) {
    return no_rule(problems, row.error());
  }
  LayerSpec spec{layer.index, part_of(layer, Part::entries), {}, *row};
  spec.spec.kind = latent.window ? SpecKind::sliding_mla : SpecKind::mla;
  spec.spec.block_size = out.block_size;
  spec.spec.span = latent.window.value_or(0);
  spec.spec.row = *row;
  spec.spec.shape = {1, latent.rank + latent.rope, 0};
  spec.span = spec.spec.span;
  out.specs.push_back(std::move(spec));
  return true;
}

}  // namespace

bool add_attention(CacheLayers& out, const PlacedLayer& layer, const Settings& settings, Problems& problems) {
  const LayerParts& parts = layer.parts;
  if (parts.key_values && (parts.index || parts.follows_index) && layer.layer->kind != "msa") {
    return no_rule(problems, fmt::format("vLLM has no rule for index keys beside keys and values of heads (layers "
                                         "of kind {})",
                                         layer.layer->kind));
  }
  bool good = true;
  if (parts.key_values) {
    const bool plain = unquantised(out, layer, settings.cache_dtype);
    good = add_heads(out, layer, *parts.key_values, plain ? "auto" : settings.cache_dtype, settings, problems);
  }
  if (parts.latent) {
    good = add_latent(out, layer, *parts.latent, settings, problems);
  }
  good = good && (!parts.index || add_index(out, layer, *parts.index, settings, problems));
  return good && (!parts.cross || add_cross(out, layer, *parts.cross, settings, problems));
}

void align_unquantised(CacheLayers& out, const Settings& settings) {
  const CacheSpec* primary = first_of(out, true, settings.cache_dtype);
  const CacheSpec* plain = first_of(out, false, settings.cache_dtype);
  if (settings.version > Version::jul_2026 || out.hybrid || primary == nullptr || plain == nullptr) {
    return;
  }
  const std::int64_t alignment = std::max(kKernelBlock, out.block_size);
  const Wide needed = ceil_div(plain->row.value * kKernelBlock, alignment * primary->row.value) * alignment;
  out.block_size = std::max(out.block_size, narrow(needed).value_or(0));
  for (LayerSpec& layer : out.specs) {
    layer.spec.block_size = layer.spec.kind == SpecKind::full ? out.block_size : layer.spec.block_size;
  }
}

}  // namespace kvtally::vllm
