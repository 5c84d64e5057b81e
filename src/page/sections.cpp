#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"decode", {"model", "sparse", "on", "context"}, decode_section},
      SectionKind{"four-attentions", {"model", "on", "context"}, four_attentions_section},
      SectionKind{"ridge-points", {"on", "level", "devices", "claim"}, ridge_points_section},
  };
  return kKinds;
}

}  // namespace kvtally
