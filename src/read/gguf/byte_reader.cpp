#include "read/gguf/byte_reader.hpp"

#include <fmt/format.h>

namespace kvtally {

std::uint64_t little_endian(std::span<const std::byte> bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[at + i]);
  }
  return value;
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void ByteReader::fail(std::size_t at, const std::string& what, std::string expected) {
  if (!problem_) {
    problem_ = Problem{file_, {}, fmt::format("at byte {}: {}", at, what), std::move(expected), {}, {}};
  }
}

bool ByteReader::enough(Wide wanted, std::string_view what) {
  if (problem_) {
    return false;
  }
  if (wanted <= left()) {
    return true;
  }
  if (bytes_.size() < file_size_) {
    fail(offset_, fmt::format("{} goes beyond the first {} bytes", what, bytes_.size()),
         "keys and a tensor table that end before");
  } else {
    fail(offset_, fmt::format("{} needs {} bytes, and the file has {} more", what, wanted, left()),
         "a whole file");
  }
  return false;
}

std::uint64_t ByteReader::number(std::size_t width, std::string_view what) {
  if (!enough(width, what)) {
    return 0;
  }
  const std::uint64_t value = little_endian(bytes_, offset_, width);
  offset_ += width;
  return value;
}

std::span<const std::byte> ByteReader::items(std::uint64_t count, std::size_t width, std::string_view what) {
  if (!enough(Wide{count} * width, what)) {
    return {};
  }
  const auto out = bytes_.subspan(offset_, static_cast<std::size_t>(count) * width);
  offset_ += out.size();
  return out;
}

std::string_view ByteReader::text(std::string_view what) {
  const std::uint64_t length = number(8, fmt::format("the length of {}", what));
  return as_text(items(length, 1, what));
}

}  // namespace kvtally
