#include <array>

#include "model/presets.hpp"
#include "verify/random/kinds.hpp"

namespace kvtally {

namespace {

void draw_formats(const Draw& draw, Open& open) {
  for (std::size_t i = 0; i < open.pending.size(); ++i) {
    open.pending[i].format = random_element_format(draw);
    if (open.overlap_blocks > 0) {
      open.overlap[i].format = open.pending[i].format;
    }
  }
}

SharedRow row(const Draw& draw) { return {draw(1, 4), 32 * draw(1, 2)}; }

Layer csa(const Draw& draw) {
  const CompressedSparse sparse{draw(2, 8), draw(2, 5), {draw(1, 3), draw(1, 20)}, draw(1, 5)};
  Layer layer = compressed_sparse_attention(row(draw), sparse);
  Memory& pooled = layer.memories.back();
  draw_formats(draw, *pooled.open);
  draw_formats(draw, *pooled.indexer->open);
  pooled.indexer->key.format = random_element_format(draw);
  return layer;
}

Layer hca(const Draw& draw) {
  Layer layer = heavily_compressed_attention(row(draw), draw(2, 8), draw(2, 5));
  draw_formats(draw, *layer.memories.back().open);
  return layer;
}

constexpr std::array kCompressedKinds{RandomKind{"csa", csa}, RandomKind{"hca", hca}};

}  // namespace

std::span<const RandomKind> random_compressed_kinds() { return kCompressedKinds; }

Format random_element_format(const Draw& draw) {
  constexpr std::array<std::string_view, 4> kElementFormats{"bf16", "f16", "f32", "fp8_e4m3"};
  return *parse_format(kElementFormats.at(static_cast<std::size_t>(draw(0, 3))));
}

}  // namespace kvtally
