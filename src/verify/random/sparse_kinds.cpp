#include <array>

#include "model/presets.hpp"
#include "verify/random/kinds.hpp"

namespace kvtally {

namespace {

void draw_index_formats(Layer& layer, const Draw& draw) {
  Indexer& index = *layer.memories[0].indexer;
  index.key.format = random_element_format(draw);
  if (index.open) {
    for (Row& row : index.open->pending) {
      row.format = random_element_format(draw);
    }
  }
}

// A choice of tokens or of pools; its own or an earlier layer's.
Layer dsa(const Draw& draw) {
  TopKIndex index{{draw(1, 4), draw(1, 16)}, 0, draw(0, 1) == 0 ? 1 : draw(2, 4), draw(0, 3) == 0};
  index.top_k = index.pool * draw(1, 6);
  Memory memory = draw(0, 3) == 0 ? random_key_values(draw) : random_latent(draw);
  Layer layer = deepseek_sparse_attention(std::move(memory), index);
  if (!index.reused) {
    draw_index_formats(layer, draw);
  }
  return layer;
}

Layer qsa(const Draw& draw) {
  const std::int64_t block = draw(2, 5);
  Layer layer =
      qwen_sparse_attention(random_key_values(draw), {{draw(1, 4), draw(1, 16)}, block * draw(1, 4), block});
  draw_index_formats(layer, draw);
  return layer;
}

Layer msa(const Draw& draw) {
  Memory memory = random_key_values(draw);
  const std::int64_t heads = draw(0, 1) == 0 ? 1 : memory.entry[0].heads;
  Layer layer = minimax_sparse_attention(std::move(memory), {{heads, draw(1, 16)}, draw(1, 4), draw(1, 5)});
  draw_index_formats(layer, draw);
  return layer;
}

Layer nsa(const Draw& draw) {
  const std::int64_t stride = draw(1, 3);
  Layer layer = native_sparse_attention(
      random_key_values(draw), {stride * draw(1, 3), stride, stride * draw(1, 3), draw(3, 5), draw(2, 12)});
  Open& open = *layer.memories[0].open;
  for (Row& row : open.pending) {
    row.format = random_element_format(draw);
  }
  open.overlap = open.pending;
  return layer;
}

constexpr std::array kSparseKinds{RandomKind{"dsa", dsa}, RandomKind{"qsa", qsa}, RandomKind{"msa", msa},
                                  RandomKind{"nsa", nsa}};

}  // namespace

std::span<const RandomKind> random_sparse_kinds() { return kSparseKinds; }

}  // namespace kvtally
