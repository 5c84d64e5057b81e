#include "cli/complete.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#include "cli/complete_values.hpp"
#include "core/parse.hpp"
#include "core/text.hpp"

namespace kvtally::cli {

namespace {

constexpr std::size_t kCandidateHelpWidth = 60;

void keep_begun(std::vector<Candidate>& candidates, const std::string& current) {
  std::erase_if(candidates, [&](const Candidate& candidate) { return !candidate.text.starts_with(current); });
}

Completion commands_of(std::span<const CommandEntry> commands, const std::string& current) {
  Completion out;
  for (const CommandEntry& entry : commands) {
    out.candidates.push_back({std::string(entry.name), std::string(entry.summary)});
  }
  out.candidates.push_back({"help", "the commands"});
  if (current.starts_with('-')) {
    out.candidates.push_back({"--help", "the commands"});
    out.candidates.push_back({"--version", "the version, and the digest of its data"});
  }
  keep_begun(out.candidates, current);
  return out;
}

Completion branches_of(const Command& command, const std::string& current) {
  Completion out;
  for (const Branch& branch : command.branches) {
    out.candidates.push_back({branch.name, branch.summary});
  }
  keep_begun(out.candidates, current);
  return out;
}

bool has_name(const Option& option, std::string_view name) {
  return std::ranges::find(option.names, name) != option.names.end();
}

// Where the words before the cursor lead to.
struct Position {
  std::vector<bool> given;       // by option
  const Option* open = nullptr;  // it awaits its value
  bool options_ended = false;    // behind "--"
  std::size_t words = 0;
};

Position position_of(const Command& command, std::span<const std::string> words) {
  Position at;
  at.given.resize(command.options.size());
  for (const std::string& word : words) {
    if (at.open != nullptr) {
      at.open = nullptr;
    } else if (at.options_ended || word.size() < 2 || !word.starts_with('-')) {
      ++at.words;
    } else if (word == "--") {
      at.options_ended = true;
    } else {
      const std::size_t equals = word.find('=');
      for (std::size_t i = 0; i < command.options.size(); ++i) {
        const Option& option = command.options[i];
        if (has_name(option, word.substr(0, equals))) {
          at.given[i] = true;
          at.open = equals == std::string::npos && !option.value.empty() ? &option : nullptr;
        }
      }
    }
  }
  return at;
}

Completion options_of(const Command& command, const Position& at, const std::string& current) {
  Completion out;
  for (std::size_t i = 0; i < command.options.size(); ++i) {
    const Option& option = command.options[i];
    for (const std::string& name : at.given[i] ? std::vector<std::string>{} : option.names) {
      out.candidates.push_back({name, option.help});
    }
  }
  out.candidates.push_back({"--help", "the command's options"});
  keep_begun(out.candidates, current);
  return out;
}

// The value behind the equals sign of --NAME=VALUE; the shells want the whole word.
Completion joined_value(const Command& command, const std::string& current, std::size_t equals) {
  for (const Option& option : command.options) {
    if (has_name(option, current.substr(0, equals)) && !option.value.empty()) {
      Completion out = values_of(option, current.substr(equals + 1));
      for (Candidate& candidate : out.candidates) {
        candidate.text.insert(0, current, 0, equals + 1);
      }
      return out;
    }
  }
  return {};
}

std::string line_of(const Candidate& candidate, bool with_help) {
  if (!with_help || candidate.help.empty()) {
    return candidate.text + '\n';
  }
  const std::vector<std::string> lines = wrap(candidate.help, kCandidateHelpWidth);
  return fmt::format("{}\t{}{}\n", candidate.text, lines.front(), lines.size() > 1 ? " ..." : "");
}

}  // namespace

Completion completion_of(std::span<const CommandEntry> commands, std::span<const std::string> before,
                         const std::string& current) {
  if (before.size() < 2) {
    return commands_of(commands, current);
  }
  const auto entry = std::ranges::find(commands, before[1], &CommandEntry::name);
  if (entry == commands.end()) {
    return {};
  }
  Command command = entry->make();
  std::span<const std::string> words = before.subspan(2);
  if (!command.branches.empty() && !words.empty()) {
    const auto branch = std::ranges::find(command.branches, words.front(), &Branch::name);
    if (branch == command.branches.end()) {
      return {};
    }
    words = words.subspan(1);
    command = Command(branch->make());
  } else if (!command.branches.empty() && !current.starts_with('-')) {
    return branches_of(command, current);
  }
  const Position at = position_of(command, words);
  if (at.open != nullptr) {
    return values_of(*at.open, current);
  }
  if (current.starts_with('-') && !at.options_ended) {
    const std::size_t equals = current.find('=');
    return equals == std::string::npos ? options_of(command, at, current) : joined_value(command, current, equals);
  }
  return words_of(command, at.words, current);
}

Exit complete(std::span<const CommandEntry> commands, const std::vector<std::string>& words) {
  const auto place = words.size() < 2 ? Parsed<std::int64_t>(std::unexpect) : parse_integer(words[1]);
  if (!place) {
    complain("__complete needs SHELL CWORD WORDS...");
    return Exit::usage;
  }
  const std::span<const std::string> line = std::span(words).subspan(2);
  const std::size_t cursor = std::min(static_cast<std::size_t>(*place), line.size());
  const std::string current = cursor < line.size() ? line[cursor] : "";
  const Completion completion = completion_of(commands, line.first(cursor), current);
  std::string out;
  for (const Candidate& candidate : completion.candidates) {
    out += line_of(candidate, words[0] != "bash");
  }
  out += completion.paths == Paths::files ? ":files\n" : completion.paths == Paths::folders ? ":folders\n" : "";
  std::fputs(out.c_str(), stdout);
  return Exit::done;
}

}  // namespace kvtally::cli
