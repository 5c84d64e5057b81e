#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hardware/roofline.hpp"
#include "page/sections/kind_layers.hpp"

/// Where the steps of single layers stand under a device's roofline.
namespace kvtally {

/// What a step of a layer moves and multiplies, all of it together, at the rates of a device.
struct KindPoint {
  Operations operations;
  Bytes bytes;           // read and written
  double intensity = 0;  // operations a byte
  Seconds seconds;       // the least that any schedule takes
  Bound bound = Bound::memory;

  /// Operations a second; 0 of a step that takes no time.
  double rate() const;
};

/// A layer's decode step at a context, and the prefill of a prompt, one request each.
struct PlacedKind {
  const KindLayer* layer;
  KindPoint decode;
  KindPoint prefill;
};

/// What the points are made for.
struct KindQuestion {
  Device device;
  Tokens context;
  Tokens prompt;
};

/// One format: of the matrix unit and, where they can be stored so, of the entries.
struct KindView {
  std::string format;
  Rates rates;
  double ridge = 0;  // operations a byte
  std::vector<PlacedKind> layers;
  std::vector<std::string> unchanged;  // names of layers whose entries cannot be stored in it
};

/// The views in bf16 (or what peak_for() takes for it) and fp8, of which a device that publishes no such peak, or
/// no bandwidth, has none. Index keys and states keep their formats. `layers` must outlive the views.
std::vector<KindView> views_of(const KindQuestion& question, const std::vector<KindLayer>& layers);

}  // namespace kvtally
