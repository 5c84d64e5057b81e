#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/cycle.hpp"
#include "report/parameters.hpp"
#include "report/prose.hpp"
#include "report/sheet.hpp"
#include "report/strip.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

class SheetText {
 public:
  SheetText(const Sheet& sheet, Units units, const Look& look) : sheet_(sheet), units_(units), look_(look) {}

  std::string write() {
    heading();
    layers();
    totals();
    step();
    naive();
    parameters();
    if (sheet_.model.stored) {
      stored(*sheet_.model.stored);
    }
    list("assumptions", sheet_.assumptions);
    if (!sheet_.model.notes.empty()) {
      list("notes", {sheet_.model.notes});
    }
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + '\n'; }

  void heading() {
    const Model& model = sheet_.model;
    for (const std::string& text : wrap(kvtally::heading(model), look_.width)) {
      line(text);
    }
    const std::string layers = fmt::format("{} layers: {}", layer_count(model.order), layer_list(model));
    for (const std::string& text : wrap(layers, look_.width)) {
      line(text);
    }
    strip(kinds_in_order(model));
    line(fmt::format("{} tokens, {} {}, entries in {}\n", print_grouped(sheet_.scenario.context.value),
                     sheet_.scenario.batch, sheet_.scenario.batch == 1 ? "request" : "requests", sheet_.kv_dtype));
  }

  // A letter a layer, and what the letters are. Equal layers need none.
  void strip(const std::vector<std::string>& kinds) {
    if (runs_of(kinds).size() < 2) {
      return;
    }
    for (const std::string& text : strip_lines(kinds, look_)) {
      line(text);
    }
    std::string letters;
    for (const Kind& kind : kvtally::kinds()) {
      if (std::ranges::find(kinds, kind.id) != kinds.end()) {
        letters += fmt::format("{}{} {}", letters.empty() ? "" : ", ", kind.letter, kind.label);
      }
    }
    for (const std::string& text : wrap(letters, look_.width)) {
      line(text);
    }
  }

  void layers() {
    Table table;
    table.columns = {
        {"", "Layers", Align::right, kEverywhere, false},  {"", "Kind", Align::left, kEverywhere, false},
        {"", "Kept", Align::right, kEverywhere, false},    {"", "Read a step", Align::right, kEverywhere, false},
        {"", "Written", Align::right, kEverywhere, false}, {"", "Multiply-adds", Align::right, kEverywhere, false},
        {"", "", Align::left, kEverywhere, true}};
    for (const LayerFigures& f : sheet_.figures.layers) {
      const Layer& layer = sheet_.model.layers[f.layer];
      const Kind& kind = kind_of(layer.kind);
      const std::string label = std::string(kind.label) + (f.draft ? " (draft)" : "");
      std::string keeps;
      for (const std::string& part : describe(layer)) {
        keeps += part + '\n';
      }
      table.rows.push_back({{fmt::format("{}", f.count), "", {}, {}},
                            {label, "", {{label, colour_of(kind)}}, {}},
                            {print_bytes(f.kept.total(), units_), "", {}, {}},
                            {print_bytes(f.step.read.total(), units_), "", {}, {}},
                            {print_bytes(f.step.written.total(), units_), "", {}, {}},
                            {print_grouped(f.step.arithmetic.total().value), "", {}, {}},
                            {keeps, "", {}, {}}});
    }
    out_ += write_text(table, look_) + '\n';
  }

  void bytes_line(std::string_view what, Bytes bytes, std::string_view remark = "") {
    const std::string in_units = bytes.value < 1000 ? "" : "  " + print_bytes(bytes, units_);
    line(fmt::format("{:<26}{:>25} B{}{}", what, print_grouped(bytes.value), in_units, remark));
  }

  void totals() {
    const Tally& kept = sheet_.figures.kept;
    bytes_line("keys, values, latents", kept[Part::entries]);
    const std::pair<Part, std::string_view> rest[] = {{Part::indexer, "index keys"},
                                                      {Part::state, "states"},
                                                      {Part::open, "waiting to be pooled"},
                                                      {Part::cross, "encoder memory"},
                                                      {Part::draft, "draft layers"}};
    for (const auto& [part, words] : rest) {
      if (kept[part].value != 0) {
        bytes_line(words, kept[part]);
      }
    }
    bytes_line("kept in all", kept.total());
    const Fraction<Bytes>& marginal = sheet_.figures.marginal;
    const std::string each =
        marginal.whole() ? print_grouped(marginal.floor()) : fmt::format("{:.3f}", marginal.approximate());
    line(fmt::format("{:<26}{:>25} B", "each further token", each));
    if (sheet_.devices) {
      devices(*sheet_.devices);
    }
  }

