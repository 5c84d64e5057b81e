#include "report/kind_list.hpp"

#include <fmt/format.h>

#include "model/kinds.hpp"
#include "report/json.hpp"
#include "report/strip.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kNotesRow =
    "* a row of the nine-row table in the lecture notes. The row that is missing here, sharing across layers, is "
    "no "
    "kind: any layer with a cache may share that of another (num_kv_shared_layers, shares), and L layers of which "
    "L_s "
    "share keep 2 (L - L_s) H_kv d b S.";
constexpr std::string_view kTagErratum =
    "The notes give CSA and HCA the tag deepseek_sparse_attention and the class DynamicIndexedLayer: an erratum. "
    "That "
    "tag is DSA's alone; theirs are compressed_sparse_attention and heavily_compressed_attention.";
constexpr std::string_view kLeftOut =
    "What waits until an entry is complete is not in the formulas (kvtally curve lists it); where keys and values "
    "differ in width, 2 d stands for the sum of both; NSA's holds from l tokens on. A layer type of transformers, "
    "but for "
    "native_sparse_attention "
    "and cross_attention.";

std::string_view knob_name(Knob knob) {
  switch (knob) {
    case Knob::none: return "none";
    case Knob::entry: return "entry";
    case Knob::positions: return "positions";
    case Knob::growth: return "growth";
  }
  return "";
}

std::string class_of(const Kind& kind) {
  return kind.cache_class.empty() ? "none" : std::string(kind.cache_class);
}

std::vector<std::string> kind_notes() {
  return {std::string(kNotesRow), std::string(kTagErratum), std::string(kKindSymbols) + ".",
          std::string(kLeftOut)};
}

}  // namespace

Table list_of_kinds() {
  constexpr auto kBeside = static_cast<std::uint8_t>(kEverywhere & ~kTerminal);
  Table table;
  table.columns = {{"id", "ID", Align::left, kEverywhere, false},
                   {"label", "Label", Align::left, kEverywhere, false},
                   {"knob", "Knob", Align::left, kEverywhere, false},
                   {"layer_type", "Layer type", Align::left, kEverywhere, false},
                   {"source", "Source", Align::left, kEverywhere, false},
                   {"title", "Title", Align::left, kBeside, false},
                   {"keeps", "Keeps", Align::left, kBeside, false},
                   {"cache_class", "Cache class", Align::left, kBeside, false},
                   {"notes_row", "Row of the notes", Align::right, kBeside, false},
                   {"", "", Align::left, kTerminal, true}};
  for (const Kind& kind : kinds()) {
    const std::string label(kind.label);
    table.rows.push_back(
        {{std::string(kind.id), "", {}, {}},
         {label, "", {{label, colour_of(kind)}}, kind.notes_row > 0 ? "*" : ""},
         {std::string(knob_name(kind.knob)), "", {}, {}},
         {std::string(kind.layer_type), "", {}, {}},
         {std::string(kind.source), "", {}, {}},
         {std::string(kind.title), "", {}, {}},
         {std::string(kind.keeps), "", {}, {}},
         {class_of(kind), "", {}, {}},
         {kind.notes_row > 0 ? fmt::format("{}", kind.notes_row) : "none", "", {}, {}},
         {fmt::format("{}: {}\ncache class: {}", kind.title, kind.keeps, class_of(kind)), "", {}, {}}});
  }
  table.notes = kind_notes();
  return table;
}

std::string json_of_kinds() {
  Json out = document("kinds");
  out["kinds"] = Json::array();
  for (const Kind& kind : kinds()) {
    Json entry;
    entry["id"] = kind.id;
    entry["label"] = kind.label;
    entry["letter"] = std::string(1, kind.letter);
    entry["title"] = kind.title;
    entry["knob"] = kind.knob == Knob::none ? Json(nullptr) : Json(knob_name(kind.knob));
    entry["keeps"] = kind.keeps;
    entry["layer_type"] = kind.layer_type;
    entry["cache_class"] = kind.cache_class.empty() ? Json(nullptr) : Json(kind.cache_class);
    entry["source"] = kind.source;
    entry["notes_row"] = kind.notes_row > 0 ? Json(kind.notes_row) : Json(nullptr);
    out["kinds"].push_back(std::move(entry));
  }
  out["notes"] = kind_notes();
  return print(out);
}

}  // namespace kvtally
