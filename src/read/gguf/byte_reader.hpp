#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "core/wide.hpp"

namespace kvtally {

/// Reads little-endian values one after the other. Every length is compared with the bytes that are left before it
/// is used. The first failure leaves a problem that names the byte; all later reads give zeros and stay where they
/// are.
class ByteReader {
 public:
  /// `file_size` is that of the whole file, of which `bytes` are the first: what the header may fill.
  ByteReader(std::string file, std::span<const std::byte> bytes, std::uint64_t file_size)
      : file_(std::move(file)), bytes_(bytes), file_size_(file_size) {}

  /// A whole number of `width` bytes (1, 2, 4 or 8). `what` names it in a problem: "the number of keys".
  std::uint64_t number(std::size_t width, std::string_view what);
  /// A text with its length before it.
  std::string_view text(std::string_view what);
  /// `count` items of `width` bytes, not looked at.
  std::span<const std::byte> items(std::uint64_t count, std::size_t width, std::string_view what);

  /// Notes a problem at a byte; only the first is kept.
  void fail(std::size_t at, const std::string& what, std::string expected = {});

  std::size_t offset() const { return offset_; }
  std::size_t left() const { return bytes_.size() - offset_; }
  std::span<const std::byte> since(std::size_t start) const { return bytes_.subspan(start, offset_ - start); }
  const std::optional<Problem>& problem() const { return problem_; }

 private:
  bool enough(Wide wanted, std::string_view what);

  std::string file_;
  std::span<const std::byte> bytes_;
  std::uint64_t file_size_;
  std::size_t offset_ = 0;
  std::optional<Problem> problem_;
};

/// The `width` bytes at `at` as a little-endian number; they must be there.
std::uint64_t little_endian(std::span<const std::byte> bytes, std::size_t at, std::size_t width);

/// The bytes as text.
std::string_view as_text(std::span<const std::byte> bytes);

}  // namespace kvtally
