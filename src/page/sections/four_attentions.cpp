#include <fmt/format.h>

#include "account/figures.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/attentions.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

class FourAttentions {
 public:
  FourAttentions(const PageSources& sources, const SectionRecipe& recipe, Description described, Device device,
                 Tokens context)
      : sources_(sources),
        words_(*sources.words),
        recipe_(recipe),
        model_(std::move(described.model)),
        device_(std::move(device)),
        context_(context) {}

  Expected<SectionParts> make() {
    auto shapes = four_shapes(sources_, model_);
    if (!shapes) {
      return std::unexpected(std::move(shapes.error()));
    }
    for (ShapeWith& shape : *shapes) {
      const Figures figures = figures_of(shape.model, {.context = context_});
      if (!printable(figures)) {
        return std::unexpected(section_fault(sources_, recipe_, "a figure passes 2^63", "a shorter context"));
      }
      rows_.push_back({std::move(shape), figures.kept.total()});
    }
    if (!device_.usable_memory) {
      return std::unexpected(
          section_fault(sources_, recipe_, fmt::format("the memory of {} is not published", device_.id)));
    }
    values();
    picture();
    table();
    arithmetic();
    notes();
    return std::move(out_);
  }

 private:
  struct Kept {
    ShapeWith shape;
    Bytes kept;
  };

  std::string size(Bytes bytes) const { return print_bytes(bytes, sources_.request.units); }
  const Kept& mha() const { return rows_.front(); }
  const Kept& mqa() const { return rows_[2]; }
  const Kept& own() const { return rows_.back(); }

  // "5.2 devices, or 2.6 chips": as many as these bytes fill.
  std::string devices_words(Bytes bytes) const {
    const double devices = static_cast<double>(bytes.value) / static_cast<double>(device_.usable_memory->value);
    const Values values{{"devices", fmt::format("{:.1f}", devices)},
                        {"parts", fmt::format("{:.1f}", devices / static_cast<double>(device_.devices_per_part))}};
    if (device_.whole_part || device_.devices_per_part == 1) {
      return words_.fill("{devices} devices", values);
    }
    return device_.figures_of == "chip" ? words_.fill("{devices} devices, or {parts} chips", values)
                                        : words_.fill("{devices} devices, or {parts} whole parts", values);
  }

  void values() {
    out_.values = {{"model", model_.name},
                   {"context", print_tokens(context_)},
                   {"own_kind", own_label(model_)},
                   {"device", words_.name(device_.name)},
                   {"usable", size(*device_.usable_memory)},
                   {"devices", devices_words(mha().kept)}};
    for (const Kept& row : rows_) {
      out_.values[row.shape.value] = size(row.kept);
      out_.values[row.shape.value + "_ratio"] = row.kept.value == 0 ? "-" : ratio_words(mha().kept, row.kept);
    }
    out_.values["own_over_mqa"] = mqa().kept.value == 0 ? "-" : ratio_words(own().kept, mqa().kept);
  }

  void picture() {
    BarChart chart;
    chart.id = recipe_.id;
    chart.title = words_.fill("One user of {model} at {context}", out_.values);
    chart.description =
        words_.fill("{mha} with MHA, {gqa8} with 8 KV heads, {mqa} with one, {own} with its own.", out_.values);
    chart.x = {words_.say("bytes kept (a logarithmic axis)"), Scale::log2, Measure::bytes, sources_.request.units,
               false};
    for (const Kept& row : rows_) {
      const std::string text = size(row.kept);
      chart.bars.push_back(
          {row.shape.name, text, {{row.shape.name, static_cast<double>(row.kept.value), text, row.shape.family}}});
    }
    out_.pictures.push_back({recipe_.id, "", std::move(chart)});
  }

  void table() {
    Table table;
    table.title = words_.fill("One user of {model} at {context}", out_.values);
    table.columns = {{"attention", words_.say("attention"), Align::left, kEverywhere, false},
                     {"kept_bytes", words_.say("kept"), Align::right, kEverywhere, false},
                     {"mha_over_this", words_.say("MHA over this"), Align::right, kEverywhere, false},
                     {"devices", words_.say("devices (cache alone)"), Align::right, kEverywhere, false}};
    for (const Kept& row : rows_) {
      table.rows.push_back({text_cell(row.shape.name), bytes_cell(row.kept, sources_.request.units),
                            ratio_cell(mha().kept, row.kept), ratio_cell(row.kept, *device_.usable_memory)});
    }
    out_.tables.push_back({recipe_.id, std::move(table), true});
  }

