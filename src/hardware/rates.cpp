#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "hardware/achieved.hpp"
#include "hardware/roofline.hpp"

namespace kvtally {

namespace {

// The bytes of a format, most first, so that the one that most weights have gives `matmul`.
std::vector<std::string> formats_of(const WeightLoad& weights) {
  std::map<std::string, Wide> bytes;
  for (const WeightGroup& group : weights.groups) {
    if (group.macs > MultiplyAdds{} || group.part == WeightPart::head) {
      bytes[group.format] += group.total().value;
    }
  }
  std::vector<std::string> out;
  for (const auto& [format, sum] : bytes) {
    out.push_back(format);
  }
  std::ranges::stable_sort(out, [&](const auto& a, const auto& b) { return bytes[a] > bytes[b]; });
  return out;
}

void note(std::vector<std::string>& notes, std::string text) {
  if (std::ranges::find(notes, text) == notes.end()) {
    notes.push_back(std::move(text));
  }
}

// Whether a format is another spelling of a unit's.
bool names_unit(std::string_view format, std::string_view unit) {
  const std::string name = lower(format);
  return name == unit || (unit == "fp16" && name == "f16");
}

// What is said of a format's products.
std::string said(std::string_view format, std::string_view unit, const ChosenPeak& peak) {
  if (peak.format != unit) {
    return fmt::format(
        "weights in {}: multiplied at the {} peak ({}), since no {} peak is published or there is no "
        "such unit",
        format, peak.format, print_rate(peak.rate), unit);
  }
  if (unit == "fp8" || unit == "fp4" || unit == "int8") {
    return fmt::format("weights in {}: multiplied at the {} peak ({}), which takes activations in {} too", format,
                       unit, print_rate(peak.rate), unit);
  }
  return fmt::format("weights in {}: widened to {} and multiplied at its peak ({})", format, peak.format,
                     print_rate(peak.rate));
}

// Collects the rates of one device.
class RateCollector {
 public:
  RateCollector(const Device& device, bool achieved, Rates& rates)
      : device_(device), achieved_(achieved), rates_(rates) {}

  std::expected<void, std::vector<std::string>> bandwidth() {
    if (achieved_) {
      const auto reached = achieved_bandwidth(device_);
      if (!reached) {
        return std::unexpected(std::vector{reached.error()});
      }
      rates_.bandwidth = reached->rate;
      note(rates_.assumptions, reached->assumption);
    } else if (device_.bandwidth) {
      rates_.bandwidth = *device_.bandwidth;
    } else {
      return std::unexpected(std::vector{fmt::format(
          "{}: its memory bandwidth is not published; give one ({},bandwidth=1TB/s)", device_.id, device_.id)});
    }
    return {};
  }

  void matmul(const std::string& format) {
    const std::string_view unit = unit_for(format);
    const auto peak = peak_for(device_, unit);
    if (!peak) {
      return;
    }
    if (!names_unit(format, peak->format)) {
      note(rates_.assumptions, said(format, unit, *peak));
    }
    usual(*peak);
    rates_.matmul_of.emplace(format, reached(*peak));
  }

  void attention() {
    if (const auto peak = peak_for(device_, "bf16")) {
      if (peak->format != "bf16") {
        note(rates_.assumptions, fmt::format("attention at the {} peak ({}): no bf16 one is published or there "
                                             "is no such unit",
                                             peak->format, print_rate(peak->rate)));
      }
      rates_.attention = reached(*peak);
      rates_.attention_format = peak->format;
      usual(*peak);
      return;
    }
    const auto measured = achieved_matmul(device_);
    if (achieved_ && measured) {
      rates_.attention = rates_.matmul = measured->rate;
      rates_.attention_format = rates_.matmul_format = "bf16";
      note(rates_.assumptions, measured->assumption);
      return;
    }
    note(rates_.assumptions, fmt::format("{}: no peak of its arithmetic is published, so that times are bounded "
                                         "by its bandwidth alone",
                                         device_.id));
  }

 private:
  // The rate of all weights that have none of their own.
  void usual(const ChosenPeak& peak) {
    if (!rates_.matmul) {
      rates_.matmul = reached(peak);
      rates_.matmul_format = peak.format;
    }
  }

  // A peak that nobody measured stands for what is reached: times stay lower bounds.
  OperationRate reached(const ChosenPeak& peak) {
    if (!achieved_) {
      return peak.rate;
    }
    const auto part = achieved_matmul(device_, peak);
    note(rates_.assumptions, part ? part->assumption : part.error() + ": the peak is taken");
    return part ? part->rate : peak.rate;
  }

  const Device& device_;
  bool achieved_;
  Rates& rates_;
};

}  // namespace

std::string_view unit_for(std::string_view weight_format) {
  const std::string name = lower(weight_format);
  if (name.starts_with("fp8") || name.starts_with("f8_")) {
    return "fp8";
  }
  if (name == "int8" || name == "i8") {
    return "int8";
  }
  if (name == "nvfp4") {
    return "fp4";
  }
  return name == "f16" || name == "fp16" ? "fp16" : "bf16";
}

std::optional<OperationRate> Rates::matmul_for(std::string_view format) const {
  const auto found = matmul_of.find(format);
  return found == matmul_of.end() ? matmul : std::optional(found->second);
}

std::expected<Rates, std::vector<std::string>> rates_of(const Device& device, const WeightLoad& weights,
                                                        bool achieved) {
  Rates rates;
  RateCollector collector(device, achieved, rates);
  if (const auto bandwidth = collector.bandwidth(); !bandwidth) {
    return std::unexpected(bandwidth.error());
  }
  for (const std::string& format : formats_of(weights)) {
    collector.matmul(format);
  }
  collector.attention();
  return rates;
}

std::optional<double> ridge(const Rates& rates) {
  if (!rates.attention) {
    return std::nullopt;
  }
  return static_cast<double>(rates.attention->value) / static_cast<double>(rates.bandwidth.value);
}

}  // namespace kvtally
