#include <cstdint>
#include <fmt/format.h>

#include "page/html_parts.hpp"

namespace kvtally {

namespace {

// RFC 4648, section 4.
std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= count ? kDigits[group >> (18 - 6 * j) & 63U] : '=';
    }
  }
  return out;
}

}  // namespace

std::string data_link(std::string_view media_type, std::string_view text) {
  return fmt::format("data:{};charset=utf-8;base64,{}", media_type, base64(text));
}

}  // namespace kvtally
