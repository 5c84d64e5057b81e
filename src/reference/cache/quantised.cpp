#include "reference/cache/quantised.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally::reference {

QuantisedLayer::QuantisedLayer(CodecPtr residual, const CodecPtr& scales, Counter& counter,
                               const QuantisedSettings& settings)
    : residual_codec_(std::move(residual)),
      counter_(&counter),
      residual_(settings.residual),
      keys_{{settings.bits, settings.group, scales, counter}, {residual_codec_, counter}},
      values_{{settings.bits, settings.group, scales, counter}, {residual_codec_, counter}} {}

bool QuantisedLayer::quantises_next() const {
  return length() == 0 || (residual_tokens() > 0 && residual_tokens() + 1 >= residual_);
}

KeyValues QuantisedLayer::update(const Tensor& keys, const Tensor& values) {
  const bool quantise = quantises_next();
  const auto positions = positions_from(0, length() + keys.size(2));
  last_ = {{take(keys_, keys, quantise), positions}, {take(values_, values, quantise), positions}};
  return last_;
}

Tensor QuantisedLayer::take(Half& half, const Tensor& rows, bool quantise) {
  Tensor all = half.quantised.tokens() + half.waiting.slots() == 0 ? rows : everything(half, rows);
  if (quantise) {
    half.quantised.replace(all);
    half.waiting.keep(0, 0);
  } else {
    half.waiting.append(rows);
  }
  return all;
}

// [dequantised | waiting | new]
Tensor QuantisedLayer::everything(const Half& half, const Tensor& rows) const {
  Tensor all = half.quantised.dequantised();
  if (half.waiting.slots() > 0) {
    counter_->needed(Kept::entries, half.waiting.bytes());
    counter_->loaded(half.waiting.bytes());
    all = joined(all, half.waiting.unpacked(), 2);
  }
  all = joined(all, rows, 2);
  counter_->made(all.count());
  counter_->copied(all.count() / all.size(3) * residual_codec_->bytes(all.size(3)));
  return all;
}

Footprint QuantisedLayer::footprint() const {
  const Bytes bytes{keys_.quantised.bytes() + keys_.waiting.bytes() + values_.quantised.bytes() +
                    values_.waiting.bytes()};
  return {bytes, bytes};
}

void QuantisedLayer::reset() {
  both([](Half& half) {
    half.quantised.crop(0);
    half.waiting.keep(0, 0);
  });
  last_ = {};
}

void QuantisedLayer::pick(std::span<const std::int64_t> requests) {
  both([&](Half& half) {
    half.quantised.pick(requests);
    if (half.waiting.row_bytes() > 0) {
      half.waiting.pick(requests);
    }
  });
}

std::expected<void, std::string> QuantisedLayer::can_crop(std::int64_t length) const {
  if (auto can = CacheLayer::can_crop(length); !can) {
    return can;
  }
  const std::int64_t quantised = std::min(length, quantised_tokens());
  auto keys = keys_.quantised.can_crop(quantised);
  return keys ? values_.quantised.can_crop(quantised) : keys;
}

std::expected<void, std::string> QuantisedLayer::crop(std::int64_t length) {
  if (auto can = can_crop(length); !can) {
    return can;
  }
  const std::int64_t quantised = std::min(length, quantised_tokens());
  both([&](Half& half) {
    half.quantised.crop(quantised);
    half.waiting.keep(0, length - quantised);
  });
  return {};
}

std::expected<void, std::string> quantised_cache_allowed(std::span<const std::string> layer_types) {
  for (std::size_t i = 0; i < layer_types.size(); ++i) {
    if (layer_types[i] != "full_attention") {
      return std::unexpected(
          fmt::format("layer {} is '{}': a quantised cache is for models whose layers all have full attention", i,
                      layer_types[i]));
    }
  }
  return {};
}

}  // namespace kvtally::reference
