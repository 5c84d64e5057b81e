#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

#include "cli/branches.hpp"
#include "cli/command.hpp"
#include "cli/complete.hpp"
#include "cli/manual.hpp"
#include "core/suggest.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

constexpr std::array kCommands{
    CommandEntry{"table", "a report's table; by default the lecture's 44 models", table_command},
    CommandEntry{"show", "layers, what each keeps, totals at a context", show_command},
    CommandEntry{"explain", "the same as arithmetic that can be redone by hand; --shapes: the tensors",
                 explain_command},
    CommandEntry{"compare", "models side by side; --as: one shape with other attentions", compare_command},
    CommandEntry{"curve", "bytes against context: straight pieces and exact terms", curve_command},
    CommandEntry{"roofline", "least time of a step on a device, part by part", roofline_command},
    CommandEntry{"fit", "devices, users or context of a deployment: what is not given is solved for", fit_command},
    CommandEntry{"plan", "the smallest deployments that hold so many users in time", plan_command},
    CommandEntry{"engine", "what an engine allocates and logs, and why that is not what the model needs",
                 engine_command},
    CommandEntry{"explain-log", "lines of engines' logs: what they mean, and whether they agree",
                 explain_log_command},
    CommandEntry{"report", "a page that opens anywhere: tables, charts, questions, their arithmetic",
                 report_command},
    CommandEntry{"models", "the models that are known by name", models_command},
    CommandEntry{"hardware", "the devices that are known by name: memory, bandwidth, peaks, links",
                 hardware_command},
    CommandEntry{"kinds", "the kinds of layers: what each keeps, its names, its source", kinds_command},
    CommandEntry{"corpus", "every model file of a folder: its figures, or why it is refused", corpus_command},
    CommandEntry{"verify", "runs the reference executor against the formulas", verify_command},
    CommandEntry{"check", "figures that are expected, of a file or of the texts: exit code 1 when one is off",
                 check_command},
    CommandEntry{"diff", "two JSON outputs, value by value, and what moved them", diff_command},
    CommandEntry{"schema", "JSON Schemas of what is printed as JSON and read as YAML", schema_command},
    CommandEntry{"completion", "the script that completes words in bash, zsh or fish", completion_command},
    CommandEntry{"licenses", "the licences of what is linked into the program", licenses_command},
};

std::string help() {
  std::string out =
      "usage: kvtally COMMAND [options]\n\n"
      "What a language model's memory of the past costs: bytes per token, memory\n"
      "against context length, traffic and arithmetic of one step.\n\ncommands\n";
  for (const CommandEntry& entry : kCommands) {
    out += fmt::format("  {:<12}{}\n", entry.name, entry.summary);
  }
  return out +
         "\n'kvtally COMMAND --help' lists a command's options; 'kvtally --version' the version.\n"
         "\nexit codes: 0 done, 1 the answer is no, 2 bad usage, 3 bad input, 4 cannot write, 70 our fault\n";
}

Exit dispatch(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::fputs(help().c_str(), stderr);
    return Exit::usage;
  }
  if (words[0] == "-h" || words[0] == "--help" || words[0] == "help") {
    std::fputs(help().c_str(), stdout);
    return Exit::done;
  }
  if (words[0] == "--version" || words[0] == "-V") {
    fmt::print("kvtally {} (data {})\n", KVTALLY_VERSION, data_digest());
    return Exit::done;
  }
  if (words[0] == "__complete") {
    return complete(kCommands, {words.begin() + 1, words.end()});
  }
  if (words[0] == "__man") {
    return write_manual(kCommands, {words.begin() + 1, words.end()});
  }
  const auto* entry = std::ranges::find(kCommands, words[0], &CommandEntry::name);
  if (entry == kCommands.end()) {
    std::array<std::string_view, kCommands.size()> names;
    std::ranges::transform(kCommands, names.begin(), &CommandEntry::name);
    complain(fmt::format("unknown command '{}'", words[0]), nearest(words[0], names).value_or(""));
    return usage_fault("");
  }
  std::vector<std::string> rest(words.begin() + 1, words.end());
  const auto command = called(entry->make(), rest);
  if (!command) {
    return usage_fault(entry->name);
  }
  const auto ended = parse(*command, rest);
  return ended ? *ended : command->run();
}

}  // namespace

void complain(std::string_view what, std::string_view suggestion) {
  std::string text = fmt::format("kvtally: {}\n", what);
  if (!suggestion.empty()) {
    text += fmt::format("  did you mean '{}'?\n", suggestion);
  }
  std::fputs(text.c_str(), stderr);
}

Exit usage_fault(std::string_view command) {
  std::fputs(fmt::format("Try 'kvtally {}{}--help'.\n", command, command.empty() ? "" : " ").c_str(), stderr);
  return Exit::usage;
}

}  // namespace kvtally::cli

int main(int count, char** values) {
  try {
    return static_cast<int>(kvtally::cli::dispatch({values + 1, values + count}));
  } catch (const std::exception& error) {
    std::fputs(fmt::format("kvtally: a fault of the program: {}\n", error.what()).c_str(), stderr);
    return static_cast<int>(kvtally::cli::Exit::ours);
  }
}
