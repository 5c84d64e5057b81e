#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hardware/device.hpp"

/// What reports on devices say in the same words.
namespace kvtally {

inline constexpr std::string_view kNotPublished = "not published";

/// A number with two decimals at most: "989.4", "1677".
std::string number_words(double value);

/// TFLOP/s: "989.4", "none" where there is no such unit, "not published".
std::string peak_words(const Device& device, std::string_view format);

/// Operations a byte at which a peak and the bandwidth take equal time; nothing where either is not published or
/// there is no such unit. Of the format itself, never of a wider one.
std::optional<double> ridge_of(const Device& device, std::string_view format);

/// "A: a page of the vendor's".
std::string confidence_words(char confidence);

/// Whether figures of the device are shown with a tilde: secondary, derived or disputed ones.
bool approximate(const Device& device);

}  // namespace kvtally
