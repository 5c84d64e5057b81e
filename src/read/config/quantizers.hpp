#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/weight_scheme.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// What was read of a quantization_config beside the scheme.
struct Quantizer {
  std::string method;
  std::vector<std::string_view> used;  // its keys that were read
  bool lists_apply = true;             // the lists of modules name what stays in `rest`
};

/// The formats and scales of a quantization_config, by its quant_method, into a scheme whose `rest` is set. What
/// is not understood is added to the scheme's `unread`.
Quantizer apply_quantizer(const Node& quantization, WeightScheme& scheme);

}  // namespace kvtally
