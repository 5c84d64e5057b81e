#include "engine/tensorrt_llm/compressed.hpp"

#include <algorithm>

namespace kvtally::tensorrt_llm {

namespace {

constexpr Wide kFloat = 4;

Buffer waiting(const std::string& role, Wide bytes, std::int64_t window) {
  return {role, Use::waiting, bytes, 0, window};
}

}  // namespace

std::vector<Buffer> compressed_buffers(const LayerParts& parts, const Settings& settings) {
  const SharedRowStore& store = *parts.shared;
  const std::int64_t drafted = settings.draft_tokens;
  const Wide row = element_bytes(settings.format, store.dim);
  const std::int64_t window = store.window.value_or(0);
  std::vector<Buffer> out{{"window rows", Use::rows, row, window, window + drafted}};
  if (!store.rate) {
    return out;
  }
  const std::int64_t rate = *store.rate;
  const std::int64_t stretch = (store.overlapping ? 2 * rate : rate) + drafted;
  out.push_back({"pooled rows", Use::rows, row / rate, std::nullopt, std::nullopt});
  const Wide wide = (store.overlapping ? 2 : 1) * Wide{store.dim} * kFloat;
  out.push_back(waiting("compressor, key-like", wide, stretch));
  out.push_back(waiting("compressor, scores", wide, stretch));
  if (parts.index) {
    const Wide dim = parts.index->dim;
    const Wide scales = dim / 128 * 4;
    out.push_back({"pooled index keys", Use::index, (settings.fp4_index ? dim / 2 + scales : dim + scales) / rate,
                   std::nullopt, std::nullopt});
    out.push_back(waiting("index compressor, key-like", 2 * dim * kFloat, stretch));
    out.push_back(waiting("index compressor, scores", 2 * dim * kFloat, stretch));
  }
  return out;
}

std::vector<Buffer> pooled_buffers(const LayerParts& parts, const Settings& settings, std::int64_t layer) {
  constexpr Wide kWindowRow = 528;
  constexpr Wide kRecord = 356;
  constexpr Wide kCompressorDim = 512;
  const std::int64_t drafted = settings.draft_tokens;
  const std::int64_t window = parts.shared->window.value_or(0);
  std::vector<Buffer> out{{"window rows", Use::rows, kWindowRow, window, window + 1 + drafted}};
  const auto at = static_cast<std::size_t>(layer);
  const std::int64_t ratio = at < settings.rates.size() ? settings.rates[at] : 0;
  if (ratio == 0 || std::ranges::find(settings.sources, layer) == settings.sources.end()) {
    return out;
  }
  out.push_back({"global records", Use::rows, kRecord / ratio, std::nullopt, std::nullopt});
  if (ratio == 2) {
    out.push_back(waiting("compressor, key-like", kCompressorDim * kFloat, 2 + drafted));
    out.push_back(waiting("compressor, scores", kCompressorDim * kFloat, 2 + drafted));
  }
  return out;
}

}  // namespace kvtally::tensorrt_llm
