#include "report/device_words.hpp"
#include "report/hardware_facts.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

template <class Unit>
Json quantity_or_null(const std::optional<Quantity<Unit>>& quantity) {
  return quantity ? Json(number(*quantity)) : Json(nullptr);
}

Json fraction_or_null(const std::optional<std::int64_t>& thousandths) {
  return thousandths ? Json(static_cast<double>(*thousandths) / 1000) : Json(nullptr);
}

Json link_json(const Link& link) {
  return {{"name", link.name.empty() ? Json(nullptr) : Json(link.name)},
          {"one_way_bytes_per_second", quantity_or_null(link.one_way)}};
}

// "status" tells a unit that does not exist from a figure that is not published.
Json peaks_json(const Device& device) {
  Json out = Json::array();
  for (const std::string_view format : kPeakFormats) {
    const auto peak = device.peaks.find(format);
    const bool published = peak != device.peaks.end();
    const auto ridge = ridge_of(device, format);
    out.push_back({{"format", format},
                   {"status", !published          ? kNotPublished
                              : peak->second.rate ? "published"
                                                  : "none"},
                   {"flop_per_second", published ? quantity_or_null(peak->second.rate) : Json(nullptr)},
                   {"ridge_flop_per_byte", ridge ? Json(*ridge) : Json(nullptr)}});
  }
  return out;
}

Json other_memory_json(const Device& device) {
  Json out = Json::array();
  for (const auto& [name, rate] : device.other_memory) {
    out.push_back({{"name", name}, {"bandwidth_bytes_per_second", quantity_or_null(rate)}});
  }
  return out;
}

Json device_json(const Device& device) {
  Json out;
  out["id"] = device.id;
  out["name"] = device.name;
  out["aliases"] = device.aliases;
  out["vendor"] = device.vendor;
  out["category"] = device.category;
  out["year"] = device.year;
  out["confidence"] = std::string(1, device.confidence);
  out["figures_of"] = device.figures_of;
  out["devices_per_chip"] = device.devices_per_part;
  out["whole_chip"] = device.whole_part;
  out["memory_stated"] = device.stated_memory.empty() ? Json(nullptr) : Json(device.stated_memory);
  out["memory_usable_bytes"] = quantity_or_null(device.usable_memory);
  out["memory_assumed"] = device.usable_assumed;
  out["memory_basis"] = device.usable_basis;
  out["bandwidth_bytes_per_second"] = quantity_or_null(device.bandwidth);
  out["bandwidth_measured_bytes_per_second"] = quantity_or_null(device.measured_bandwidth);
  out["other_memory"] = other_memory_json(device);
  out["peaks"] = peaks_json(device);
  out["matmul_measured_flop_per_second"] = quantity_or_null(device.measured_matmul);
  out["usual_bandwidth_fraction"] = fraction_or_null(device.usual.bandwidth);
  out["usual_matmul_fraction"] = fraction_or_null(device.usual.matmul);
  out["scale_up"] = link_json(device.scale_up);
  out["host"] = link_json(device.host);
  out["devices_per_node"] = number_or_null(device.devices_per_node);
  out["scale_up_domain"] = number_or_null(device.scale_up_domain);
  out["watts"] = number_or_null(device.watts);
  out["price_dollars_per_hour"] = device.price ? Json(static_cast<double>(*device.price) / 1000) : Json(nullptr);
  out["overrides"] = device.overrides;
  out["trap"] = device.trap;
  out["notes"] = device.notes;
  out["sources"] = device.sources;
  return out;
}

}  // namespace

std::string json_of(const std::vector<Device>& devices) {
  Json out = document("hardware");
  out["devices"] = Json::array();
  for (const Device& device : devices) {
    out["devices"].push_back(device_json(device));
  }
  return print(out);
}

}  // namespace kvtally
