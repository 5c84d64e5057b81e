#pragma once

#include <string>
#include <vector>

#include "report/roofline.hpp"

namespace kvtally {

/// "37.21 G": four significant digits, decimal.
std::string print_operations(Operations operations);

/// "241.8", "0.5"; "-" where no byte is moved.
std::string print_intensity(const std::optional<double>& intensity);

/// "158.3", four significant digits, or grouped digits from 10,000 on; "-" of a step that takes no time.
std::string print_per_second(double rate);

/// "mla entries", "index scan (dsa)".
std::string label_of(const PartTime& part);

/// What is said of the device: rates and ridge.
std::vector<std::string> device_lines(const Roofline& roofline);

/// What is said below the parts of a decode step, a sentence each.
std::vector<std::string> decode_remarks(const Roofline& roofline, Units units);

/// The same of a prefill.
std::vector<std::string> prefill_remarks(const Roofline& roofline);

/// What the times leave out.
std::string_view left_out();

}  // namespace kvtally
