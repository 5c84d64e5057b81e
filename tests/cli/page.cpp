#include "cli/page.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "support/lines.hpp"

namespace kvtally::test {

namespace {

constexpr std::string_view kPrompt = "$ ";

std::string without_spaces_behind(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

Lines without_blanks_behind(Lines lines) {
  while (!lines.empty() && lines.back().empty()) {
    lines.pop_back();
  }
  return lines;
}

void add_code(Page& page, const Lines& lines, int first_line) {
  bool below_a_command = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with(kPrompt)) {
      PageStep step{
          .line = first_line + static_cast<int>(i), .file = {}, .command = lines[i].substr(2), .shown = {}};
      while (step.command.ends_with('\\') && i + 1 < lines.size()) {
        step.command.back() = '\n';
        step.command.insert(step.command.size() - 1, "\\");
        step.command += lines[++i];
      }
      page.steps.push_back(std::move(step));
      below_a_command = true;
    } else if (below_a_command) {
      page.steps.back().shown.push_back(lines[i]);
    } else {
      page.other_lines.push_back(lines[i]);
    }
  }
}

// The name behind the language of a fence; empty where there is none.
std::string file_name(const std::string& fence) {
  const std::size_t space = fence.find(' ');
  return space == std::string::npos ? "" : fence.substr(space + 1);
}

// Goes from the fence at `i` to the one that closes it.
void add_fenced(Page& page, const Lines& lines, std::size_t& i) {
  const std::string name = file_name(lines[i]);
  const int first = static_cast<int>(i) + 2;
  Lines inside;
  while (++i < lines.size() && !lines[i].starts_with("```")) {
    inside.push_back(lines[i]);
  }
  if (name.empty()) {
    add_code(page, inside, first);
  } else {
    page.steps.push_back({.line = first, .file = name, .command = {}, .shown = inside});
  }
}

// Goes from the first line of a block to its last one.
void add_indented(Page& page, const Lines& lines, std::size_t& i) {
  const int first = static_cast<int>(i) + 1;
  Lines inside;
  for (; i < lines.size() && (lines[i].empty() || lines[i].starts_with("    ")); ++i) {
    inside.push_back(lines[i].substr(std::min<std::size_t>(4, lines[i].size())));
  }
  --i;
  add_code(page, inside, first);
}

bool stands_at(const Lines& part, const Lines& lines, std::size_t at) {
  return at + part.size() <= lines.size() &&
         std::equal(part.begin(), part.end(), lines.begin() + static_cast<std::ptrdiff_t>(at));
}

// Where `part` stands in `lines` from `from` on; its end, or npos.
std::size_t end_of(const Lines& part, const Lines& lines, std::size_t from, bool anywhere) {
  for (std::size_t at = from; at + part.size() <= lines.size(); ++at) {
    if (stands_at(part, lines, at)) {
      return at + part.size();
    }
    if (!anywhere) {
      break;
    }
  }
  return std::string::npos;
}

std::string joined(const Lines& lines) {
  std::string out;
  for (const std::string& line : lines) {
    out += line + '\n';
  }
  return out;
}

}  // namespace

std::vector<std::string> documents() {
  std::vector<std::string> out{"README.md", "CONTRIBUTING.md", "src/README.md"};
  for (const auto& file : std::filesystem::directory_iterator(KVTALLY_SOURCE_DIR "/docs")) {
    if (file.path().extension() == ".md") {
      out.push_back("docs/" + file.path().filename().string());
    }
  }
  return out;
}

Page page_of(const std::string& text) {
  Page page;
  const Lines lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("```")) {
      add_fenced(page, lines, i);
    } else if (lines[i].starts_with("    ") && (i == 0 || lines[i - 1].empty())) {
      add_indented(page, lines, i);
    }
  }
  return page;
}

std::string not_printed(const Lines& shown, const std::string& printed) {
  Lines expected;
  std::ranges::transform(shown, std::back_inserter(expected), without_spaces_behind);
  expected = without_blanks_behind(expected);
  Lines lines;
  std::ranges::transform(lines_of(printed), std::back_inserter(lines), without_spaces_behind);
  lines = without_blanks_behind(lines);
  std::size_t at = 0;
  bool anywhere = false;
  for (auto part = expected.begin(); part != expected.end();) {
    const auto end = std::find(part, expected.end(), "...");
    const Lines wanted(part, end);
    const bool last = end == expected.end();
    const std::size_t from =
        last && anywhere ? std::max(at, lines.size() - std::min(lines.size(), wanted.size())) : at;
    at = end_of(wanted, lines, from, anywhere);
    if (at == std::string::npos || (last && at != lines.size())) {
      return joined(wanted);
    }
    anywhere = true;
    part = last ? end : end + 1;
  }
  return {};
}

}  // namespace kvtally::test
