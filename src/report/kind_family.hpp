#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include "model/kinds.hpp"
#include "model/model.hpp"

namespace kvtally {

/// What a kind of layer is drawn as: one colour for each family, the same in every output.
enum class KindFamily : std::uint8_t {
  plain,   // no kind: the colour of the text
  weight,  // no kind: grey
  cache,   // no kind: red, whatever the attention
  full,
  latent,
  window,
  sparse,
  state,
  other,
};
inline constexpr std::size_t kFamilies = 9;

/// The family of a kind of layer.
KindFamily family_of(const Kind& kind);

/// The family that tells a model's layers from others': of states, choices or pooled entries, windows, entries the
/// first that it has.
KindFamily family_of(const Model& model);
/// The same of the layers of some terms; `other` of none.
KindFamily family_of(const Model& model, const std::set<std::size_t>& layers);

/// The colours of a family, from Okabe and Ito's palette, which people with any kind of colour vision tell apart.
struct Colours {
  int terminal;            // nearest entry of the 256-colour palette; 0: the terminal's own
  std::string_view light;  // "#rrggbb" on white: darkened where the palette's has less than 3:1 contrast
  std::string_view dark;   // on a dark ground
};
const Colours& colours_of(KindFamily family);

/// "full", "latent" …: the name of its class in SVG.
std::string_view name_of(KindFamily family);

}  // namespace kvtally
