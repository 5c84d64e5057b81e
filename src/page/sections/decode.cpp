#include <cmath>
#include <fmt/format.h>

#include "account/figures.hpp"
#include "account/weight_load.hpp"
#include "hardware/roofline.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/attentions.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

class Decode {
 public:
  Decode(const PageSources& sources, const SectionRecipe& recipe, Model model, Model sparse, Device device,
         Tokens context)
      : sources_(sources),
        words_(*sources.words),
        recipe_(recipe),
        model_(std::move(model)),
        sparse_(std::move(sparse)),
        device_(std::move(device)),
        context_(context) {}

  Expected<SectionParts> make() {
    if (Problems problems = read(); !problems.empty()) {
      return std::unexpected(std::move(problems));
    }
    values();
    picture();
    table();
    arithmetic();
    notes();
    return std::move(out_);
  }

 private:
  struct Decoded {
    std::string value;  // what its figures are called in sentences
    std::string name;
    std::vector<CacheRead> caches;
  };

  Problems fault(std::string what, std::string expected = {}) const {
    return section_fault(sources_, recipe_, std::move(what), std::move(expected));
  }

  std::string size(Bytes bytes) const { return print_bytes(bytes, sources_.request.units); }
  // In milliseconds whatever they are, so that bars compare: "71.10 ms", "0.5554 ms", "3,411 ms".
  std::string time(Bytes bytes) const {
    const double value = milliseconds(bytes);
    return value >= 999.95 ? print_nearest(value) + " ms" : fmt::format("{:#.4g} ms", value);
  }
  double milliseconds(Bytes bytes) const { return time_to_move(bytes, bandwidth_).value * 1000; }

  Problems read() {
    const auto bandwidth = memory_bandwidth(device_, "memory");
    if (!bandwidth) {
      return fault(bandwidth.error());
    }
    bandwidth_ = *bandwidth;
    if (!model_.parameters.total) {
      return fault(fmt::format("the number of parameters of {} is not published", model_.id));
    }
    scheme_ = usual_scheme(model_);
    parameters_ = model_.parameters.active.value_or(*model_.parameters.total);
    weights_ = bytes_of_parameters(parameters_, scheme_);
    whole_ = bytes_of_parameters(*model_.parameters.total, scheme_);
    auto shapes = four_shapes(sources_, model_);
    if (!shapes) {
      return shapes.error();
    }
    shapes->push_back({"sparse", sparse_name(), family_of(sparse_), sparse_});
    for (ShapeWith& shape : *shapes) {
      if (!printable(figures_of(shape.model, {.context = context_}))) {
        return fault("a figure passes 2^63", "a shorter context");
      }
      std::vector<CacheRead> caches = cache_reads(words_, shape, context_);
      bars_.push_back({std::move(shape.value), std::move(shape.name), std::move(caches)});
    }
    return {};
  }

  // "ours: MLA + DSA top-2048", of a model that chooses so many entries.
  std::string sparse_name() const {
    for (const Memory& memory : sparse_.layers.front().memories) {
      if (const auto* top = std::get_if<TopK>(&memory.selection)) {
        return words_.fill("ours: {own_kind} + {kind} top-{count}", {{"own_kind", own_label(model_)},
                                                                     {"kind", own_label(sparse_)},
                                                                     {"count", fmt::format("{}", top->count)}});
      }
    }
    return words_.fill("ours: {model}", {{"model", sparse_.name}});
  }

  void values() {
    out_.values = {{"model", model_.name},
                   {"sparse_model", sparse_.name},
                   {"own_kind", own_label(model_)},
                   {"context", print_tokens(context_)},
                   {"device", words_.name(device_.name)},
                   {"bandwidth", print_rate(bandwidth_)},
                   {"weights", time(weights_)},
                   {"weight_bytes", size(weights_)},
                   {"parameters", print_parameters(parameters_)},
                   {"whole", time(whole_)},
                   {"whole_bytes", size(whole_)},
                   {"weight_format", scheme_name()}};
    for (const Decoded& bar : bars_) {
      const Bytes bytes = total_of(bar.caches);
      out_.values[bar.value] = time(bytes);
      out_.values[bar.value + "_step"] = time(weights_ + bytes);
      out_.values[bar.value + "_over_weights"] = ratio_words(bytes, weights_);
    }
    const std::vector<CacheRead>& sparse = bars_.back().caches;
    out_.values["entries"] = time(sparse.front().bytes);
    out_.values["index"] = time(sparse.size() > 1 ? sparse.back().bytes : Bytes{});
  }

  std::string scheme_name() const { return scheme_.matrices.name; }

  void picture() {
    BarChart chart;
    chart.id = recipe_.id;
    chart.title = words_.fill("One step of one user at {context}, bytes moved by {device}", out_.values);
    chart.description = words_.fill(
        "Weights take {weights} in every bar; the cache {mha} with MHA, {gqa8} with GQA-8, {mqa} with MQA, {own} "
        "with {own_kind}, and {sparse} with the indexer of {sparse_model}.",
        out_.values);
    chart.x = {words_.say("milliseconds"), Scale::linear, Measure::number, Units::binary, false};
    const std::string weights = words_.say("weights");
    for (const Decoded& bar : bars_) {
      Bar drawn{bar.name, words_.fill("{time} together", {{"time", time(weights_ + total_of(bar.caches))}}), {}};
      drawn.parts.push_back({weights, milliseconds(weights_), time(weights_), KindFamily::weight});
      for (const CacheRead& read : bar.caches) {
        drawn.parts.push_back({read.name, milliseconds(read.bytes), time(read.bytes), KindFamily::cache});
      }
      chart.bars.push_back(std::move(drawn));
    }
    out_.pictures.push_back({recipe_.id, "", std::move(chart)});
  }

