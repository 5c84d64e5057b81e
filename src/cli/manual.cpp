#include "cli/manual.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/text.hpp"

namespace kvtally::cli {

namespace {

constexpr std::size_t kWidth = 78;

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};

constexpr std::string_view kDescription = R"(reads the description of a language model, works out what every layer
keeps, reads and writes for one more token, and prints it: bytes to the last
one, for any context, batch and format of the cache.
It knows many models by name, and refuses what it does not understand instead of
guessing.
.Pp
.Ar MODEL
is an id or alias, as
.Ic kvtally models
lists them; a path to a
.Pa config.json
of Hugging Face, a
.Pa params.json
of Mistral, a
.Pa .gguf
file, a description in YAML, or a folder that holds one of these; or
.Sq -
for standard input.
.Pp
The result goes to standard output, everything else to standard error.
)";

constexpr std::string_view kEnd = R"(.Sh ENVIRONMENT
.Bl -tag -width NO_COLOR
.It Ev NO_COLOR
When it is set and not empty, nothing is coloured, unless
.Fl -color Ar always
says so.
.It Ev TERM
Nothing is coloured when it is
.Qq dumb .
.El
.Sh FILES
The program needs no file to run: models, devices and reports are compiled in.
.Bl -tag -width Ds
.It Pa config.json , params.json , *.gguf , *.safetensors , *.yaml
Models that commands read.
Of a GGUF or safetensors file only the header is read.
.El
.Sh EXIT STATUS
.Bl -tag -width Ds
.It 0
Done.
.It 1
The answer is no: it does not fit, or a check failed.
.It 2
The command line is wrong.
.It 3
A file is wrong; every problem is printed as
.Ql file:line:column: what; expected ... .
.It 4
The result cannot be written.
.It 70
A fault of the program.
.El
.Sh EXAMPLES
What the models of the lecture keep at 128 Ki tokens:
.Pp
.Dl kvtally table
.Pp
One model, its cache in 8 bits, for 32 requests:
.Pp
.Dl kvtally show qwen3-next -c 128K -b 32 --kv-dtype fp8
.Pp
The devices that 64 users with 32 Ki tokens each take:
.Pp
.Dl kvtally fit llama-3.1-70b --on h100-sxm --users 64 -c 32K
.Pp
A model that came out this morning:
.Pp
.Dl kvtally show ./config.json -o json
)";

// A word in a line that begins with a macro: quoted, as parts of it could be macros.
std::string argument(std::string_view word) {
  std::string out = "\"";
  for (const char c : word) {
    out += c == '"' ? "\\(dq" : c == '\\' ? "\\e" : std::string(1, c);
  }
  return out + '"';
}

// The sentences of a text: a full stop ends one when a space and no small letter follow.
std::vector<std::string> sentences(std::string_view text) {
  std::vector<std::string> out{""};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool stop =
        (text[i] == '.' || text[i] == '?' || text[i] == '!') && i + 1 < text.size() && text[i + 1] == ' ';
    out.back() += text[i];
    if (stop) {
      ++i;
      out.emplace_back();
    }
  }
  return out;
}

std::string flag_of(const std::string& name) { return "Fl " + argument(std::string_view(name).substr(1)); }

std::string option_item(const std::vector<std::string>& names, const std::string& value, const std::string& help) {
  std::string out = ".It";
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += (i == 0 ? " " : " , ") + flag_of(names[i]);
  }
  return out + (value.empty() ? "" : " Ar " + argument(value)) + '\n' + mdoc_text(help);
}

std::string command_section(const Command& command) {
  std::string out =
      fmt::format(".Ss kvtally {}\n", command.name) + mdoc_text(command.summary) + ".Bl -tag -width Ds\n";
  if (!command.words.empty()) {
    out += ".It Ar " + argument(command.words) + '\n' + mdoc_text(command.words_help);
  }
  for (const Option& option : command.options) {
    out += option_item(option.names, option.value, option.help);
  }
  return out + option_item({"-h", "--help"}, "", "this text") + ".El\n";
}

// "2026-11-30" as mdoc wants it; empty when it is no date.
std::string long_date(std::string_view date) {
  if (date.size() != 10 || !is_month(date.substr(0, 7)) || date[7] != '-' ||
      !std::ranges::all_of(date.substr(8), [](unsigned char c) { return std::isdigit(c) != 0; })) {
    return "";
  }
  const auto digits = [&](std::size_t at) { return (date[at] - '0') * 10 + (date[at + 1] - '0'); };
  return fmt::format("{} {}, {}", kMonths.at(static_cast<std::size_t>(digits(5) - 1)), digits(8),
                     date.substr(0, 4));
}

}  // namespace

std::string mdoc_text(std::string_view text) {
  std::string out;
  for (const std::string& sentence : sentences(text)) {
    for (const std::string& line : wrap(sentence, kWidth)) {
      out += line.starts_with('.') || line.starts_with('\'') ? "\\&" : "";
      for (std::size_t i = 0; i < line.size(); ++i) {
        out += line[i] == '\\' ? "\\e" : std::string(1, line[i]);
        // "name()" would be a function's name that lacks its markup
        out += line[i] == '(' && i + 1 < line.size() && line[i + 1] == ')' ? "\\&" : "";
      }
      out += '\n';
    }
  }
  return out;
}

std::string manual_of(std::span<const CommandEntry> commands, std::string_view date) {
  std::string out = ".Dd " + long_date(date) +
                    "\n.Dt KVTALLY 1\n.Os\n.Sh NAME\n.Nm kvtally\n"
                    ".Nd what a language model's memory of the past costs\n"
                    ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar words\n.Op Ar options\n"
                    ".Nm\n.Fl -help | Fl -version\n.Sh DESCRIPTION\n.Nm\n";
  out += kDescription;
  out += ".Sh COMMANDS\n";
  for (const CommandEntry& entry : commands) {
    const Command command = entry.make();
    out += command_section(command);
    for (const Branch& branch : command.branches) {
      out += command_section(branch.make());
    }
  }
  return out + std::string(kEnd);
}

Exit write_manual(std::span<const CommandEntry> commands, const std::vector<std::string>& words) {
  if (words.size() != 1 || long_date(words.front()).empty()) {
    complain("__man needs a DATE, as in 2026-11-30");
    return Exit::usage;
  }
  const std::string page = manual_of(commands, words.front());
  return std::fputs(page.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? Exit::output : Exit::done;
}

}  // namespace kvtally::cli
