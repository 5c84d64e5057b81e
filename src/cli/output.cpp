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

constexpr std::array<std::string_view, 5> kFormats{"table", "wide", "markdown", "csv", "json"};
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

bool same(const std::string& name, std::string_view other) { return name == other; }

}  // namespace

std::vector<Option> Output::options() {
  return {
      {{"-o", "--output"}, "FORMAT", "table, wide, markdown, csv or json (table)", &format_name},
      {{"-O", "--out"}, "FILE", "write there, not to standard output", &file},
      {{"--si"}, "", "sizes in kB, MB, GB instead of KiB, MiB, GiB", &si},
      {{"--color"}, "WHEN", "auto, always or never (auto: in a terminal, unless NO_COLOR is set)", &colour_name},
  };
}

std::optional<OutputFormat> Output::format(std::string_view command) const {
  const std::string name = same(format_name, "md") ? "markdown" : format_name;
  const auto* found = std::ranges::find(kFormats, name);
  if (found == kFormats.end()) {
    complain(
        fmt::format("--output: '{}' is no format; expected one of {}", format_name, fmt::join(kFormats, ", ")),
        nearest(format_name, kFormats).value_or(""), command);
    return std::nullopt;
  }
  if (colour_name != "auto" && colour_name != "always" && colour_name != "never") {
    complain(fmt::format("--color: '{}' is none of auto, always, never", colour_name), "", command);
    return std::nullopt;
  }
  return static_cast<OutputFormat>(found - kFormats.begin());
}

Look Output::look() const {
  const bool terminal = file.empty() && isatty(STDOUT_FILENO) == 1;
  const bool wanted = terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return {colour_name == "always" || (colour_name == "auto" && wanted), file.empty() ? terminal_width() : kWidest};
}

Exit Output::write(const std::string& text) const {
  std::FILE* out = file.empty() ? stdout : std::fopen(file.c_str(), "wb");
  const std::string name = file.empty() ? "standard output" : file;
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

Exit report(const Problems& problems) {
  std::fputs(render(problems).c_str(), stderr);
  return Exit::input;
}

}  // namespace kvtally::cli
