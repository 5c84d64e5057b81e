#include "verify/random_layer.hpp"

#include <array>
#include <cstdlib>

#include "model/presets.hpp"

namespace kvtally {

namespace {

// Formats whose blocks divide 32 elements.
constexpr std::array<std::string_view, 9> kFormats{"bf16", "f16",  "f32",  "fp8_e4m3",         "fp8_e5m2",
                                                   "int8", "q8_0", "q4_0", "int4@32+bf16+bf16"};

Memory key_values(const Draw& draw, std::int64_t key_heads, std::int64_t group) {
  return key_value_memory({key_heads * group, key_heads, 32 * draw(1, 2), 32 * draw(1, 2)});
}

Memory any_key_values(const Draw& draw) { return key_values(draw, draw(1, 3), draw(1, 3)); }

Memory latent(const Draw& draw) {
  return latent_memory({draw(1, 4), 32 * draw(1, 3), 32 * draw(0, 1), draw(1, 40), draw(1, 40)});
}

Layer shaped(std::string_view kind, const Draw& draw) {
  if (kind == "mha" || kind == "mqa" || kind == "gqa") {
    return full_attention(key_values(draw, kind == "mqa" ? 1 : draw(2, 4), kind == "mha" ? 1 : draw(2, 4)));
  }
  if (kind == "mla") {
    return full_attention(latent(draw));
  }
  if (kind == "swa") {
    return sliding_attention(draw(0, 3) == 0 ? latent(draw) : any_key_values(draw), draw(2, 12));
  }
  if (kind == "sink_swa") {
    return sliding_attention(any_key_values(draw), draw(2, 12), draw(1, 5));
  }
  if (kind == "chunked") {
    return chunked_attention(any_key_values(draw), draw(2, 12));
  }
  if (kind == "cross") {
    return cross_attention(any_key_values(draw), draw(1, 30));
  }
  if (kind == "encoder_decoder") {
    return with_encoder_memory(full_attention(any_key_values(draw)), any_key_values(draw), draw(1, 30));
  }
  if (kind == "shared") {
    Layer layer = draw(0, 1) == 0 ? full_attention(any_key_values(draw))
                                  : sliding_attention(any_key_values(draw), draw(2, 12));
    layer.sharing.owner = draw(0, 1) == 0 ? Sharing::Owner::layer_before : Sharing::Owner::same_kind;
    return layer;
  }
  std::abort();  // a kind that the list of proofs has and this one has not: our own mistake, held by a test
}

}  // namespace

Layer random_layer(std::string_view kind, const Draw& draw) {
  Layer layer = shaped(kind, draw);
  for (Memory& memory : layer.memories) {
    for (Row& row : memory.entry) {
      row.format =
          *parse_format(kFormats.at(static_cast<std::size_t>(draw(0, std::int64_t{kFormats.size()} - 1))));
    }
  }
  return layer;
}

}  // namespace kvtally
