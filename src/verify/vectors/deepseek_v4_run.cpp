#include "verify/vectors/deepseek_v4_run.hpp"

namespace kvtally {

namespace {

using reference::Kept;
using reference::Pool;

Pool pool_for(const reference::Compressor& of, Kept kept, reference::Counter& counter) {
  const reference::CodecPtr real = reference::codec("real");
  const bool overlapping = of.rows.weight.size(0) == 2 * of.pooling.norm.size(0);
  return {of.pooling.bias.size(0), overlapping, {real, real, real}, counter, kept};
}

}  // namespace

CompressedBench::CompressedBench(const reference::CompressedAttention& layer, const reference::Kernel& kernel)
    : layer_(layer), kernel_(kernel) {
  std::optional<Pool> entries;
  std::optional<Pool> index;
  if (layer.compressor) {
    entries = pool_for(*layer.compressor, Kept::entries, counter_);
  }
  if (layer.indexer) {
    index = pool_for(layer.indexer->keys, Kept::indexer, counter_);
  }
  cache_.add(std::make_unique<reference::CompressedLayer>(layer.window, reference::codec("real"),
                                                          std::move(entries), std::move(index), counter_));
}

reference::Tensor CompressedBench::take_chunks(const reference::Tensor& x, std::span<const std::int64_t> chunks) {
  reference::Tensor out({x.size(0), 0, x.size(2)});
  std::int64_t at = 0;
  for (const std::int64_t chunk : chunks) {
    out = joined(out, take(slice(x, 1, at, at + chunk)).output, 1);
    at += chunk;
  }
  return out;
}

}  // namespace kvtally
