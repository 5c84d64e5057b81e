#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "core/quantity.hpp"

namespace kvtally {

/// A value, or the sentence that says why the text is none (without the text itself).
template <class T>
using Parsed = std::expected<T, std::string>;

/// A whole number in plain decimal digits: no sign, no leading zero, at most 63 bits.
Parsed<std::int64_t> parse_integer(std::string_view text);

/// Tokens: `131072`, `128K` = `128Ki` = 131072, `128k` = 128000, `1M` = 1048576, `1m` = 1000000, `25.6k` = 25600
/// (the rule of vLLM's --max-model-len: a capital letter is binary, a small one decimal). At least 1, below 2^40.
Parsed<Tokens> parse_tokens(std::string_view text);

/// Bytes with their unit: `64GiB`, `80 GB`, `697 MiB`, `512 B`, `0`. A bare number other than 0 is refused,
/// because 80 GB and 80 GiB differ by 7 %. A fraction of a larger unit is rounded to the nearest byte: 94.74 GiB
/// is 101726300406 bytes. At most 63 bits.
Parsed<Bytes> parse_bytes(std::string_view text);

/// A count of parameters: `671B`, `1.04T`, `350M`, `124439808`; decimal units.
Parsed<std::int64_t> parse_parameters(std::string_view text);

/// Whether the text is a year and month: 2024-12.
bool is_month(std::string_view text);

}  // namespace kvtally
