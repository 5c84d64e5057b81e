#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/quantity.hpp"
#include "core/rate.hpp"

namespace kvtally {

/// Formats that peaks are known for. fp16_fp16_accumulate is the doubled rate of some consumer parts, which sums
/// in 16 bits and so is no rate for bf16; fp32_vector is that of the vector units.
inline constexpr std::array<std::string_view, 9> kPeakFormats{
    "bf16", "fp16", "fp8", "int8", "fp4", "int4", "tf32", "fp16_fp16_accumulate", "fp32_vector"};

/// How fast a matrix unit multiplies numbers of one format: a dense peak, one multiply-add two operations.
struct Peak {
  std::optional<OperationRate> rate;  // nothing: there is no such unit
  friend bool operator==(const Peak&, const Peak&) = default;
};

/// A link of a device to others: one direction.
struct Link {
  std::string name;                 // empty: not published; "none": there is no such link
  std::optional<ByteRate> one_way;  // not published, or no link
  friend bool operator==(const Link&, const Link&) = default;
};

/// Which part of its peaks a sort of devices usually reaches, for those that nobody measured; in thousandths.
struct UsualFractions {
  std::string devices;  // "NVIDIA parts with HBM"; empty: no fraction is known
  std::optional<std::int64_t> bandwidth;
  std::optional<std::int64_t> matmul;
  std::string basis;
  friend bool operator==(const UsualFractions&, const UsualFractions&) = default;
};

/// What one device of a deployment is: as software sees it, or a whole chip where that was asked for. Whatever has
/// no value was not published.
struct Device {
  std::string id;  // "tpu-v7x", "tpu-v7x:chip"
  std::vector<std::string> aliases;
  std::string name;  // "Google TPU7x (Ironwood)"
  std::string vendor;
  std::string category;  // gpu, tpu, soc, asic, cpu
  std::int64_t year = 0;
  char confidence = 'D';  // A a vendor's page, B a table that cites one, C secondary, D derived or disputed

  std::string stated_memory;           // as the vendor prints it: "80 GB"; of the part that figures_of names
  std::string figures_of;              // what the vendor's figures describe: device, chip, socket, wafer
  std::int64_t devices_per_part = 1;   // devices that software sees in such a part
  bool whole_part = false;             // this is all of it, not one of its devices
  std::optional<Bytes> usable_memory;  // of this device, before anything is allocated
  bool usable_assumed = false;         // by a rule, not as a driver printed it
  std::string usable_basis;            // where it was printed, or which rule

  std::optional<ByteRate> bandwidth;               // peak
  std::optional<ByteRate> measured_bandwidth;      // by a public measurement
  std::map<std::string, Peak, std::less<>> peaks;  // by kPeakFormats; what is absent was not published
  std::optional<OperationRate> measured_matmul;    // the best public dense bf16 or fp16 product; may pass the peak
  UsualFractions usual;
  /// Bandwidths of memories other than the main one, by name ("vmem"); nothing: not published.
  std::map<std::string, std::optional<ByteRate>, std::less<>> other_memory;

  Link scale_up;  // to the devices of its domain, all links together
  Link host;
  std::optional<std::int64_t> devices_per_node;  // in one operating system
  std::optional<std::int64_t> scale_up_domain;   // devices in the largest domain of the link
  std::optional<std::int64_t> watts;             // thermal design power
  /// Thousandths of a dollar for one device and hour; a price is always somebody's own, so no profile holds one.
  std::optional<std::int64_t> price;

  std::vector<std::string> sources;
  std::string notes;
  std::string trap;                    // what is easily got wrong about it
  std::vector<std::string> overrides;  // what the user set otherwise: "bandwidth=7.37TB/s"
  friend bool operator==(const Device&, const Device&) = default;
};

/// A peak, and the format whose unit it is.
struct ChosenPeak {
  std::string format;
  OperationRate rate;
  bool wider = false;  // the format that was asked for has no unit, or none is published: the next wider one's
};

/// The peak for numbers of a format of kPeakFormats. Where the device has no such unit, that of the next wider
/// format, since the numbers can be widened to it (fp4 → fp8 → bf16 → fp16, int4 → int8 → bf16 → fp16, tf32 →
/// fp32); fp16 → bf16 where bf16 is the only one of 16 bits. A peak that is absent (not published) is passed over
/// likewise, never guessed from another. Nothing where none is published.
std::optional<ChosenPeak> peak_for(const Device& device, std::string_view format);

/// The peak bandwidth of one of the device's memories: "memory" is the main one, others are those of other_memory.
/// The error: not published, or an unknown memory with the list of those that are known.
std::expected<ByteRate, std::string> memory_bandwidth(const Device& device, std::string_view memory);

}  // namespace kvtally
