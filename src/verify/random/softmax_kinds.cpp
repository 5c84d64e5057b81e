#include <array>

#include "model/presets.hpp"
#include "verify/random/kinds.hpp"

namespace kvtally {

namespace {

Memory key_values(const Draw& draw, std::int64_t key_heads, std::int64_t group) {
  return key_value_memory({key_heads * group, key_heads, 32 * draw(1, 2), 32 * draw(1, 2)});
}

Layer mha(const Draw& draw) { return full_attention(key_values(draw, draw(2, 4), 1)); }
Layer gqa(const Draw& draw) { return full_attention(key_values(draw, draw(2, 4), draw(2, 4))); }
Layer mqa(const Draw& draw) { return full_attention(key_values(draw, 1, draw(2, 4))); }
Layer mla(const Draw& draw) { return full_attention(random_latent(draw)); }

Layer swa(const Draw& draw) {
  return sliding_attention(draw(0, 3) == 0 ? random_latent(draw) : random_key_values(draw), draw(2, 12));
}

Layer sink_swa(const Draw& draw) { return sliding_attention(random_key_values(draw), draw(2, 12), draw(1, 5)); }
Layer chunked(const Draw& draw) { return chunked_attention(random_key_values(draw), draw(2, 12)); }
Layer cross(const Draw& draw) { return cross_attention(random_key_values(draw), draw(1, 30)); }

Layer encoder_decoder(const Draw& draw) {
  return with_encoder_memory(full_attention(random_key_values(draw)), random_key_values(draw), draw(1, 30));
}

Layer shared(const Draw& draw) {
  Layer layer = draw(0, 1) == 0 ? full_attention(random_key_values(draw))
                                : sliding_attention(random_key_values(draw), draw(2, 12));
  layer.sharing.owner = draw(0, 1) == 0 ? Sharing::Owner::layer_before : Sharing::Owner::same_kind;
  return layer;
}

constexpr std::array kSoftmaxKinds{
    RandomKind{"mha", mha},         RandomKind{"gqa", gqa},
    RandomKind{"mqa", mqa},         RandomKind{"mla", mla},
    RandomKind{"swa", swa},         RandomKind{"sink_swa", sink_swa},
    RandomKind{"chunked", chunked}, RandomKind{"cross", cross},
    RandomKind{"shared", shared},   RandomKind{"encoder_decoder", encoder_decoder},
};

}  // namespace

std::span<const RandomKind> random_softmax_kinds() { return kSoftmaxKinds; }

Memory random_key_values(const Draw& draw) { return key_values(draw, draw(1, 3), draw(1, 3)); }

Memory random_latent(const Draw& draw) {
  return latent_memory({draw(1, 4), 32 * draw(1, 3), 32 * draw(0, 1), draw(1, 40), draw(1, 40)});
}

}  // namespace kvtally
