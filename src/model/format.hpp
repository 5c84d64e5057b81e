#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/parse.hpp"
#include "core/quantity.hpp"

namespace kvtally {

/// How the elements of a row are stored: in blocks of `elements` elements that take `bytes` bytes, scales and zero
/// points included, so that every size is exact. bf16 is (1, 2), q8_0 is (32, 34), nvfp4 is (16, 9).
struct Format {
  std::string name;
  std::int64_t elements = 1;
  std::int64_t bytes = 1;
  std::int64_t head_bytes =
      0;                     // added once for each token and head: the scale (and zero point) of `@head` formats
  bool whole_entry = false;  // one fixed number of bytes for all rows of an entry together (see fixed_entry_bytes)
  friend bool operator==(const Format&, const Format&) = default;
};

/// A named format or a grouped one.
///
/// Names: f32 f16 bf16 fp8_e4m3 fp8_e5m2 int8 int4 int3 int2, mxfp4 and nvfp4 (OCP MX 1.0; NVIDIA: 16 values and
/// one fp8 scale), GGML's q8_0 q5_1 q5_0 q4_1 q4_0 iq4_nl (ggml-common.h), fp8_ds_mla (vLLM); and the spellings
/// fp32 float32 fp16 float16 bfloat16 fp8.
///
/// Grouped: `CODES@GROUP+SCALE[+ZERO]`, for instance int4@64+bf16+bf16: groups of 64 codes of 4 bits, each with a
/// scale and a zero point in bf16. GROUP is a number of elements or `head`: one scale for each token and head.
/// The error says what is wrong and, where one is near, names the format that was meant.
Parsed<Format> parse_format(std::string_view text);

/// Every name that parse_format takes, without the grouped ones.
std::vector<std::string_view> format_names();

Format bf16();
Format f32();

/// Bytes of `heads` rows of `dim` elements each. Nothing when a row is no whole number of blocks, or the format is
/// one of whole entries.
std::optional<Bytes> row_bytes(const Format& format, std::int64_t heads, std::int64_t dim);

}  // namespace kvtally
