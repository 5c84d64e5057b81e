#include "report/diff.hpp"

#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "read/text/file.hpp"
#include "read/text/json.hpp"

namespace kvtally::cli {

namespace {

struct DiffVariables {
  std::vector<std::string> words;
  Output output;
};

Expected<Tree> open_json(const std::string& path) {
  auto text = read_file(path);
  return text ? parse_json(path == "-" ? "<stdin>" : path, std::move(*text)) : std::unexpected(text.error());
}

std::string written_diff(const Diff& diff, OutputFormat format, const Look& look) {
  return format == OutputFormat::json ? json_of(diff) : written_table(table_of(diff), format, look);
}

Exit run_diff(const DiffVariables& v) {
  const auto format = v.output.format();
  if (v.words.size() != 2) {
    complain("diff needs two files: OLD.json NEW.json");
  }
  if (!format || v.words.size() != 2) {
    return usage_fault("diff");
  }
  const auto old = open_json(v.words[0]);
  const auto now = open_json(v.words[1]);
  if (!old || !now) {
    Problems problems = old ? Problems{} : old.error();
    if (!now) {
      problems.insert(problems.end(), now.error().begin(), now.error().end());
    }
    report(problems, "diff");
    return Exit::input;
  }
  const auto diff = diff_of(*old, *now);
  if (!diff) {
    report(diff.error(), "diff");
    return Exit::input;
  }
  const Exit wrote = v.output.write(written_diff(*diff, *format, v.output.look()));
  return wrote != Exit::done ? wrote : diff->differences.empty() ? Exit::done : Exit::no;
}

}  // namespace

Command diff_command() {
  const auto v = std::make_shared<DiffVariables>();
  Command command{"diff",
                  "Compares two JSON outputs of one command value by value: the difference, the ratio, and which "
                  "settings, layers or formats moved the figures. Exit code 1 when they differ.",
                  "FILE...",
                  "the old output and the new one, each written with -o json; - for standard input",
                  2,
                  &v->words,
                  {},
                  {}};
  add(command, without(v->output.options(), {"--si"}));
  command.run = [v] { return run_diff(*v); };
  return command;
}

}  // namespace kvtally::cli
