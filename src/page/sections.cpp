#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"four-attentions", {"model", "on"}, four_attentions_section},
      SectionKind{"masks", {"tokens", "window", "first", "top-k", "rate", "entries"}, masks_section},
  };
  return kKinds;
}

}  // namespace kvtally
