#include "cli/output.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/suggest.hpp"

namespace kvtally::cli {

namespace {

constexpr std::array<std::string_view, 12> kFormats{"table", "wide",  "markdown", "latex", "csv", "json",
                                                    "yaml",  "junit", "github",   "plot",  "svg", "html"};
constexpr std::array<std::string_view, 3> kColours{"auto", "always", "never"};
constexpr std::size_t kNarrowest = 60;
constexpr std::size_t kWidest = 100;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::clamp<std::size_t>(size.ws_col, kNarrowest, kWidest);
  }
  return kWidest;
}

std::vector<std::string_view> words_of_formats(const std::vector<OutputFormat>& formats) {
  std::vector<std::string_view> out;
  for (const OutputFormat format : formats) {
    out.push_back(kFormats.at(static_cast<std::size_t>(format)));
  }
  return out;
}

}  // namespace

std::vector<Option> Output::options() {
  std::vector<std::string_view> names = words_of_formats(offered);
  const std::vector<std::string> every(names.begin(), names.end());
  const std::string_view first = names.front();
  const std::string_view last = names.back();
  names.pop_back();
  const std::string formats = fmt::format("{} or {} ({})", fmt::join(names, ", "), last, first);
  return {
      {{"-o", "--output"}, "FORMAT", formats, &format_name, every},
      {{"-O", "--out"}, "FILE", "write there, not to standard output", &file},
      {{"--si"}, "", "sizes in kB, MB, GB instead of KiB, MiB, GiB", &si},
      {{"--color"},
       "WHEN",
       "auto, always or never (auto: in a terminal, unless NO_COLOR is set)",
       &colour_name,
       {kColours.begin(), kColours.end()}},
  };
}

std::optional<OutputFormat> Output::format() const {
  const std::vector<std::string_view> names = words_of_formats(offered);
  const std::string given = format_name.value_or(std::string(names.front()));
  const auto found = std::ranges::find(names, given == "md" ? "markdown" : given);
  if (found == names.end()) {
    complain(fmt::format("-o: '{}' is none of {}", given, fmt::join(names, ", ")),
             nearest(given, names).value_or(""));
    return std::nullopt;
  }
  if (std::ranges::find(kColours, colour_name.value_or("auto")) == kColours.end()) {
    complain(fmt::format("--color: '{}' is none of {}", *colour_name, fmt::join(kColours, ", ")));
    return std::nullopt;
  }
  if (file && file->empty()) {
    complain("--out: a file is missing");
    return std::nullopt;
  }
  return offered[static_cast<std::size_t>(found - names.begin())];
}

Look Output::look() const {
  const bool terminal = !file && isatty(STDOUT_FILENO) == 1;
  const bool plain = !variable("NO_COLOR").empty() || variable("TERM") == "dumb";
  const bool wanted = terminal && !plain;
  const std::string colour = colour_name.value_or("auto");
  return {colour == "always" || (colour == "auto" && wanted), file ? kWidest : terminal_width(), plain};
}

std::string written_table(const Table& table, OutputFormat format, const Look& look) {
  switch (format) {
    case OutputFormat::wide: return write_wide(table, look);
    case OutputFormat::markdown: return write_markdown(table);
    case OutputFormat::latex: return write_latex(table);
    case OutputFormat::csv: return write_csv(table);
    default: return write_text(table, look);
  }
}

Exit Output::write(const std::string& text) const {
  std::FILE* out = file ? std::fopen(file->c_str(), "wb") : stdout;
  const std::string name = file.value_or("standard output");
  bool written =
      out != nullptr && std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
  const int error = errno;
  if (out != nullptr && out != stdout) {
    written = std::fclose(out) == 0 && written;
  }
  if (!written) {
    std::fputs(fmt::format("kvtally: {} cannot be written: {}\n", name, std::strerror(error)).c_str(), stderr);
    return Exit::output;
  }
  return Exit::done;
}

Exit report(const Problems& problems, std::string_view command) {
  bool in_file = false;
  Problems shown = problems;
  for (Problem& problem : shown) {
    in_file = in_file || !problem.file.empty();
    problem.file = problem.file.empty() ? "kvtally" : problem.file;
  }
  std::fputs(render(shown).c_str(), stderr);
  return in_file ? Exit::input : usage_fault(command);
}

}  // namespace kvtally::cli
