#include "core/problem.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kLongestExcerpt = 200;

// Control characters become spaces (they could steer the terminal), bytes that are not UTF-8 the replacement sign.
std::string visible_characters(std::string_view line) {
  std::string out;
  for (const std::string_view character : characters(line)) {
    const auto first = static_cast<unsigned char>(character.front());
    const bool c1 = character.size() == 2 && first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
    if (first < 0x20 || first == 0x7f || c1) {
      out += ' ';
    } else if (character.size() == 1 && first >= 0x80) {
      out += "\xEF\xBF\xBD";
    } else {
      out += character;
    }
  }
  return out;
}

std::string caret_line(const Problem& problem) {
  std::string before;
  std::uint32_t column = 1;
  for (const std::string_view character : characters(problem.excerpt)) {
    if (column++ >= problem.place.column) {
      break;
    }
    before += character;
  }
  return std::string(display_width(before), ' ') + '^';
}

}  // namespace

std::string_view line_of(std::string_view text, Place place) {
  if (place.line == 0) {
    return {};
  }
  for (std::uint32_t line = 1; line < place.line; ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      return {};
    }
    text.remove_prefix(end + 1);
  }
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  if (line.starts_with("\xEF\xBB\xBF")) {
    line.remove_prefix(3);
  }
  return line;
}

std::string excerpt_of(std::string_view text, Place place) {
  std::string_view line = line_of(text, place);
  const std::vector<std::string_view> all = characters(line.substr(0, 4 * (kLongestExcerpt + 1)));  // 4 bytes each
  if (all.size() > kLongestExcerpt) {
    line = line.substr(0, static_cast<std::size_t>(all[kLongestExcerpt].data() - line.data()));
  }
  return visible_characters(line);
}

std::string render(const Problem& problem) {
  std::string out = visible_characters(problem.file);
  if (problem.place.line != 0) {
    out += fmt::format(":{}:{}", problem.place.line, problem.place.column);
  }
  out += fmt::format("{}{}", out.empty() ? "" : ": ", visible_characters(problem.what));
  if (!problem.expected.empty()) {
    out += fmt::format("; expected {}", visible_characters(problem.expected));
  }
  out += '\n';
  if (!problem.excerpt.empty()) {
    out += fmt::format("{:>5} | {}\n", problem.place.line, problem.excerpt);
    if (problem.place.column <= kLongestExcerpt) {
      out += fmt::format("      | {}\n", caret_line(problem));
    }
  }
  if (!problem.suggestion.empty()) {
    out += fmt::format("{}did you mean '{}'?\n", problem.excerpt.empty() ? "  " : "      = ",
                       visible_characters(problem.suggestion));
  }
  return out;
}

std::string render(const Problems& problems) {
  std::string out;
  for (const Problem& problem : problems) {
    out += render(problem);
  }
  return out;
}

Problems distinct(Problems problems) {
  std::ranges::stable_sort(problems, {}, &Problem::place);
  Problems out;
  std::size_t same_place = 0;  // where in `out` the problems of the current place begin
  for (Problem& problem : problems) {
    if (out.empty() || out.back().place != problem.place) {
      same_place = out.size();
    }
    if (std::find(out.begin() + static_cast<std::ptrdiff_t>(same_place), out.end(), problem) == out.end()) {
      out.push_back(std::move(problem));
    }
  }
  return out;
}

}  // namespace kvtally
