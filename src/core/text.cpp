#include "core/text.hpp"

#include <utf8proc.h>

namespace kvtally {

namespace {

struct Decoded {
  utf8proc_int32_t point;  // -1: the byte is not UTF-8
  std::size_t bytes;
};

Decoded decode(std::string_view text) {
  utf8proc_int32_t point = -1;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &point);
  return length > 0 ? Decoded{point, static_cast<std::size_t>(length)} : Decoded{-1, 1};
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.point < 0) {
      return false;
    }
    text.remove_prefix(next.bytes);
  }
  return true;
}

std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t bytes = decode(text).bytes;
    out.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    if (text.front() >= ' ' && text.front() <= '~') {
      ++width;
      text.remove_prefix(1);
      continue;
    }
    const Decoded next = decode(text);
    width += next.point < 0 ? 1 : static_cast<std::size_t>(utf8proc_charwidth(next.point));
    text.remove_prefix(next.bytes);
  }
  return width;
}

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) {
    text.remove_prefix(1);
  }
  while (text.ends_with(' ') || text.ends_with('\t')) {
    text.remove_suffix(1);
  }
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  if (trim(text).empty()) {
    return out;
  }
  while (true) {
    const std::size_t end = text.find(separator);
    out.push_back(trim(text.substr(0, end)));
    if (end == std::string_view::npos) {
      return out;
    }
    text.remove_prefix(end + 1);
  }
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return out;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) {
      continue;
    }
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    line += line.empty() ? "" : " ";
    line += word;
  }
  if (!line.empty()) {
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace kvtally
