#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/tensor/real.hpp"

namespace kvtally::reference {

/// How a row of numbers is stored: byte for byte what the format's definition says, so that bytes are counted from
/// buffers that exist. Knows nothing of model/format.hpp, whose sizes it proves.
class Codec {
 public:
  virtual ~Codec() = default;
  virtual std::string_view name() const = 0;
  /// Whether a row of `width` numbers is a whole number of blocks.
  virtual bool holds(std::int64_t width) const = 0;
  /// Bytes that a row of `width` numbers takes.
  virtual std::int64_t bytes(std::int64_t width) const = 0;
  /// `out` has bytes(row.size()) bytes.
  virtual void pack(std::span<const Real> row, std::span<std::byte> out) const = 0;
  virtual void unpack(std::span<const std::byte> in, std::span<Real> row) const = 0;
};

using CodecPtr = std::shared_ptr<const Codec>;

/// The names of all codecs but the grouped ones.
std::vector<std::string_view> codec_names();

/// The codec of that name: one of codec_names() or a grouped one (storage/grouped.hpp); the error says which names
/// there are. "real" stores the computing type itself, exactly.
std::expected<CodecPtr, std::string> find_codec(std::string_view name);

/// A codec whose name the program itself writes.
CodecPtr codec(std::string_view name);

}  // namespace kvtally::reference
