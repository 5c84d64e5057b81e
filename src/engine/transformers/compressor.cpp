#include <algorithm>

#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers {

namespace {

// DeepseekV4HCACache and DeepseekV4CSACache beside the window. A buffer shows the S mod rate waiting rows. It is a
// view: behind a prompt of what was projected for all of it; behind decoded tokens of the waiting rows alone, or
// of the `rate` rows that were just pooled.
class CompressorBuilder {
 public:
  CompressorBuilder(const PlacedLayer& layer, const GenerateSetting& setting)
      : parts_(layer.parts), shared_(*layer.parts.shared), setting_(setting), tokens_(setting.context.value) {}

  std::vector<CacheTensor> build() {
    add_window();
    if (shared_.rate) {
      add_compressor("compressor", shared_.dim, Part::entries);
    }
    if (shared_.rate && parts_.index) {
      add_compressor("indexer", parts_.index->dim, Part::indexer);
    }
    return std::move(out_);
  }

 private:
  void add(std::string name, const std::vector<Wide>& sizes, Wide held, Part part) {
    std::vector<std::int64_t> shape{static_cast<std::int64_t>(setting_.rows())};
    for (const Wide size : sizes) {
      shape.push_back(static_cast<std::int64_t>(size));
    }
    std::vector<std::int64_t> storage = shape;
    storage[storage.size() - 2] = static_cast<std::int64_t>(held);
    out_.push_back({std::move(name), std::move(shape), std::move(storage), setting_.dtype.bytes, part});
  }

  void add_window() {
    const std::int64_t window = *shared_.window;
    const Wide seen = sliding_tokens_seen(tokens_, window);
    const Wide held = sliding_tokens_held(tokens_, setting_.prefill, window);
    add(shared_.rate ? "keys = values" : "keys", {1, seen, shared_.dim}, held, Part::entries);
    if (!shared_.rate) {
      add("values", {1, seen, shared_.dim}, held, Part::entries);
    }
    out_.push_back({"_sliding_window_tensor", {}, {}, 8, Part::entries, true});
  }

  Wide buffer_rows_held() const {
    if (setting_.prefill == tokens_) {
      return tokens_;
    }
    const Wide waiting = tokens_ % *shared_.rate;
    return waiting == 0 ? Wide{*shared_.rate} : waiting;
  }

  void add_compressor(const std::string& name, std::int64_t dim, Part part) {
    const Wide rate = *shared_.rate;
    const Wide pooled = tokens_ / rate;
    const Wide width = shared_.overlapping ? 2 * Wide{dim} : Wide{dim};
    add(name + " compressed_kv", {pooled, dim}, pooled, part);
    add(name + " buffer_kv", {tokens_ % rate, width}, buffer_rows_held(), Part::open);
    add(name + " buffer_gate", {tokens_ % rate, width}, buffer_rows_held(), Part::open);
    if (shared_.overlapping && pooled > 0) {
      add(name + " overlap_kv", {rate, dim}, rate, Part::open);
      add(name + " overlap_gate", {rate, dim}, rate, Part::open);
    }
  }

  const LayerParts& parts_;
  const SharedRowStore& shared_;
  const GenerateSetting& setting_;
  Wide tokens_;
  std::vector<CacheTensor> out_;
};

}  // namespace

std::vector<CacheTensor> compressor_tensors(const PlacedLayer& layer, const GenerateSetting& setting) {
  return CompressorBuilder(layer, setting).build();
}

}  // namespace kvtally::transformers
