#include "report/hardware_list.hpp"

#include <fmt/format.h>

#include "report/device_words.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kUnknown = "n.p.";

// A number for people, and for programs the same in base units.
Cell figure(const Device& device, double shown, Wide raw, bool assumed = false) {
  return {fmt::format("{}{}", assumed || approximate(device) ? "~" : "", number_words(shown)),
          fmt::format("{}", static_cast<std::int64_t>(raw)),
          {},
          {}};
}

Cell memory_cell(const Device& device, Units units) {
  if (!device.usable_memory) {
    return text_cell(std::string(kUnknown), std::string(kNotPublished));
  }
  const bool tilde = device.usable_assumed || approximate(device);
  return text_cell((tilde ? "~" : "") + print_bytes(*device.usable_memory, units),
                   fmt::format("{}", static_cast<std::int64_t>(device.usable_memory->value)));
}

Cell rate_cell(const Device& device, const std::optional<ByteRate>& rate, bool none = false) {
  if (!rate) {
    return none ? text_cell("none") : text_cell(std::string(kUnknown), std::string(kNotPublished));
  }
  return figure(device, static_cast<double>(rate->value) / 1e9, rate->value);
}

Cell peak_cell(const Device& device, std::string_view format) {
  const auto peak = device.peaks.find(format);
  if (peak == device.peaks.end()) {
    return text_cell(std::string(kUnknown), std::string(kNotPublished));
  }
  return peak->second.rate
             ? figure(device, static_cast<double>(peak->second.rate->value) / 1e12, peak->second.rate->value)
             : text_cell("none");
}

// Of bf16, or of fp16 where that is the only format of 16 bits.
Cell ridge_cell(const Device& device) {
  const auto peak = peak_for(device, "bf16");
  const auto ridge = peak ? ridge_of(device, peak->format) : std::nullopt;
  if (!ridge) {
    return text_cell(std::string(kUnknown), std::string(kNotPublished));
  }
  return text_cell(fmt::format("{}{:.1f}", approximate(device) ? "~" : "", *ridge), fmt::format("{:.6g}", *ridge));
}

Cell count_cell(const std::optional<std::int64_t>& count) {
  return count ? text_cell(fmt::format("{}", *count))
               : text_cell(std::string(kUnknown), std::string(kNotPublished));
}

std::vector<Cell> device_row(const Device& device, Units units) {
  return {text_cell(device.id),
          text_cell(device.name),
          text_cell(device.vendor),
          text_cell(fmt::format("{}", device.year)),
          memory_cell(device, units),
          rate_cell(device, device.bandwidth),
          peak_cell(device, "bf16"),
          peak_cell(device, "fp16"),
          peak_cell(device, "fp8"),
          peak_cell(device, "int8"),
          peak_cell(device, "fp4"),
          ridge_cell(device),
          rate_cell(device, device.scale_up.one_way, device.scale_up.name == "none"),
          rate_cell(device, device.host.one_way, device.host.name == "none"),
          count_cell(device.devices_per_node),
          count_cell(device.watts),
          text_cell(std::string(1, device.confidence))};
}

}  // namespace

Table list_of(const std::vector<Device>& devices, Units units) {
  constexpr std::uint8_t kMore = kMarkdown | kCsv | kWide;
  Table table;
  table.columns = {{"id", "ID", Align::left, kEverywhere, false},
                   {"name", "Name", Align::left, kMore, false},
                   {"vendor", "Vendor", Align::left, kMore, false},
                   {"year", "Year", Align::right, kMore, false},
                   {"usable_bytes", "Memory", Align::right, kEverywhere, false},
                   {"bandwidth_bytes_per_second", "GB/s", Align::right, kEverywhere, false},
                   {"bf16_flop_per_second", "bf16", Align::right, kEverywhere, false},
                   {"fp16_flop_per_second", "fp16", Align::right, kMore, false},
                   {"fp8_flop_per_second", "fp8", Align::right, kEverywhere, false},
                   {"int8_op_per_second", "int8", Align::right, kMore, false},
                   {"fp4_flop_per_second", "fp4", Align::right, kMore, false},
                   {"ridge_flop_per_byte", "Ridge", Align::right, kEverywhere, false},
                   {"link_bytes_per_second", "Link", Align::right, kEverywhere, false},
                   {"host_link_bytes_per_second", "Host link", Align::right, kMore, false},
                   {"devices_per_node", "A node", Align::right, kMore, false},
                   {"watts", "W", Align::right, kMore, false},
                   {"confidence", "Source", Align::left, kEverywhere, false}};
  for (const Device& device : devices) {
    table.rows.push_back(device_row(device, units));
  }
  table.notes = {
      "One device as software sees it: memory that is usable, its bandwidth, dense peaks in TFLOP/s, the "
      "ridge in FLOP/byte of bf16 (fp16 where there is no bf16), links in GB/s of one direction.",
      "Source: A a page of the vendor's, B a table that cites it, C secondary, D derived or disputed. "
      "~: assumed, or of C or D. none: no such unit or link. n.p.: not published."};
  return table;
}

}  // namespace kvtally
