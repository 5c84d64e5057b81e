#pragma once

#include <string>
#include <string_view>

namespace kvtally {

/// A text as a YAML scalar that every YAML reader takes for this very text: plain where nothing in it could be
/// read otherwise, else in double quotes with escapes.
std::string yaml_scalar(std::string_view text);

/// A longer text as a scalar behind a key: folded lines where folding gives it back, else as yaml_scalar.
std::string yaml_paragraph(std::string_view text);

}  // namespace kvtally
