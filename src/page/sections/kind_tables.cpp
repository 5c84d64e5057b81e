#include "page/sections/kind_tables.hpp"

#include <fmt/format.h>

#include "page/sections/asked.hpp"
#include "report/roofline.hpp"
#include "report/roofline_words.hpp"

namespace kvtally {

namespace {

Cell bound_cell(const Words& words, const KindPoint& point) {
  return number_cell(bound_words(words, point), std::string(name_of(point.bound)));
}

// For programs in English, whatever the page's language.
Cell step_cell(const Words& words, bool prefill) {
  const std::string_view step = prefill ? "prefill" : "decode";
  return number_cell(words.say(step), std::string(step));
}

}  // namespace

std::string bound_words(const Words& words, const KindPoint& point) {
  return words.say(point.bound == Bound::compute ? "compute" : "memory");
}

std::string below_words(double factor) {
  return factor < 100 ? fmt::format("{:.3g}", factor) : fmt::format("{:.0f}", factor);
}

Table points_table(const Words& words, const std::vector<KindView>& views) {
  Table table;
  table.title = words.say("One layer of each kind under the roofline");
  table.columns = {{"format", words.say("format")},
                   {"layer", words.say("layer")},
                   {"step", words.say("step")},
                   {"flop", words.say("operations"), Align::right},
                   {"bytes", words.say("bytes"), Align::right},
                   {"flop_per_byte", "FLOP/byte", Align::right},
                   {"flop_per_second", "FLOP/s", Align::right},
                   {"bound", words.say("bound by")},
                   {"ridge_flop_per_byte", words.say("ridge"), Align::right}};
  for (const KindView& view : views) {
    for (const PlacedKind& one : view.layers) {
      for (const bool prefill : {false, true}) {
        const KindPoint& p = prefill ? one.prefill : one.decode;
        table.rows.push_back({text_cell(view.format), text_cell(one.layer->name), step_cell(words, prefill),
                              text_cell(fmt::format("{}", p.operations.value)),
                              text_cell(fmt::format("{}", p.bytes.value)),
                              number_cell(print_intensity(p.intensity), fmt::format("{:.6f}", p.intensity)),
                              text_cell(fmt::format("{:.6g}", p.rate())), bound_cell(words, p),
                              text_cell(fmt::format("{:.6f}", view.ridge))});
      }
    }
  }
  return table;
}

Table kinds_table(const Words& words, const KindView& view) {
  Table table;
  table.title = words.fill("Operations a byte in {format}, ridge {ridge}",
                           {{"format", view.format}, {"ridge", fmt::format("{:.1f}", view.ridge)}});
  table.columns = {{"layer", words.say("layer")},
                   {"decode", words.say("decode, FLOP/byte"), Align::right},
                   {"ridge_over_decode", words.say("ridge ÷ decode"), Align::right},
                   {"decode_bound", words.say("decode is bound by")},
                   {"prefill", words.say("prefill, FLOP/byte"), Align::right},
                   {"prefill_bound", words.say("prefill is bound by")}};
  for (const PlacedKind& p : view.layers) {
    const double factor = p.decode.intensity > 0 ? view.ridge / p.decode.intensity : 0;
    table.rows.push_back(
        {text_cell(p.layer->name),
         number_cell(print_intensity(p.decode.intensity), fmt::format("{:.6f}", p.decode.intensity)),
         number_cell(below_words(factor), fmt::format("{:.6f}", factor)), bound_cell(words, p.decode),
         number_cell(print_intensity(p.prefill.intensity), fmt::format("{:.6f}", p.prefill.intensity)),
         bound_cell(words, p.prefill)});
  }
  return table;
}

}  // namespace kvtally
