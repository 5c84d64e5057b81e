#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"attention-share", {"models", "marks"}, attention_share_section},
      SectionKind{"four-attentions", {"model", "on"}, four_attentions_section},
      SectionKind{
          "receipt", {"then", "now", "chooses", "shape", "mix", "context", "then-on", "on"}, receipt_section},
      SectionKind{"roofline", {"shape", "as", "layers", "context", "prompt", "on"}, roofline_section},
      SectionKind{"without-cache", {"model", "marks"}, without_cache_section},
  };
  return kKinds;
}

}  // namespace kvtally
