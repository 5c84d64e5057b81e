#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"errata", {}, errata_section},
      SectionKind{"four-attentions", {"model", "on"}, four_attentions_section},
      SectionKind{"models-table", {"from"}, models_table_section},
  };
  return kKinds;
}

}  // namespace kvtally
