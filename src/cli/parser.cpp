// The only file that knows CLI11: it is large, and every value is text to it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <iterator>

#include "cli/command.hpp"
#include "core/suggest.hpp"
#include "core/text.hpp"

namespace kvtally::cli {

namespace {

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kHelpColumn = 30;

// "-np"
bool is_single_dash_word(std::string_view name) { return name.size() > 2 && name[0] == '-' && name[1] != '-'; }

// The options with their values as they came, before they are moved to the command's variables.
struct RawValues {
  std::vector<std::vector<std::string>> texts;
  std::vector<std::string> words;
  bool help = false;
};

// CLI11 takes a single dash for letters in a row: llama.cpp's "-np" is declared as "--_np", which nobody types.
std::string inner_name(const std::string& name) {
  return is_single_dash_word(name) ? "--_" + name.substr(1) : name;
}

std::string names_for_parser(const Option& option) {
  std::vector<std::string> names;
  std::ranges::transform(option.names, std::back_inserter(names), inner_name);
  return fmt::format("{}", fmt::join(names, ","));
}

void declare(CLI::App& app, const Command& command, RawValues& values) {
  app.set_help_flag();
  app.add_flag("-h,--help", values.help)->disable_flag_override();
  app.allow_extras();
  values.texts.resize(command.options.size());
  for (std::size_t i = 0; i < command.options.size(); ++i) {
    const Option& option = command.options[i];
    const std::string names = names_for_parser(option);
    if (auto* const* flag = std::get_if<bool*>(&option.target)) {
      app.add_flag(names, **flag)->disable_flag_override();
    } else {
      app.add_option(names, values.texts[i])->allow_extra_args(false);  // one value each time it is given
    }
  }
  app.add_option("words", values.words)->expected(-1);
}

// The first name that says what the option is.
const std::string& long_name(const Option& option) {
  const auto found = std::ranges::find_if(option.names, [](const std::string& name) { return name.size() > 2; });
  return found == option.names.end() ? option.names.front() : *found;
}

bool is_name_of(const Option& option, std::string_view word) {
  return std::ranges::find(option.names, word) != option.names.end();
}

const Option* option_named(const Command& command, std::string_view word) {
  const auto found = std::ranges::find_if(command.options, [&](const Option& o) { return is_name_of(o, word); });
  return found == command.options.end() ? nullptr : &*found;
}

// What is wrong with the form of the words, in ours and not in CLI11's: a switch with a value, an option without
// one.
std::optional<std::string> malformed(const Command& command, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::size_t equals = words[i].find('=');
    const std::string name = words[i].substr(0, equals);
    const Option* option = option_named(command, name);
    const bool help = name == "-h" || name == "--help";
    if (equals != std::string::npos && (help || (option != nullptr && option->value.empty()))) {
      return fmt::format("{} takes no value", name);
    }
    if (option == nullptr || option->value.empty()) {
      continue;
    }
    const bool missing = equals == std::string::npos
                             ? i + 1 == words.size() || option_named(command, words[i + 1]) != nullptr
                             : equals + 1 == words[i].size();
    if (missing) {
      return fmt::format("{} needs {}", name, option->value);
    }
    i += equals == std::string::npos ? 1 : 0;
  }
  return std::nullopt;
}

// The words with such names as they were declared. A word behind an option is its value.
std::vector<std::string> words_for_parser(const Command& command, std::vector<std::string> words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::size_t equals = std::min(words[i].find('='), words[i].size());
    const Option* option = option_named(command, words[i].substr(0, equals));
    if (option == nullptr) {
      continue;
    }
    const bool alone = equals == words[i].size();
    const std::string name = inner_name(words[i].substr(0, equals));
    // "-c=8" is "-c8" to CLI11
    words[i] = name + (name.size() == 2 && !alone ? words[i].substr(equals + 1) : words[i].substr(equals));
    if (alone && !option->value.empty()) {
      ++i;
    }
  }
  return words;
}

std::string suggestion_for(const std::string& word, const Command& command) {
  std::vector<std::string_view> names{"--help"};
  for (const Option& option : command.options) {
    std::ranges::copy_if(option.names, std::back_inserter(names),
                         [](const std::string& n) { return n.size() > 2; });
  }
  return nearest(word.substr(0, word.find('=')), names).value_or("");
}

// Says what is wrong with the words that CLI11 accepted; true when nothing is.
bool accept(const Command& command, const RawValues& values, std::vector<std::string> rest) {
  std::erase(rest, "--");
  if (!rest.empty()) {
    complain(fmt::format("unknown option '{}'", rest.front()), suggestion_for(rest.front(), command));
    return false;
  }
  if (values.words.size() > command.most_words) {
    complain(fmt::format("the word '{}' is one too many", values.words[command.most_words]));
    return false;
  }
  for (std::size_t i = 0; i < command.options.size(); ++i) {
    if (values.texts[i].size() > 1) {
      complain(fmt::format("{} is given twice", long_name(command.options[i])));
      return false;
    }
  }
  return true;
}

void move_to_targets(const Command& command, RawValues& values) {
  for (std::size_t i = 0; i < command.options.size(); ++i) {
    if (auto* const* target = std::get_if<std::optional<std::string>*>(&command.options[i].target)) {
      if (!values.texts[i].empty()) {
        **target = std::move(values.texts[i].front());
      }
    }
  }
  if (command.plain != nullptr) {
    *command.plain = std::move(values.words);
  }
}

std::string option_lines(const std::vector<std::string>& names, const std::string& value,
                         const std::string& help) {
  std::string left = fmt::format("  {}{}", fmt::join(names, ", "), value.empty() ? "" : " " + value);
  std::string out;
  if (display_width(left) + 2 > kHelpColumn) {
    out += left + '\n';
    left.clear();
  }
  for (const std::string& text : wrap(help, kHelpWidth - kHelpColumn)) {
    out += fmt::format("{:<{}}{}\n", left, kHelpColumn, text);
    left.clear();
  }
  return out;
}

}  // namespace

std::optional<Exit> parse(const Command& command, const std::vector<std::string>& words) {
  if (const auto fault = malformed(command, words)) {
    complain(*fault);
    return usage_fault(command.name);
  }
  CLI::App app;
  RawValues values;
  declare(app, command, values);
  try {
    std::vector<std::string> given = words_for_parser(command, words);
    std::ranges::reverse(given);
    app.parse(std::move(given));
  } catch (const CLI::ParseError& error) {
    complain(error.what());
    return usage_fault(command.name);
  }
  if (values.help) {
    std::fputs(help_of(command).c_str(), stdout);
    return Exit::done;
  }
  if (!accept(command, values, app.remaining())) {
    return usage_fault(command.name);
  }
  move_to_targets(command, values);
  return std::nullopt;
}

std::string help_of(const Command& command) {
  std::string out = fmt::format("usage: kvtally {}{}{} [options]\n\n", command.name,
                                command.words.empty() ? "" : " ", command.words);
  for (const std::string& text : wrap(command.summary, kHelpWidth)) {
    out += text + '\n';
  }
  out += command.words.empty() ? "" : "\n" + option_lines({command.words}, "", command.words_help);
  for (const Branch& branch : command.branches) {
    out += (&branch == &command.branches.front() ? "\n" : "") + option_lines({branch.name}, "", branch.summary);
  }
  out += "\noptions\n";
  for (const Option& option : command.options) {
    out += option_lines(option.names, option.value, option.help);
  }
  return out + option_lines({"-h", "--help"}, "", "this text");
}

}  // namespace kvtally::cli
