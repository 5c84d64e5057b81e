#include "report/hardware_facts.hpp"

#include <fmt/format.h>

#include "report/device_words.hpp"
#include "report/prose.hpp"

namespace kvtally {

namespace {

std::string device_fact(std::string_view label, const std::string& text, const Look& look) {
  return labelled(label, text, look.width, 16);
}

template <class Rate>
std::string rate_or_not_published(const std::optional<Rate>& rate) {
  return rate ? print_rate(*rate) : std::string(kNotPublished);
}

std::string count_words(const std::optional<std::int64_t>& count) {
  return count ? fmt::format("{} device{}", print_grouped(*count), *count == 1 ? "" : "s")
               : std::string(kNotPublished);
}

// Which part the figures below are of, where that needs saying.
std::string part_words(const Device& device) {
  if (device.devices_per_part == 1) {
    return device.figures_of == "device" ? "" : fmt::format("a {}, one device to software", device.figures_of);
  }
  return device.whole_part
             ? fmt::format("a whole {}, {} devices to software", device.figures_of, device.devices_per_part)
             : fmt::format("one of the {} devices that software sees in a {}; {}:chip is all of it",
                           device.devices_per_part, device.figures_of, device.id);
}

std::string memory_words(const Device& device, Units units) {
  if (!device.usable_memory) {
    return fmt::format("{}; memory=SIZE says how much", kNotPublished);
  }
  return fmt::format("{} ({} B){}: {}", print_bytes(*device.usable_memory, units),
                     print_grouped(device.usable_memory->value), device.usable_assumed ? ", assumed" : "",
                     device.usable_basis);
}

std::string bandwidth_words(const Device& device) {
  std::string out = rate_or_not_published(device.bandwidth);
  if (device.measured_bandwidth) {
    out += fmt::format("; measured {}", print_rate(*device.measured_bandwidth));
    if (device.bandwidth) {
      out += fmt::format(" ({:.3f} of it)", static_cast<double>(device.measured_bandwidth->value) /
                                                static_cast<double>(device.bandwidth->value));
    }
  }
  return out;
}

std::string link_words(const Link& link) {
  if (link.name.empty()) {
    return std::string(kNotPublished);
  }
  return link.name == "none" ? "none"
                             : fmt::format("{}: {} one way", link.name, rate_or_not_published(link.one_way));
}

std::string usual_words(const UsualFractions& usual) {
  std::string parts;
  if (usual.bandwidth) {
    parts = fmt::format("{:.3g} of the bandwidth", static_cast<double>(*usual.bandwidth) / 1000);
  }
  if (usual.matmul) {
    parts +=
        fmt::format("{}{:.3g} of the peaks", parts.empty() ? "" : ", ", static_cast<double>(*usual.matmul) / 1000);
  }
  return parts.empty() ? "no fraction is known"
                       : fmt::format("{} usually reach {} ({})", usual.devices, parts, usual.basis);
}

std::string price_words(std::int64_t thousandths) {
  const std::int64_t cents = (thousandths + 5) / 10;
  return thousandths % 10 == 0 ? fmt::format("${}.{:02} an hour", cents / 100, cents % 100)
                               : fmt::format("${}.{:03} an hour", thousandths / 1000, thousandths % 1000);
}

std::string vendor_words(const Device& device) {
  const std::string category = device.category.empty() ? "" : ", " + device.category;
  return device.vendor + category + (device.year == 0 ? "" : fmt::format(", {}", device.year));
}

Table peaks_table(const Device& device) {
  Table table;
  table.columns = {{"", "Format", Align::left, kEverywhere, false},
                   {"", "Dense peak, TFLOP/s", Align::right, kEverywhere, false},
                   {"", "Ridge, FLOP/byte", Align::right, kEverywhere, false}};
  for (const std::string_view format : kPeakFormats) {
    const auto ridge = ridge_of(device, format);
    const auto peak = device.peaks.find(format);
    const bool none = peak != device.peaks.end() && !peak->second.rate;
    table.rows.push_back({{std::string(format), "", {}, {}},
                          {peak_words(device, format), "", {}, {}},
                          {ridge  ? fmt::format("{:.2f}", *ridge)
                           : none ? "none"
                                  : std::string(kNotPublished),
                           "",
                           {},
                           {}}});
  }
  return table;
}

std::string figures(const Device& device, const Look& look, Units units) {
  const std::string of = device.figures_of == "device" || device.devices_per_part == 1
                             ? ""
                             : fmt::format(", of a {}", device.figures_of);
  std::string out =
      device_fact("printed memory",
                  device.stated_memory.empty() ? std::string(kNotPublished) : device.stated_memory + of, look);
  out += device_fact("usable memory", memory_words(device, units), look);
  out += device_fact("bandwidth", bandwidth_words(device), look);
  for (const auto& [name, rate] : device.other_memory) {
    out += device_fact(
        name, fmt::format("{}", rate ? print_rate(*rate) : "bandwidth not published, so no ridge against it"),
        look);
  }
  out += device_fact("products",
                     device.measured_matmul
                         ? fmt::format("measured {} in 16 bits", print_rate(*device.measured_matmul))
                         : "not measured",
                     look);
  out += device_fact("such devices", usual_words(device.usual), look);
  out += device_fact("link", link_words(device.scale_up), look) +
         device_fact("host link", link_words(device.host), look);
  out += device_fact("a node", count_words(device.devices_per_node), look);
  out += device_fact("link domain", count_words(device.scale_up_domain), look);
  out += device_fact("power",
                     device.watts ? fmt::format("{} W", print_grouped(*device.watts)) : std::string(kNotPublished),
                     look);
  return device.price ? out + device_fact("price", price_words(*device.price), look) : out;
}

}  // namespace

std::string facts_of(const Device& device, const Look& look, Units units) {
  std::string out = device_fact("name", device.name, look) + device_fact("id", device.id, look);
  if (!device.aliases.empty()) {
    out += device_fact("aliases", fmt::format("{}", fmt::join(device.aliases, ", ")), look);
  }
  out += device_fact("vendor", device.vendor.empty() ? std::string(kNotPublished) : vendor_words(device), look);
  if (const std::string part = part_words(device); !part.empty()) {
    out += device_fact("figures of", part, look);
  }
  out += device_fact("confidence", confidence_words(device.confidence), look);
  if (!device.overrides.empty()) {
    out += device_fact("as given", fmt::format("{}", fmt::join(device.overrides, ", ")), look);
  }
  out += '\n' + figures(device, look, units) + '\n' + write_text(peaks_table(device), look);
  const auto one = [](const std::string& text) {
    return text.empty() ? std::vector<std::string>{} : std::vector<std::string>{text};
  };
  return out + bullets("easily got wrong", one(device.trap), look.width) +
         bullets("notes", one(device.notes), look.width) + bullets("sources", device.sources, look.width);
}

}  // namespace kvtally
