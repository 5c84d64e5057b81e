#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"four-attentions", {"model", "on"}, four_attentions_section},
      SectionKind{"growth", {"models", "context", "to", "on"}, growth_section},
      SectionKind{"ratio-or-count", {"models", "family", "aside", "placed", "lines"}, ratio_or_count_section},
      SectionKind{"trends", {}, trends_section},
  };
  return kKinds;
}

}  // namespace kvtally
