// The only file that knows CLI11: it is large, and every value is text to it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "core/suggest.hpp"
#include "core/text.hpp"

namespace kvtally::cli {

namespace {

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kHelpColumn = 30;

std::string joined_names(const Option& option) { return fmt::format("{}", fmt::join(option.names, ",")); }

void add_option(CLI::App& app, const Option& option) {
  if (auto* const* flag = std::get_if<bool*>(&option.target)) {
    app.add_flag(joined_names(option), **flag);
  } else if (auto* const* text = std::get_if<std::string*>(&option.target)) {
    app.add_option(joined_names(option), **text)->expected(1);
  } else {
    app.add_option(joined_names(option), *std::get<std::vector<std::string>*>(option.target))
        ->expected(1)
        ->take_all();
  }
}

std::string suggestion_for(const std::string& word, const Command& command) {
  std::vector<std::string_view> names{"--help"};
  for (const Option& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return nearest(word.substr(0, word.find('=')), names).value_or("");
}

// Words that CLI11 could not place: unknown options first, then plain words too many.
std::optional<Exit> refuse_rest(const CLI::App& app, const Command& command) {
  const std::vector<std::string> rest = app.remaining();
  const auto option = std::ranges::find_if(rest, [](const std::string& w) { return w.size() > 1 && w[0] == '-'; });
  if (option != rest.end()) {
    complain(fmt::format("unknown option '{}'", *option), suggestion_for(*option, command), command.name);
    return Exit::usage;
  }
  if (!rest.empty()) {
    complain(fmt::format("the word '{}' is one too many", rest.front()), "", command.name);
    return Exit::usage;
  }
  return std::nullopt;
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
  CLI::App app;
  bool help = false;
  app.set_help_flag();
  app.add_flag("-h,--help", help);
  app.allow_extras();
  for (const Option& option : command.options) {
    add_option(app, option);
  }
  if (command.plain != nullptr) {
    app.add_option("words", *command.plain)->expected(0, static_cast<int>(command.most_words));
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    complain(error.what(), "", command.name);
    return Exit::usage;
  }
  if (help) {
    std::fputs(help_of(command).c_str(), stdout);
    return Exit::done;
  }
  return refuse_rest(app, command);
}

std::string help_of(const Command& command) {
  std::string out = fmt::format("usage: kvtally {}{}{} [options]\n\n", command.name,
                                command.words.empty() ? "" : " ", command.words);
  for (const std::string& text : wrap(command.summary, kHelpWidth)) {
    out += text + '\n';
  }
  out += command.words.empty() ? "" : "\n" + option_lines({command.words}, "", command.words_help);
  out += "\noptions\n";
  for (const Option& option : command.options) {
    out += option_lines(option.names, option.value, option.help);
  }
  return out + option_lines({"-h", "--help"}, "", "this text");
}

}  // namespace kvtally::cli
