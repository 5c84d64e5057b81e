#include "hardware/device_file.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "hardware/device_memory.hpp"
#include "hardware/device_values.hpp"
#include "read/fields.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 25> kDeviceKeys{"name",
                                                       "vendor",
                                                       "category",
                                                       "year",
                                                       "confidence",
                                                       "aliases",
                                                       "ambiguous",
                                                       "figures_of",
                                                       "ambiguous_with",
                                                       "distinct_from",
                                                       "matmul_measured",
                                                       "devices_per_chip",
                                                       "memory",
                                                       "bandwidth",
                                                       "other_memory",
                                                       "peaks",
                                                       "scale_up",
                                                       "host",
                                                       "tdp",
                                                       "usual",
                                                       "trap",
                                                       "notes",
                                                       "sources",
                                                       "devices_per_node",
                                                       "scale_up_domain"};

// The text of a key that has one of few values.
std::string chosen(const Fields& fields, std::string_view key, std::initializer_list<std::string_view> values,
                   std::string_view otherwise) {
  std::string text = fields.text(key).value_or(std::string(otherwise));
  if (text != otherwise && std::ranges::find(values, text) == values.end()) {
    fields.report(fields.find(key)->place, fmt::format("{} is '{}'", key, text),
                  fmt::format("one of {}", fmt::join(values, ", ")));
  }
  return text;
}

// Names, each with a sentence on what it is.
std::map<std::string, std::string, std::less<>> sentences(const Fields& fields, std::string_view key) {
  std::map<std::string, std::string, std::less<>> out;
  const Node* node = fields.find(key);
  if (node == nullptr) {
    return out;
  }
  const Fields names(fields.tree(), *node, fields.problems(), key);
  if (node->kind == Node::Kind::map) {
    for (const Node& name : Children(*node)) {
      if (name.text.empty()) {
        names.report(name.place, fmt::format("{} is {}", name.key, described(name)), "a sentence on what it is");
      }
      out.emplace(name.key, name.text);
    }
  }
  return out;
}

void read_names(const Fields& fields, Profile& out) {
  Device& part = out.part;
  part.name = fields.required_text("name");
  part.vendor = fields.text("vendor").value_or("");
  part.category = chosen(fields, "category", {"gpu", "tpu", "soc", "asic", "cpu"}, "");
  part.year = fields.integer("year", 1990, 2100).value_or(0);
  part.confidence = chosen(fields, "confidence", {"A", "B", "C", "D"}, "D").front();
  part.aliases = fields.texts("aliases");
  out.ambiguous = fields.texts("ambiguous");
  out.ambiguous_with = sentences(fields, "ambiguous_with");
  out.distinct_from = sentences(fields, "distinct_from");
  out.usual = fields.text("usual").value_or("");
}

void read_peaks(const Fields& fields, Device& part) {
  const Node* node = fields.find("peaks");
  if (node == nullptr) {
    return;
  }
  const Fields peaks(fields.tree(), *node, fields.problems(), "peaks");
  peaks.refuse_unknown(kPeakFormats);
  for (const std::string_view format : kPeakFormats) {
    if (peaks.find(format) == nullptr) {
      continue;
    }
    const bool none = peaks.text(format) == "none";
    const auto rate = none ? std::nullopt : operation_rate(peaks, format);
    if (none || rate) {
      part.peaks.emplace(format, Peak{rate});
    }
  }
}

// What was measured against what is printed. A bandwidth is never passed; a product may be, where the clock is
// higher than the printed one, but not by twice.
void check_measured(const Fields& fields, const Device& part) {
  if (part.measured_bandwidth && part.bandwidth && *part.measured_bandwidth > *part.bandwidth) {
    fields.report(fields.find("bandwidth.measured")->place,
                  fmt::format("measured is {}, more than the peak, {}", print_rate(*part.measured_bandwidth),
                              print_rate(*part.bandwidth)),
                  "a measurement of the same part");
  }
  const auto peak = peak_for(part, "bf16");
  if (part.measured_matmul && peak && *part.measured_matmul > peak->rate * 2) {
    fields.report(fields.find("matmul_measured")->place,
                  fmt::format("matmul_measured is {}, more than twice the peak, {}",
                              print_rate(*part.measured_matmul), print_rate(peak->rate)),
                  "a product in 16 bits");
  }
}

void read_rates(const Fields& fields, Device& part) {
  if (const Node* node = fields.find("bandwidth")) {
    const Fields bandwidth(fields.tree(), *node, fields.problems(), "bandwidth");
    constexpr std::array<std::string_view, 2> kBandwidthKeys{"peak", "measured"};
    bandwidth.refuse_unknown(kBandwidthKeys);
    part.bandwidth = byte_rate(bandwidth, "peak");
    part.measured_bandwidth = byte_rate(bandwidth, "measured");
  }
  read_other_memory(fields, part);
  read_peaks(fields, part);
  part.measured_matmul = operation_rate(fields, "matmul_measured");
  check_measured(fields, part);
  part.scale_up = link(fields, "scale_up");
  part.host = link(fields, "host");
  part.devices_per_node = fields.integer("devices_per_node", 1, 1'000'000);
  part.scale_up_domain = fields.integer("scale_up_domain", 1, 1'000'000);
  part.watts = watts(fields, "tdp");
}

}  // namespace

Expected<Profile> read_profile(const Tree& tree, std::string_view id) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems, "a device");
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  Profile out;
  fields.refuse_unknown(kDeviceKeys);
  read_names(fields, out);
  Device& part = out.part;
  part.id = id;
  part.figures_of = chosen(fields, "figures_of", {"device", "chip", "socket", "wafer"}, "device");
  part.devices_per_part = fields.integer("devices_per_chip", 1, 1024).value_or(1);
  if (part.devices_per_part > 1 && part.figures_of == "device") {
    fields.report(fields.find("devices_per_chip")->place, "devices_per_chip, but the figures are of one device",
                  "figures_of: chip");
  }
  read_memory(fields, part);
  read_rates(fields, part);
  part.trap = fields.text("trap").value_or("");
  part.notes = fields.text("notes").value_or("");
  part.sources = fields.texts("sources");
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return out;
}

}  // namespace kvtally
