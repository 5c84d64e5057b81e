#pragma once

#include "reference/tensor/rotary.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// The frequencies of `channels` rotated channels by the rule `type` ("default", "linear", "llama3", "yarn") and
/// the numbers of a file's "rope_parameters". A rule or a number that isn't understood is a problem of the file.
reference::Frequencies frequencies_of(const std::string& type, double base, std::int64_t channels,
                                      const Item& rope_parameters);

/// The rotation that a file's "rope" describes, of heads with `dim` channels. Its frequencies come from the
/// rope_parameters; the file's own inv_freq and attention_scaling are compared with them. Not `scaled`: cos and
/// sin stay as they are whatever the rule says (DeepSeek-V3's inference/model.py, where yarn scales the scores
/// alone).
reference::Rotary rotary_of(const Item& rope, std::int64_t dim, Checks& checks, bool scaled = true);

}  // namespace kvtally
