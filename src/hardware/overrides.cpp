#include "hardware/overrides.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "core/text.hpp"
#include "hardware/device_values.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 12> kOverrideKeys{
    "memory", "bandwidth", "link", "host-link", "price", "bf16", "fp16", "fp8", "int8", "fp4", "int4", "tf32"};

/// What a value must be; empty when it is well.
struct Fault {
  std::string why;
  std::string expected;
};

std::optional<Fault> set_memory(Device& device, std::string_view value) {
  const auto size = parse_memory(value);
  if (!size) {
    return Fault{size.error(), "a size such as 80GiB or 80GB"};
  }
  device.usable_memory = *size;
  device.usable_assumed = false;
  device.usable_basis = "as given";
  return std::nullopt;
}

std::optional<Fault> set_bandwidth(Device& device, std::string_view value) {
  const auto rate = parse_byte_rate(value);
  if (!rate) {
    return Fault{rate.error(), "a rate such as 3.35TB/s"};
  }
  device.bandwidth = *rate;
  device.measured_bandwidth.reset();
  return std::nullopt;
}

std::optional<Fault> set_link(Link& link, std::string_view value) {
  if (value == "none") {
    link = {"none", {}};
    return std::nullopt;
  }
  const auto rate = parse_byte_rate(value);
  if (!rate) {
    return Fault{rate.error(), "a rate of one direction such as 450GB/s, or none"};
  }
  if (link.name.empty() || link.name == "none") {
    link.name = "as given";
  }
  link.one_way = *rate;
  return std::nullopt;
}

std::optional<Fault> set_peak(Device& device, std::string_view format, std::string_view value) {
  const auto rate = value == "none" ? Parsed<OperationRate>(OperationRate{}) : parse_operation_rate(value);
  if (!rate) {
    return Fault{rate.error(), "a dense peak such as 989TFLOP/s, or none"};
  }
  device.peaks.insert_or_assign(std::string(format), Peak{value == "none" ? std::nullopt : std::optional(*rate)});
  device.measured_matmul.reset();
  return std::nullopt;
}

// "$2.50" in thousandths of a dollar.
std::optional<Fault> set_price(Device& device, std::string_view value) {
  const std::string_view digits = value.starts_with('$') ? value.substr(1) : value;
  const std::size_t point = digits.find('.');
  const std::string_view after = point == std::string_view::npos ? "" : digits.substr(point + 1);
  const auto whole = parse_integer(digits.substr(0, point));
  const bool decimals = std::ranges::all_of(after, [](char c) { return c >= '0' && c <= '9'; });
  if (!whole || *whole > 1'000'000 || !decimals || after.size() > 3 ||
      (after.empty() && point != std::string_view::npos)) {
    return Fault{"it is no price", "dollars for one device and hour such as $2.50"};
  }
  std::int64_t price = *whole;
  for (std::size_t i = 0; i < 3; ++i) {
    price = price * 10 + (i < after.size() ? after[i] - '0' : 0);
  }
  device.price = price;
  return std::nullopt;
}

std::optional<Fault> set(Device& device, std::string_view key, std::string_view value) {
  if (key == "memory") {
    return set_memory(device, value);
  }
  if (key == "bandwidth") {
    return set_bandwidth(device, value);
  }
  if (key == "link" || key == "host-link") {
    return set_link(key == "link" ? device.scale_up : device.host, value);
  }
  return key == "price" ? set_price(device, value) : set_peak(device, key, value);
}

}  // namespace

Problems apply_overrides(Device& device, std::span<const std::string_view> overrides, std::string_view word) {
  Problems problems;
  const auto report = [&](std::string what, std::string expected, std::string suggestion = {}) {
    problems.push_back(
        {"", {}, fmt::format("'{}': {}", word, what), std::move(expected), std::move(suggestion), ""});
  };
  std::vector<std::string_view> seen;
  for (const std::string_view override : overrides) {
    const std::size_t equals = override.find('=');
    const std::string_view key = trim(override.substr(0, equals));
    if (equals == std::string_view::npos || key.empty()) {
      report(fmt::format("'{}' is no KEY=VALUE", override),
             fmt::format("one of {}", fmt::join(kOverrideKeys, ", ")));
      continue;
    }
    if (std::ranges::find(kOverrideKeys, key) == kOverrideKeys.end()) {
      report(fmt::format("unknown key '{}'", key), fmt::format("one of {}", fmt::join(kOverrideKeys, ", ")),
             nearest(key, kOverrideKeys).value_or(""));
      continue;
    }
    if (std::ranges::find(seen, key) != seen.end()) {
      report(fmt::format("{} is set twice", key), "each key once");
      continue;
    }
    seen.push_back(key);
    const std::string_view value = trim(override.substr(equals + 1));
    if (auto fault = set(device, key, value)) {
      report(fmt::format("{} is '{}': {}", key, value, fault->why), fault->expected);
      continue;
    }
    device.overrides.push_back(fmt::format("{}={}", key, value));
  }
  return problems;
}

}  // namespace kvtally
