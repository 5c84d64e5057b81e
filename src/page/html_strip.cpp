#include <algorithm>
#include <fmt/format.h>

#include "page/html_models.hpp"
#include "report/kind_family.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

std::string_view class_of(const Kind& kind) { return name_of(family_of(kind)); }

// "62 layers: 52 sliding-window attention, 10 grouped-query attention; in order: …", in the page's language.
std::string spoken(const ModelRow& row, const Words& words) {
  std::string counts;
  for (const auto& [kind, labels] : kinds_of({row})) {
    const auto count = std::ranges::count(row.kinds, kind->id);
    const std::string one =
        words.fill("{count} {kind}", {{"count", fmt::format("{}", count)}, {"kind", words.say(kind->title)}});
    counts += counts.empty() ? one : words.say(", ") + one;
  }
  return words.fill(
      "{layers} layers: {counts}; in order: {list}",
      {{"layers", fmt::format("{}", row.layers)}, {"counts", counts}, {"list", print_cycle(row.cycle)}});
}

}  // namespace

std::string html_strip(const ModelRow& row, const Words& words) {
  std::string out = fmt::format("<span class=\"strip unit\" role=\"img\" aria-label=\"{}\" style=\"--n:{}\">",
                                xml(spoken(row, words)), row.cycle_kinds.size());
  for (const LabelRun& run : runs_of(row.cycle_kinds)) {
    const Kind& kind = kind_of(run.label);
    out += fmt::format("<i class=\"k-{}\" style=\"flex:{}\">", class_of(kind), run.count);
    for (std::int64_t i = 0; i < run.count; ++i) {
      out += fmt::format("<b>{}</b>", kind.letter);
    }
    out += "</i>";
  }
  out += "</span><span class=\"strip whole\" aria-hidden=\"true\">";
  for (const LabelRun& run : runs_of(row.kinds)) {
    out += fmt::format("<i class=\"k-{}\" style=\"flex:{}\"></i>", class_of(kind_of(run.label)), run.count);
  }
  return out + fmt::format("</span><small aria-hidden=\"true\">{}</small>", xml(print_cycle(row.cycle)));
}

}  // namespace kvtally
