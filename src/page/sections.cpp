#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"four-attentions", {"model", "on"}, four_attentions_section},
      SectionKind{"observations",
                  {"claimed",       "counts",         "declared",        "declared-context",
                   "ends",          "ends-factor",    "first-kinds",     "from",
                   "full-partners", "grown",          "grown-cache",     "grown-parameters",
                   "linear-ratios", "longest-full",   "million",         "new-kinds",
                   "no-cache",      "one-cheap-kind", "other-knobs",     "overlap",
                   "retreat",       "retreat-factor", "sparse-partners", "to",
                   "window-kinds",  "window-ratios"},
                  observations_section},
      SectionKind{"timeline", {}, timeline_section},
  };
  return kKinds;
}

}  // namespace kvtally
