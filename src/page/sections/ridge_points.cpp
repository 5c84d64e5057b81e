#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"
#include "report/device_words.hpp"

namespace kvtally {

namespace {

std::string ridge_words(double ridge) { return fmt::format("{:.1f}", ridge); }

class RidgePoints {
 public:
  RidgePoints(const PageSources& sources, const SectionRecipe& recipe, std::vector<Device> devices)
      : sources_(sources),
        words_(*sources.words),
        recipe_(recipe),
        devices_(std::move(devices)),
        level_(asked_word(recipe, "level", "VMEM")) {}

  Expected<SectionParts> make() {
    const auto bandwidth = memory_bandwidth(device(), "memory");
    const auto peak = peak_for(device(), "bf16");
    if (!bandwidth || !peak) {
      return std::unexpected(section_fault(
          sources_, recipe_,
          bandwidth ? fmt::format("no peak of {} for bf16 is published", device().id) : bandwidth.error()));
    }
    values(*bandwidth, *peak);
    picture();
    table();
    arithmetic(*bandwidth, *peak);
    notes(*peak);
    return std::move(out_);
  }

 private:
  const Device& device() const { return devices_.front(); }

  // The ridge against the memory on the chip, or why there is none: never a number without a published bandwidth.
  void inner(const ChosenPeak& peak) {
    Values& values = out_.values;
    values["level"] = level_;
    if (const auto rate = memory_bandwidth(device(), lower(level_))) {
      values["inner_ridge"] = ridge_words(static_cast<double>(peak.rate.value) / static_cast<double>(rate->value));
      values["inner_bandwidth"] = print_rate(*rate);
      values["inner"] = words_.fill("{inner_ridge} FLOP/byte", values);
      values["inner_reason"] =
          words_.fill("The bandwidth of its {level} is {inner_bandwidth}: {peak} over that.", values);
      return;
    }
    values["inner"] = words_.say(kNotPublished);
    values["inner_reason"] =
        device().other_memory.contains(lower(level_))
            ? words_.fill(
                  "Its maker has not published the bandwidth of its {level}. A number here would give that "
                  "bandwidth away: it is the peak over the ridge point.",
                  values)
            : words_.fill("No bandwidth of a memory called {level} is published for it.", values);
  }

  void values(ByteRate bandwidth, const ChosenPeak& peak) {
    const double ridge = static_cast<double>(peak.rate.value) / static_cast<double>(bandwidth.value);
    out_.values = {{"device", words_.name(device().name)},
                   {"ridge", ridge_words(ridge)},
                   {"bandwidth", print_rate(bandwidth)},
                   {"peak", print_rate(peak.rate)},
                   {"format", peak.format}};
    inner(peak);
  }

  void picture() {
    BarChart chart;
    chart.id = recipe_.id;
    chart.title = words_.say("Ridge points: operations a byte at which memory and arithmetic take equal time");
    chart.description = words_.fill(
        "{device}: {ridge} FLOP/byte against its main memory; against its {level}: {inner}.", out_.values);
    chart.x = {words_.say("FLOP/byte (bf16)"), Scale::linear, Measure::number, Units::binary, false};
    for (const Device& one : devices_) {
      const std::string name = words_.name(one.name);
      const auto ridge = ridge_of(one, "bf16");
      const std::string text = ridge ? shown(one, *ridge) : words_.say(kNotPublished);
      Bar bar{name, text, {}};
      if (ridge) {
        bar.parts.push_back({name, *ridge, text, &one == &device() ? KindFamily::plain : KindFamily::weight});
      }
      chart.bars.push_back(std::move(bar));
    }
    chart.bars.insert(chart.bars.begin() + 1, inner_bar());
    out_.pictures.push_back({recipe_.id, "", std::move(chart)});
  }

  Bar inner_bar() const {
    const std::string name = words_.fill("its {level}", out_.values);
    const auto rate = memory_bandwidth(device(), lower(level_));
    const auto peak = peak_for(device(), "bf16");
    Bar bar{name, out_.values.at("inner"), {}};
    if (rate && peak) {
      bar.parts.push_back({name, static_cast<double>(peak->rate.value) / static_cast<double>(rate->value),
                           bar.note, KindFamily::plain});
    }
    return bar;
  }

  static std::string shown(const Device& device, double ridge) {
    return (approximate(device) ? "~" : "") + ridge_words(ridge);
  }

  Cell unknown() const { return number_cell(words_.say(kNotPublished), std::string(kNotPublished)); }

  Cell peak_cell(const Device& device, std::string_view format) const {
    const auto peak = device.peaks.find(format);
    if (peak == device.peaks.end()) {
      return unknown();
    }
    return peak->second.rate ? number_cell(peak_words(device, format),
                                           fmt::format("{}", static_cast<std::int64_t>(peak->second.rate->value)))
                             : number_cell(words_.say("none"), "none");
  }

