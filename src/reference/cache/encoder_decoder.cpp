#include "reference/cache/encoder_decoder.hpp"

namespace kvtally::reference {

void EncoderDecoderCache::add(std::unique_ptr<CacheLayer> own, std::unique_ptr<CacheLayer> cross) {
  own_.add(std::move(own));
  cross_.add(std::move(cross));
}

Footprint EncoderDecoderCache::footprint() const {
  Footprint sum = own_.footprint();
  sum += cross_.footprint();
  return sum;
}

void EncoderDecoderCache::reset() {
  own_.reset();
  cross_.reset();
}

void EncoderDecoderCache::reorder(std::span<const std::int64_t> beams) {
  own_.reorder(beams);
  cross_.reorder(beams);
}

void EncoderDecoderCache::repeat(std::int64_t times, std::int64_t batch) {
  own_.repeat(times, batch);
  cross_.repeat(times, batch);
}

}  // namespace kvtally::reference
