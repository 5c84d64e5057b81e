#include "hardware/achieved.hpp"

#include <fmt/format.h>

namespace kvtally {

namespace {

std::string fraction_of(Wide part, Wide whole) {
  const auto thousandths = static_cast<std::int64_t>((part * 2000 + whole) / (whole * 2));
  return fmt::format("{}.{:03}", thousandths / 1000, thousandths % 1000);
}

std::string usual_words(const Device& device, std::string_view of_what, std::int64_t thousandths) {
  return fmt::format("{}: {} of its {}, as {} usually reach", device.id, fraction_of(thousandths, 1000), of_what,
                     device.usual.devices);
}

}  // namespace

std::expected<AchievedBandwidth, std::string> achieved_bandwidth(const Device& device) {
  if (device.measured_bandwidth) {
    const ByteRate rate = *device.measured_bandwidth;
    std::string words = fmt::format("{}: a bandwidth of {}, as measured", device.id, print_rate(rate));
    if (device.bandwidth) {
      words += fmt::format(" ({} of the peak, {})", fraction_of(rate.value, device.bandwidth->value),
                           print_rate(*device.bandwidth));
    }
    return AchievedBandwidth{rate, std::move(words)};
  }
  if (!device.bandwidth) {
    return std::unexpected(fmt::format("{}: its bandwidth is not published", device.id));
  }
  if (!device.usual.bandwidth) {
    return std::unexpected(fmt::format(
        "{}: what it reaches of its bandwidth was not measured, nor is a usual fraction known", device.id));
  }
  return AchievedBandwidth{{device.bandwidth->value * *device.usual.bandwidth / 1000},
                           usual_words(device, "bandwidth", *device.usual.bandwidth)};
}

std::expected<AchievedMatmul, std::string> achieved_matmul(const Device& device) {
  if (device.measured_matmul) {
    const OperationRate rate = *device.measured_matmul;
    std::string words = fmt::format("{}: matrix products at {}, as measured", device.id, print_rate(rate));
    if (const auto peak = peak_for(device, "bf16")) {
      words +=
          fmt::format(" ({} of the peak, {})", fraction_of(rate.value, peak->rate.value), print_rate(peak->rate));
    }
    return AchievedMatmul{rate, std::move(words)};
  }
  const auto peak = peak_for(device, "bf16");
  if (!peak) {
    return std::unexpected(fmt::format("{}: no peak for numbers of 16 bits is published", device.id));
  }
  return achieved_matmul(device, *peak);
}

std::expected<AchievedMatmul, std::string> achieved_matmul(const Device& device, const ChosenPeak& peak) {
  const auto base = peak_for(device, "bf16");
  if (device.measured_matmul && base) {
    const Wide measured = device.measured_matmul->value;
    return AchievedMatmul{{peak.rate.value * measured / base->rate.value},
                          fmt::format("{}: {} of its peak in {}, as measured in 16 bits ({} of {})", device.id,
                                      fraction_of(measured, base->rate.value), peak.format,
                                      print_rate(*device.measured_matmul), print_rate(base->rate))};
  }
  if (!device.usual.matmul) {
    return std::unexpected(
        fmt::format("{}: what it reaches of its peak in {} was not measured, nor is a usual fraction known",
                    device.id, peak.format));
  }
  return AchievedMatmul{{peak.rate.value * *device.usual.matmul / 1000},
                        usual_words(device, "peak in " + peak.format, *device.usual.matmul)};
}

}  // namespace kvtally
