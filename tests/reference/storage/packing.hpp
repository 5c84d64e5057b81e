#pragma once

#include <doctest/doctest.h>
#include <string_view>
#include <vector>

#include "reference/storage/codec.hpp"

namespace kvtally::test {

/// The bytes that a row is stored as.
inline std::vector<int> packed(std::string_view name, const std::vector<reference::Real>& row) {
  const auto codec = reference::find_codec(name);
  REQUIRE_MESSAGE(codec, name);
  std::vector<std::byte> bytes(static_cast<std::size_t>((*codec)->bytes(static_cast<std::int64_t>(row.size()))),
                               std::byte{0xa5});  // what was there before must not show through
  (*codec)->pack(row, bytes);
  std::vector<int> out;
  for (const std::byte byte : bytes) {
    out.push_back(std::to_integer<int>(byte));
  }
  return out;
}

/// The `count` numbers that bytes stand for.
inline std::vector<reference::Real> unpacked(std::string_view name, const std::vector<int>& bytes,
                                             std::size_t count) {
  std::vector<std::byte> in;
  for (const int byte : bytes) {
    in.push_back(static_cast<std::byte>(byte));
  }
  std::vector<reference::Real> row(count);
  (*reference::find_codec(name))->unpack(in, row);
  return row;
}

/// A row after it was stored and read again.
inline std::vector<reference::Real> stored(std::string_view name, const std::vector<reference::Real>& row) {
  return unpacked(name, packed(name, row), row.size());
}

/// The code of one number, and the number of one code, of a format of whole bytes.
inline int code_of(std::string_view name, reference::Real number) {
  int code = 0;
  const std::vector<int> bytes = packed(name, {number});
  for (std::size_t i = bytes.size(); i-- > 0;) {
    code = code * 256 + bytes[i];
  }
  return code;
}
inline reference::Real number_of(std::string_view name, int code, std::size_t bytes) {
  std::vector<int> in;
  for (std::size_t i = 0; i < bytes; ++i) {
    in.push_back(code >> (8 * i) & 0xff);
  }
  return unpacked(name, in, 1).front();
}

}  // namespace kvtally::test
