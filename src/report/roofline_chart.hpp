#pragma once

#include <vector>

#include "report/chart.hpp"
#include "report/roofline.hpp"

namespace kvtally {

/// Operations a second against operations a byte, both logarithmic: the roofs of the device, and under them the
/// parts of each decode step and prefill, at the rate that their least times make. What only moves bytes has no
/// place there, and a note says so. At least one, all on one device.
Chart chart_of(const std::vector<Roofline>& rooflines);

/// A sentence for each row of the legend, for who hears a picture: " decode experts: 4.6 FLOP/byte, 22 TFLOP/s."
std::string legend_sentences(const Chart& chart);

}  // namespace kvtally
