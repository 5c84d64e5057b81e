#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kvtally::cli {

/// What the program's exit code says.
enum class Exit : int {
  done = 0,
  no = 1,      // the answer is no
  usage = 2,   // the command line is wrong
  input = 3,   // a file is wrong
  output = 4,  // the result could not be written
  ours = 70,   // a fault of the program
};

/// One option as data: the parser, the help, the completion and the man page are made of it. Every value arrives
/// as text: CLI11's own number readers take -5 for 18446744073709551615 and 010 for 8.
struct Option {
  std::vector<std::string>
      names;          // "-c", "--context"; the long one that help shows first stands before its aliases
  std::string value;  // the word for its value, by which its completion is chosen; empty for a switch
  std::string help;
  std::variant<bool*, std::optional<std::string>*> target;
  std::vector<std::string> choices{};  // all values, where they are few; NOLINT(readability-redundant-member-init)
};

struct Command;

/// A command behind another one's name, as `vllm` in `kvtally engine vllm`. It is made only when it is needed.
struct Branch {
  std::string name;
  std::string summary;
  std::function<Command()> make;
};

/// A subcommand with the variables that its options set.
struct Command {
  std::string name;
  std::string summary;
  std::string words;  // what its plain words are, as in "MODEL…"; empty: it takes none
  std::string words_help;
  std::size_t most_words = 0;
  std::vector<std::string>* plain = nullptr;  // where the plain words go
  std::vector<Option> options;
  std::function<Exit()> run;
  /// The plain words that there are, where `words` does not say what they are, or those beside a FILE; asked by
  /// the completion alone.
  std::function<std::vector<std::string>()> choices{};  // NOLINT(readability-redundant-member-init)
  /// Commands with options of their own, of which the first word names one (cli/branches.hpp).
  std::vector<Branch> branches{};  // NOLINT(readability-redundant-member-init)
};

/// A subcommand in the list of all; it is made only when it is needed.
struct CommandEntry {
  std::string_view name;
  std::string_view summary;
  Command (*make)();
};

/// Sets the command's variables from the words behind its name. An exit code when there is nothing left to run:
/// the help was asked for and printed, or the words are wrong, which was said on standard error.
std::optional<Exit> parse(const Command& command, const std::vector<std::string>& words);

/// The help of a subcommand.
std::string help_of(const Command& command);

/// "kvtally: WHAT" on standard error, and the name that was probably meant.
void complain(std::string_view what, std::string_view suggestion = {});

/// Says where help is found, after the complaints; the exit code for bad usage.
Exit usage_fault(std::string_view command);

// ---- the subcommands

Command table_command();
Command show_command();
Command explain_command();
Command compare_command();
Command curve_command();
Command roofline_command();
Command fit_command();
Command plan_command();
Command report_command();
Command engine_command();
Command explain_log_command();
Command models_command();
Command hardware_command();
Command kinds_command();
Command corpus_command();
Command verify_command();
Command schema_command();
Command check_command();
Command diff_command();
Command completion_command();
Command licenses_command();

}  // namespace kvtally::cli