  void devices(const SheetDevices& devices) {
    const DeviceBytes& kept = devices.kept;
    std::string where = print_placement(devices.placement);
    if (devices.stages.size() > 1) {
      const Stage& stage = devices.stages[kept.fullest_stage];
      where += fmt::format("; stage {} of {}, layers {} to {}", kept.fullest_stage + 1, devices.stages.size(),
                           stage.first, stage.first + stage.layers - 1);
    }
    bytes_line("kept on one device", kept.fullest, "  (" + where + ")");
    bytes_line(fmt::format("kept on all {}", print_grouped(devices.placement.devices())), kept.all);
  }

  void step() {
    bytes_line("read in one step", sheet_.figures.step.read.total());
    bytes_line("written in one step", sheet_.figures.step.written.total());
    line(fmt::format("{:<26}{:>25}", "multiply-adds in one step",
                     print_grouped(sheet_.figures.step.arithmetic.total().value)));
  }

  void naive() {
    const Naive& naive = sheet_.figures.naive;
    if (!naive.bytes) {
      line(fmt::format("{:<26}{:>25}", "the naive formula", "none"));
      list("", {naive.what});
      return;
    }
    const Bytes ours = sheet_.figures.kept.total();
    std::string remark;
    if (ours.value != 0) {
      const double ratio = static_cast<double>(naive.bytes->value) / static_cast<double>(ours.value);
      const Wide rounded = (naive.bytes->value + ours.value / 2) / ours.value;
      const std::string times = ratio < 999.5 ? fmt::format("{:.3g}", ratio) : print_grouped(rounded);
      remark = fmt::format("  ({} times ours)", times);
    }
    bytes_line("the naive formula", *naive.bytes, remark);
    list("", {"it multiplies " + naive.what});
  }

  void parameters() {
    for (const ParameterLine& p : parameter_lines(sheet_.model)) {
      const std::string figure = fmt::format("{:<26}{:>25}", p.what, p.amount);
      const bool beside = figure.size() + 2 + display_width(p.remark) <= look_.width;
      line(p.remark.empty() || !beside ? figure : figure + "  " + p.remark);
      if (!beside) {
        list("", {p.remark});
      }
    }
  }

  void stored(const StoredWeights& weights) {
    const auto parameters = stored_parameters(weights);
    const std::string count = parameters ? fmt::format("{} parameters; ", print_grouped(*parameters)) : "";
    out_ += '\n';
    bytes_line("weights", stored_bytes(weights));
    list("", {count + weights.from});
    if (weights.groups.empty()) {
      return;
    }
    Table table;
    table.columns = {{"", "Weights", Align::left, kEverywhere, false},
                     {"", "Format", Align::left, kEverywhere, false},
                     {"", "Tensors", Align::right, kEverywhere, false},
                     {"", "Stored", Align::right, kEverywhere, false},
                     {"", "", Align::left, kEverywhere, false}};
    for (const StoredGroup& group : weights.groups) {
      const bool plain = group.content == StoredContent::parameters;
      table.rows.push_back({{std::string(name_of(group.part)), "", {}, {}},
                            {group.format, "", {}, {}},
                            {print_grouped(group.tensors), "", {}, {}},
                            {print_bytes(group.bytes, units_), "", {}, {}},
                            {plain ? "" : std::string(name_of(group.content)), "", {}, {}}});
    }
    out_ += '\n' + write_text(table, look_);
  }

  void list(const std::string& title, const std::vector<std::string>& items) {
    if (!title.empty()) {
      out_ += bullets(title, items, look_.width);
      return;
    }
    for (const std::string& item : items) {
      for (const std::string& text : wrap(item, look_.width - 2)) {
        line("  " + text);
      }
    }
  }

  const Sheet& sheet_;
  Units units_;
  const Look& look_;
  std::string out_;
};

}  // namespace

std::string text_of(const Sheet& sheet, Units units, const Look& look) {
  return SheetText(sheet, units, look).write();
}

}  // namespace kvtally
