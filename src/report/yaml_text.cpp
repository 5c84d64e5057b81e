#include "report/yaml_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

#include "core/text.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kFoldWidth = 113;
constexpr std::string_view kFoldIndent = "  ";

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Words that YAML 1.1 or 1.2 takes for something else than text.
bool is_special_word(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords{"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
  return std::ranges::find(kWords, lower(text)) != kWords.end();
}

bool is_plain(std::string_view text) {
  constexpr std::string_view kInside = " _./()+-@,;";
  const auto safe = [&](char c) { return is_letter_or_digit(c) || kInside.find(c) != std::string_view::npos; };
  return !text.empty() && is_letter_or_digit(text.front()) && text.back() != ' ' && !is_special_word(text) &&
         std::ranges::all_of(text, safe);
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (is_control(c)) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

std::string yaml_scalar(std::string_view text) { return is_plain(text) ? std::string(text) : quoted(text); }

std::string yaml_paragraph(std::string_view text) {
  const std::vector<std::string> lines = wrap(text, kFoldWidth);
  const bool folds = lines.size() > 1 && std::ranges::none_of(text, is_control) &&
                     fmt::format("{}", fmt::join(lines, " ")) == text;
  if (!folds) {
    return yaml_scalar(text);
  }
  std::string out = ">-";
  for (const std::string& line : lines) {
    out += fmt::format("\n{}{}", kFoldIndent, line);
  }
  return out;
}

}  // namespace kvtally
