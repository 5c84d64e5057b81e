#include "page/sections.hpp"

#include <array>

#include "page/sections/sections_list.hpp"

namespace kvtally {

std::span<const SectionKind> section_kinds() {
  static const std::array kKinds{
      SectionKind{"attention-share", {"models", "marks"}, attention_share_section},
      SectionKind{"comparison", {"models", "context"}, comparison_section},
      SectionKind{"decode", {"model", "sparse", "on", "context"}, decode_section},
      SectionKind{"errata", {}, errata_section},
      SectionKind{"fit", {"model", "on", "context", "users"}, fit_section},
      SectionKind{"four-attentions", {"model", "on", "context"}, four_attentions_section},
      SectionKind{"growth", {"models", "context", "to", "on"}, growth_section},
      SectionKind{"kept-read", {"model", "beside", "context"}, kept_read_section},
      SectionKind{"layers", {"models", "context"}, layers_section},
      SectionKind{"masks", {"tokens", "window", "first", "top-k", "rate", "entries"}, masks_section},
      SectionKind{"models-table", {"from"}, models_table_section},
      SectionKind{"naive-absorbed", {"model", "context"}, naive_absorbed_section},
      SectionKind{"observations",
                  {"claimed",       "counts",         "declared",        "declared-context",
                   "ends",          "ends-factor",    "first-kinds",     "from",
                   "full-partners", "grown",          "grown-cache",     "grown-parameters",
                   "linear-ratios", "longest-full",   "million",         "new-kinds",
                   "no-cache",      "one-cheap-kind", "other-knobs",     "overlap",
                   "retreat",       "retreat-factor", "sparse-partners", "to",
                   "window-kinds",  "window-ratios"},
                  observations_section},
      SectionKind{"plan", {"model", "on", "context", "users"}, plan_section},
      SectionKind{"ratio-or-count", {"models", "family", "aside", "placed", "lines"}, ratio_or_count_section},
      SectionKind{
          "receipt", {"then", "now", "chooses", "shape", "mix", "context", "then-on", "on"}, receipt_section},
      SectionKind{"ridge-points", {"on", "level", "devices", "claim"}, ridge_points_section},
      SectionKind{"roofline", {"shape", "as", "layers", "context", "prompt", "on"}, roofline_section},
      SectionKind{"run-time-choice", {"models", "nsa", "contexts"}, run_time_choice_section},
      SectionKind{"step", {"model", "on", "context", "users"}, step_section},
      SectionKind{"timeline", {}, timeline_section},
      SectionKind{"trends", {}, trends_section},
      SectionKind{"v4-entry", {"model", "beside", "context", "qk-rope-head-dim"}, v4_entry_section},
      SectionKind{"without-cache", {"model", "marks"}, without_cache_section},
  };
  return kKinds;
}

}  // namespace kvtally