  // The elements of an entry: "(128 x 128 + 128 x 128)"; nothing where its bytes are no multiple of them.
  static std::optional<std::string> product_of(const Entry& entry) {
    std::string elements;
    Wide count = 0;
    for (const Row& row : entry) {
      count += Wide{row.heads} * row.dim;
      elements += elements.empty() ? "" : " + ";
      elements += row.heads == 1 ? fmt::format("{}", row.dim) : fmt::format("{} x {}", row.heads, row.dim);
    }
    const Wide bytes = entry_bytes(entry).value;
    if (count == 0 || bytes % count != 0) {
      return std::nullopt;
    }
    return fmt::format("({}) x {}", elements, print_grouped(bytes / count));
  }

  // Of a model of equal layers that keep everything; others' bytes are no single product.
  std::string product(const Kept& row) const {
    const Model& model = row.shape.model;
    Values values{{"name", row.shape.name},
                  {"layers", fmt::format("{}", layer_count(model.order))},
                  {"context", print_grouped(context_.value)},
                  {"bytes", print_grouped(row.kept.value)},
                  {"size", size(row.kept)}};
    const Layer& layer = model.layers.front();
    const bool single = model.layers.size() == 1 && layer.memories.size() == 1 && layer.state.tensors.empty() &&
                        std::holds_alternative<All>(layer.memories[0].retention) &&
                        layer.sharing.owner == Sharing::Owner::own && !layer.memories[0].indexer;
    const auto elements = single ? product_of(layer.memories[0].entry) : std::nullopt;
    if (!elements) {
      return words_.fill("{name}: {layers} layers at {context} tokens: {bytes} bytes = {size}", values);
    }
    values["elements"] = *elements;
    return words_.fill("{name}: {elements} bytes x {layers} layers x {context} tokens = {bytes} bytes = {size}",
                       values);
  }

  void arithmetic() {
    for (const Kept& row : rows_) {
      out_.arithmetic.push_back(product(row));
    }
    const auto division = [&](const Kept& over, const Kept& under) {
      if (under.kept.value != 0) {
        out_.arithmetic.push_back(words_.fill("{over} / {under}: {more} / {less} = {ratio}",
                                              {{"over", over.shape.name},
                                               {"under", under.shape.name},
                                               {"more", print_grouped(over.kept.value)},
                                               {"less", print_grouped(under.kept.value)},
                                               {"ratio", ratio_words(over.kept, under.kept)}}));
      }
    };
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      division(mha(), rows_[i]);
    }
    division(own(), mqa());
    out_.arithmetic.push_back(words_.fill("devices that MHA fills: {mha} / {usable} = {ratio}",
                                          {{"mha", out_.values["mha"]},
                                           {"usable", out_.values["usable"]},
                                           {"ratio", ratio_words(mha().kept, *device_.usable_memory)}}));
  }

  // With the widths that the model's own keys and values have, where these differ.
  void wide_note() {
    for (const Memory& memory : model_.layers.front().memories) {
      if (!memory.expanded || memory.expanded->score_width == memory.expanded->value_width) {
        continue;
      }
      const auto& [heads, key, value] = *memory.expanded;
      const auto wide = with_attention(model_, fmt::format("mha:{}+{}", key, value));
      if (wide) {
        out_.values["wide"] = size(figures_of(*wide, {.context = context_}).kept.total());
        out_.notes.push_back(words_.fill(
            "MHA's keys are taken as wide as its values, {value}, as the table of the DeepSeek-V3 paper takes "
            "them. The model's own keys are {key} wide; with them MHA would keep {wide}.",
            {{"value", fmt::format("{}", value)},
             {"key", fmt::format("{}", key)},
             {"wide", out_.values["wide"]}}));
      }
    }
  }

  void notes() {
    out_.notes.push_back(words_.fill(
        "MHA, GQA-8 and MQA are counterfactual: {model} has {own_kind}, and no such model exists.", out_.values));
    wide_note();
    out_.notes.push_back(
        words_.fill("Devices: the cache over the {usable} that one {device} has usable, without "
                    "any weights.",
                    out_.values));
    out_.notes.push_back(words_.say("The lecture, section 0, question 1."));
  }

  const PageSources& sources_;
  const Words& words_;
  const SectionRecipe& recipe_;
  Model model_;
  Device device_;
  Tokens context_;
  std::vector<Kept> rows_;
  SectionParts out_;
};

}  // namespace

Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe) {
  auto described = asked_model(sources, recipe, "model");
  auto device = asked_device(sources, recipe);
  const auto context = asked_context(sources, recipe);
  if (!described || !device || !context) {
    return std::unexpected(!described ? described.error() : !device ? device.error() : context.error());
  }
  return FourAttentions(sources, recipe, std::move(*described), std::move(*device), *context).make();
}

}  // namespace kvtally
