#pragma once

#include "reference/storage/codec.hpp"

namespace kvtally::reference {

/// The codec CODES@GROUP+SCALE[+ZERO], as in int4@64+bf16+bf16: groups of so many numbers of a row, or `head`, the
/// whole row. A group is stored as its packed codes, then the scale, then the zero point, in their formats.
///
/// With a zero point (integer codes only) it is the affine quantiser of storage/affine.hpp, and the zero point is
/// its shift, −min. Without one, scale = largest magnitude ÷ largest code, and the codes are signed. Codes are
/// made with the scale and zero point as they are stored. The error says what is wrong with the name.
std::expected<CodecPtr, std::string> grouped_codec(std::string_view name);

}  // namespace kvtally::reference
