#include "witness/zoo_parts.hpp"

#include <algorithm>

namespace kvtally::test {

namespace {

template <class Is>
const PlacedLayer* first(const std::vector<PlacedLayer>& layers, Is is) {
  const auto found = std::ranges::find_if(layers, is);
  return found == layers.end() ? nullptr : &*found;
}

const StateTensor* tensor_of(const State& state, StateRole role) {
  const auto found = std::ranges::find(state.tensors, role, &StateTensor::role);
  return found == state.tensors.end() ? nullptr : &*found;
}

void write_channels(GgufWriter& out, std::int64_t inner, std::int64_t state, std::int64_t rank) {
  out.set("ssm.inner_size", inner);
  out.set("ssm.state_size", state);
  out.set("ssm.time_step_rank", rank);
}

}  // namespace

void write_index(GgufWriter& out, const std::vector<PlacedLayer>& layers) {
  const PlacedLayer* indexed = first(layers, [](const PlacedLayer& l) { return l.parts.index.has_value(); });
  if (indexed == nullptr) {
    return;
  }
  const auto memory =
      std::ranges::find_if(indexed->layer->memories, [](const Memory& m) { return m.indexer.has_value(); });
  out.set("attention.indexer.head_count", memory->indexer->heads);
  out.set("attention.indexer.key_length", indexed->parts.index->dim);
  if (const auto* blocks = std::get_if<Blocks>(&memory->selection)) {
    out.set("attention.indexer.top_k", blocks->count);
    out.set("attention.indexer.block_size", blocks->size);
    out.set("attention.indexer.local_blocks", 1);
  } else {
    out.set("attention.indexer.top_k", std::get<TopK>(memory->selection).count);
  }
  if (std::ranges::any_of(layers, [](const PlacedLayer& l) { return l.parts.follows_index; })) {
    std::vector<int> own;
    for (const PlacedLayer& layer : layers) {
      if (!layer.draft) {
        own.push_back(layer.parts.index ? 1 : 0);
      }
    }
    out.set("attention.indexer.types", own);
  }
  if (!layers.front().parts.index) {
    out.set("leading_dense_block_count", indexed->index);
  }
}

void write_state(GgufWriter& out, const std::vector<PlacedLayer>& layers) {
  const PlacedLayer* layer = first(layers, [](const PlacedLayer& l) { return l.parts.has_state; });
  if (layer == nullptr) {
    return;
  }
  const State& state = layer->layer->state;
  if (state.kind == "conv") {
    out.set("shortconv.l_cache", state.tensors.front().shape.back() + 1);
    return;
  }
  const std::vector<std::int64_t>& matrix = tensor_of(state, StateRole::recurrent)->shape;
  if (state.kind == "rwkv7") {
    out.set("wkv.head_size", matrix.back());
    return;
  }
  const std::vector<std::int64_t>& tail = tensor_of(state, StateRole::convolution)->shape;
  out.set("ssm.conv_kernel", tail.back() + 1);
  if (state.kind == "kda") {
    out.set("kda.head_dim", matrix.back());
  } else if (state.kind == "mamba") {
    write_channels(out, matrix[0], matrix[1], std::max<std::int64_t>(matrix[0] / 32, 1));
  } else {
    // gdn: value heads × key width × value width; mamba2: heads × width × state
    const bool gated = state.kind == "gdn";
    const std::int64_t inner = matrix[0] * (gated ? matrix[2] : matrix[1]);
    const std::int64_t width = gated ? matrix[1] : matrix[2];
    write_channels(out, inner, width, matrix[0]);
    out.set("ssm.group_count", (tail.front() - inner) / 2 / width);
  }
}

}  // namespace kvtally::test
