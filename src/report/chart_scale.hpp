#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart.hpp"

namespace kvtally {

/// A value of an axis that has a label.
struct Tick {
  double value = 0;
  std::string label;  // short: "128K", "16 GiB", "100 T"
};

/// Where the values of an axis stand between its ends.
class AxisScale {
 public:
  /// For values from `low` to `high`, which the axis can show (above 0 where it is logarithmic); equal ones get
  /// room on both sides. `most_ticks` is at least 2.
  AxisScale(const Axis& axis, double low, double high, std::size_t most_ticks);

  /// 0 at the lower end, 1 at the upper one; never outside, whatever the value.
  double at(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void widen(const Axis& axis);
  void set_ticks(const Axis& axis, std::size_t most);

  Scale scale_;
  double low_;
  double high_;
  std::vector<Tick> ticks_;
};

/// Both axes of a chart.
struct Frame {
  AxisScale x;
  AxisScale y;
};

/// The axes that hold everything of a drawable chart, limits and rules included. Without a value they run from 1
/// to 2.
Frame frame_of(const Chart& chart, std::size_t most_x_ticks, std::size_t most_y_ticks);

/// The places of labels `gap` apart at least, as near as may be to where they are wanted, in the same order; from
/// `low` to `high` where they have room there. `wanted` ascends.
std::vector<double> spread(std::vector<double> wanted, double gap, double low, double high);

}  // namespace kvtally
