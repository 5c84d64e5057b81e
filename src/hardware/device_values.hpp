#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/quantity.hpp"
#include "core/rate.hpp"
#include "hardware/device.hpp"
#include "read/fields.hpp"

/// Values of device files. Each reports what is wrong with it and is then nothing, as an absent one is.
namespace kvtally {

/// "3350 GB/s".
std::optional<ByteRate> byte_rate(const Fields& fields, std::string_view key);
/// "989.4 TFLOP/s".
std::optional<OperationRate> operation_rate(const Fields& fields, std::string_view key);
/// "79.65 GiB"; as parse_memory.
std::optional<Bytes> memory_size(const Fields& fields, std::string_view key);
/// "0.85" as 850: at least 0.001, at most 2 (measured products pass a printed peak), three decimals at most.
std::optional<std::int64_t> thousandths(const Fields& fields, std::string_view key);
/// "700 W".
std::optional<std::int64_t> watts(const Fields& fields, std::string_view key);
/// "none", or a map of a name and a rate: {name: NVLink 4, one_way: 450 GB/s}.
Link link(const Fields& fields, std::string_view key);

/// A size of a memory: more than nothing, at most 1 PiB.
Parsed<Bytes> parse_memory(std::string_view text);
/// A fraction such as `thousandths` reads.
Parsed<std::int64_t> parse_thousandths(std::string_view text);

}  // namespace kvtally
