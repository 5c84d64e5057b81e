#include "page/sections/kind_points.hpp"

#include <array>

#include "model/adapt.hpp"

namespace kvtally {

namespace {

struct Storage {
  std::string_view peak;
  std::string_view entries;
};
constexpr std::array kStorages{Storage{"bf16", "bf16"}, Storage{"fp8", "fp8_e4m3"}};

// The layer with entries in the format; nothing where a row cannot hold it. A layer of a state alone has none.
std::optional<Model> stored_in(const Model& layer, const Format& format) {
  if (layer.layers.front().memories.empty()) {
    return layer;
  }
  Adaptation change;
  change.entries = {format, format};
  auto out = adapt(layer, change);
  return out ? std::optional(std::move(*out)) : std::nullopt;
}

KindPoint point_of(const StepTime& step) {
  const Bytes bytes = step.weight_bytes + step.cache_bytes + step.written_bytes;
  return {step.operations, bytes, intensity(step.operations, bytes).value_or(0), step.overlapped, step.bound};
}

PlacedKind placed_kind(const KindLayer& layer, const Model& stored, const KindQuestion& question,
                       const Rates& rates) {
  const DecodeStep decode{question.context, 1, 1, {}};
  const Prefill prefill{Tokens{0}, question.prompt, 0, 1, false, {}};
  return {&layer, point_of(decode_time(stored, {}, decode, rates)),
          point_of(prefill_time(stored, {}, prefill, rates))};
}

// Of 16 bits whichever is published; a narrower format only by its own unit, since a wider one is no news.
std::optional<ChosenPeak> peak_of(const Device& device, const Storage& storage) {
  const auto peak = peak_for(device, storage.peak);
  return peak && (peak->format == storage.peak || storage.peak == "bf16") ? peak : std::nullopt;
}

std::optional<KindView> view_of(const KindQuestion& question, const std::vector<KindLayer>& layers,
                                const Storage& storage) {
  const auto peak = peak_of(question.device, storage);
  if (!peak || !question.device.bandwidth) {
    return std::nullopt;
  }
  KindView out;
  out.format = peak->format;
  out.rates.bandwidth = *question.device.bandwidth;
  out.rates.matmul = out.rates.attention = peak->rate;
  out.rates.matmul_format = out.rates.attention_format = peak->format;
  out.ridge = ridge(out.rates).value_or(0);
  const Format format = *parse_format(storage.entries);
  for (const KindLayer& layer : layers) {
    const auto stored = stored_in(layer.model, format);
    if (!stored) {
      out.unchanged.push_back(layer.name);
    }
    out.layers.push_back(placed_kind(layer, stored ? *stored : layer.model, question, out.rates));
  }
  return out;
}

}  // namespace

double KindPoint::rate() const {
  return seconds.value > 0 ? static_cast<double>(operations.value) / seconds.value : 0;
}

std::vector<KindView> views_of(const KindQuestion& question, const std::vector<KindLayer>& layers) {
  std::vector<KindView> out;
  for (const Storage& storage : kStorages) {
    if (auto view = view_of(question, layers, storage)) {
      out.push_back(std::move(*view));
    }
  }
  return out;
}

}  // namespace kvtally
