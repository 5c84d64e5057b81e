#pragma once

#include <cstdint>
#include <string>

/// Small safetensors files for tests.
namespace kvtally::test {

/// The 8 bytes that say how long a header is.
inline std::string length_word(std::uint64_t length) {
  std::string out;
  for (int i = 0; i < 8; ++i) {
    out += static_cast<char>(length >> (8 * i) & 0xFF);
  }
  return out;
}

/// A file with that header and `data_bytes` zeros.
inline std::string safetensors(const std::string& header, std::size_t data_bytes) {
  return length_word(header.size()) + header + std::string(data_bytes, '\0');
}

/// One member of a header: `"name": {…}`.
inline std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                          std::int64_t begin, std::int64_t end) {
  return "\"" + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":[)" +
         std::to_string(begin) + "," + std::to_string(end) + "]}";
}

}  // namespace kvtally::test