  Cell ridge_cell(const Device& device, std::string_view format) const {
    const auto ridge = ridge_of(device, format);
    const auto peak = device.peaks.find(format);
    if (!ridge && peak != device.peaks.end() && !peak->second.rate) {
      return number_cell(words_.say("none"), "none");
    }
    return ridge ? number_cell(shown(device, *ridge), fmt::format("{:.6g}", *ridge)) : unknown();
  }

  void table() {
    Table table;
    table.title = words_.say("Ridge points of devices");
    table.columns = {
        {"device", words_.say("device"), Align::left, kEverywhere, false},
        {"bandwidth_bytes_per_second", words_.say("main memory, GB/s"), Align::right, kEverywhere, false},
        {"bf16_flop_per_second", words_.say("bf16, TFLOP/s"), Align::right, kEverywhere, false},
        {"bf16_ridge", words_.say("ridge, bf16"), Align::right, kEverywhere, false},
        {"fp8_flop_per_second", words_.say("fp8, TFLOP/s"), Align::right, kEverywhere, false},
        {"fp8_ridge", words_.say("ridge, fp8"), Align::right, kEverywhere, false},
        {"confidence", words_.say("source"), Align::left, kEverywhere, false}};
    for (const Device& one : devices_) {
      const Cell bandwidth = one.bandwidth
                                 ? number_cell(number_words(static_cast<double>(one.bandwidth->value) / 1e9),
                                               fmt::format("{}", static_cast<std::int64_t>(one.bandwidth->value)))
                                 : unknown();
      table.rows.push_back({number_cell(words_.name(one.name), one.id), bandwidth, peak_cell(one, "bf16"),
                            ridge_cell(one, "bf16"), peak_cell(one, "fp8"), ridge_cell(one, "fp8"),
                            text_cell(std::string(1, one.confidence))});
    }
    table.notes = {
        words_.say("One device as software sees it; dense peaks. Source: A a page of the maker's, B a "
                   "file or a table that cites it, C secondary, D derived or disputed; ~ marks C and D.")};
    out_.tables.push_back({recipe_.id, std::move(table), true});
  }

  void arithmetic(ByteRate bandwidth, const ChosenPeak& peak) {
    Values values = out_.values;
    values["operations"] = print_grouped(peak.rate.value);
    values["bytes"] = print_grouped(bandwidth.value);
    out_.arithmetic.push_back(words_.fill(
        "{device}: {operations} operations/s / {bytes} bytes/s = {ridge} operations a byte ({format})", values));
    out_.arithmetic.push_back(words_.fill("{device}, {level}: {inner}", values));
  }

  // What the text of a claim prints for this ridge point, where it is the recipe's device that is shown.
  void claim_note() {
    const std::string id = asked_word(recipe_, "claim", "");
    if (sources_.claims == nullptr || sources_.request.device || id.empty()) {
      return;
    }
    for (const CheckResult& result : sources_.claims->results) {
      if (result.id == id && result.printed) {
        out_.notes.push_back(
            words_.fill("The lecture prints {printed}, from a bandwidth that it rounds ({note}).",
                        {{"printed", words_.name(*result.printed)}, {"note", words_.name(trimmed(result.note))}}));
      }
    }
  }

  static std::string trimmed(std::string text) {
    while (text.ends_with('.')) {
      text.pop_back();
    }
    return text;
  }

  void notes(const ChosenPeak& peak) {
    if (peak.format != "bf16") {
      out_.notes.push_back(words_.fill("{device} has no bf16; its peak is that of {format}.", out_.values));
    }
    claim_note();
    out_.notes.push_back(words_.say("The lecture, section 0, question 2."));
  }

  const PageSources& sources_;
  const Words& words_;
  const SectionRecipe& recipe_;
  std::vector<Device> devices_;  // the asked one first
  std::string level_;            // a memory beside the main one, in any letter case
  SectionParts out_;
};

}  // namespace

Expected<SectionParts> ridge_points_section(const PageSources& sources, const SectionRecipe& recipe) {
  auto device = asked_device(sources, recipe);
  if (!device) {
    return std::unexpected(std::move(device.error()));
  }
  std::vector<Device> devices{std::move(*device)};
  for (const std::string& word : asked_words(recipe, "devices")) {
    auto other = sources.devices->find(word);
    if (!other) {
      return std::unexpected(
          section_fault(sources, recipe, other.error().front().what, other.error().front().expected));
    }
    if (std::ranges::find(devices, other->id, &Device::id) == devices.end()) {
      devices.push_back(std::move(*other));
    }
  }
  return RidgePoints(sources, recipe, std::move(devices)).make();
}

}  // namespace kvtally
