#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"four-attentions", {"model", "on"}, four_attentions_section},
      SectionKind{"kept-read", {"model", "beside", "context"}, kept_read_section},
      SectionKind{"masks", {"tokens", "window", "first", "top-k", "rate", "entries"}, masks_section},
      SectionKind{"naive-absorbed", {"model", "context"}, naive_absorbed_section},
      SectionKind{"run-time-choice", {"models", "nsa", "contexts"}, run_time_choice_section},
      SectionKind{"v4-entry", {"model", "beside", "context", "qk-rope-head-dim"}, v4_entry_section},
  };
  return kKinds;
}

}  // namespace kvtally
