#include "verify/random/layer.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "verify/random/kinds.hpp"

namespace kvtally {

namespace {

// Formats whose blocks divide 32 elements.
constexpr std::array<std::string_view, 9> kRowFormats{"bf16", "f16",  "f32",  "fp8_e4m3",         "fp8_e5m2",
                                                      "int8", "q8_0", "q4_0", "int4@32+bf16+bf16"};

std::vector<RandomKind> all_kinds() {
  std::vector<RandomKind> out;
  for (const std::span<const RandomKind> part :
       {random_softmax_kinds(), random_matrix_state_kinds(), random_recurrent_kinds(), random_compressed_kinds(),
        random_sparse_kinds()}) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

constexpr std::array<std::string_view, 3> kStateFormats{"f32", "bf16", "f16"};

Format any_format(std::span<const std::string_view> formats, const Draw& draw) {
  return *parse_format(formats[static_cast<std::size_t>(draw(0, static_cast<std::int64_t>(formats.size()) - 1))]);
}

}  // namespace

Layer random_layer(std::string_view kind, const Draw& draw) {
  const std::vector<RandomKind> kinds = all_kinds();
  const auto found = std::ranges::find(kinds, kind, &RandomKind::kind);
  if (found == kinds.end()) {
    std::abort();  // a kind that the list of proofs has and this one has not: our own mistake, held by a test
  }
  Layer layer = found->shape(draw);
  for (Memory& memory : layer.memories) {
    for (Row& row : memory.entry) {
      row.format = any_format(kRowFormats, draw);
    }
  }
  for (StateTensor& tensor : layer.state.tensors) {
    tensor.format = any_format(kStateFormats, draw);
  }
  return layer;
}

std::vector<std::string_view> random_kind_names() {
  std::vector<std::string_view> out;
  for (const RandomKind& kind : all_kinds()) {
    out.push_back(kind.kind);
  }
  return out;
}

}  // namespace kvtally