  Cell time_cell(Bytes bytes) const {
    return number_cell(time(bytes), fmt::format("{:.6g}", time_to_move(bytes, bandwidth_).value));
  }

  void table() {
    Table table;
    table.title = words_.fill("One step of one user at {context}, bytes moved by {device}", out_.values);
    table.columns = {{"attention", words_.say("attention"), Align::left, kEverywhere, false},
                     {"weight_seconds", words_.say("weights"), Align::right, kEverywhere, false},
                     {"cache_bytes", words_.say("cache read"), Align::right, kEverywhere, false},
                     {"cache_seconds", words_.say("its time"), Align::right, kEverywhere, false},
                     {"step_seconds", words_.say("together"), Align::right, kEverywhere, false},
                     {"cache_over_weights", words_.say("cache over weights"), Align::right, kEverywhere, false}};
    for (const Decoded& bar : bars_) {
      const Bytes bytes = total_of(bar.caches);
      table.rows.push_back({text_cell(bar.name), time_cell(weights_), bytes_cell(bytes, sources_.request.units),
                            time_cell(bytes), time_cell(weights_ + bytes), ratio_cell(bytes, weights_)});
    }
    out_.tables.push_back({recipe_.id, std::move(table), true});
  }

  void divided(const std::string& name, Bytes bytes) {
    out_.arithmetic.push_back(
        words_.fill("{name}: {bytes} bytes / {rate} bytes/s = {time}", {{"name", name},
                                                                        {"bytes", print_grouped(bytes.value)},
                                                                        {"rate", print_grouped(bandwidth_.value)},
                                                                        {"time", time(bytes)}}));
  }

  void arithmetic() {
    out_.arithmetic.push_back(words_.fill("weights: {count} active parameters in {format} = {bytes} bytes",
                                          {{"count", print_grouped(parameters_)},
                                           {"format", scheme_name()},
                                           {"bytes", print_grouped(weights_.value)}}));
    divided(words_.say("weights"), weights_);
    for (const Decoded& bar : bars_) {
      for (const CacheRead& read : bar.caches) {
        divided(words_.fill("{name}, {part}", {{"name", bar.name}, {"part", read.name}}), read.bytes);
      }
    }
  }

  void notes() {
    out_.notes.push_back(words_.say(
        "This counts bytes that are moved, not operations, and nothing that overlaps: a lower bound at the peak "
        "bandwidth. One user; a batch reads the weights once for all and each user's cache for itself."));
    out_.notes.push_back(words_.fill(
        "Weights: {parameters} active parameters, as published, in {weight_format}. All weights, {whole_bytes}, "
        "would take {whole}.",
        out_.values));
    if (!device_.overrides.empty()) {
      out_.notes.push_back(words_.fill("Set here and not published so: {overrides}.",
                                       {{"overrides", fmt::format("{}", fmt::join(device_.overrides, ", "))}}));
    }
    out_.notes.push_back(words_.fill(
        "The last bar is ours; the lecture draws a fifth one without a name. It is the cache of {sparse_model}: "
        "the entries that its indexer chooses, and the index keys that it scans to choose them. What its indexer "
        "adds to the weights is not in the grey part.",
        out_.values));
    out_.notes.push_back(words_.fill(
        "MHA, GQA-8 and MQA are counterfactual: {model} has {own_kind}, and no such model exists.", out_.values));
    out_.notes.push_back(
        words_.say("The lecture, section 9.1, after Epoch AI's chain from bytes to milliseconds."));
  }

  const PageSources& sources_;
  const Words& words_;
  const SectionRecipe& recipe_;
  Model model_;
  Model sparse_;
  Device device_;
  Tokens context_;
  ByteRate bandwidth_;
  WeightScheme scheme_;
  std::int64_t parameters_ = 0;
  Bytes weights_;
  Bytes whole_;
  std::vector<Decoded> bars_;
  SectionParts out_;
};

}  // namespace

Expected<SectionParts> decode_section(const PageSources& sources, const SectionRecipe& recipe) {
  auto model = asked_model(sources, recipe, "model");
  auto sparse = asked_model(sources, recipe, "sparse");
  auto device = asked_device(sources, recipe);
  const auto context = asked_context(sources, recipe);
  Problems problems;
  const auto collect = [&](const auto& asked) {
    if (!asked) {
      problems.insert(problems.end(), asked.error().begin(), asked.error().end());
    }
  };
  collect(model);
  collect(sparse);
  collect(device);
  collect(context);
  return problems.empty() ? Decode(sources, recipe, std::move(model->model), std::move(sparse->model),
                                   std::move(*device), *context)
                                .make()
                          : std::unexpected(std::move(problems));
}

}  // namespace kvtally
