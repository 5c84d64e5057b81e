#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "check/record.hpp"
#include "check/run_checks.hpp"
#include "cli/check_sources.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "core/suggest.hpp"
#include "core/text.hpp"
#include "read/text/file.hpp"
#include "read/text/yaml.hpp"

namespace kvtally::cli {

namespace {

struct CheckVariables {
  std::vector<std::string> words;
  bool record = false;
  bool diagnose = false;
  std::optional<std::string> models;
  std::optional<std::string> context;
  Output output;
};

// A document of expectations with its text, which one that is compiled in lacks.
struct CheckDocument {
  std::string text;
  Tree tree;
};

Expected<CheckDocument> open_file(const std::string& path) {
  auto text = read_file(path);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  auto tree = parse_yaml(path == "-" ? "<stdin>" : path, *text);
  return tree ? Expected<CheckDocument>(CheckDocument{std::move(*text), std::move(*tree)})
              : std::unexpected(tree.error());
}

// A path, or the name of a compiled-in document. A word without an ending that is neither is a misspelled name.
Expected<CheckDocument> open_checks(const std::string& word) {
  if (auto tree = built_in_checks(word)) {
    return CheckDocument{"", std::move(*tree)};
  }
  auto source = open_file(word);
  const std::vector<std::string> names = built_in_check_names();
  const std::vector<std::string_view> views(names.begin(), names.end());
  if (!source && word.find_first_of("./") == std::string::npos && word != "-") {
    for (Problem& problem : source.error()) {
      problem.expected = fmt::format("a file, or {}", fmt::join(names, ", "));
      problem.suggestion = nearest(word, views).value_or("");
    }
  }
  return source;
}

Expected<CheckReport> report_on(const Tree& tree, const CheckSources& sources, bool diagnosing) {
  const FigureSources at = sources.at(tree.file());
  if (member(tree.root(), "claims") != nullptr && !is_check_file(tree)) {
    const auto claims = read_claims(tree);
    if (!claims) {
      return std::unexpected(claims.error());
    }
    const FigureSources with{with_shapes(*claims, tree, at.describe), at.table, at.devices};
    return run_claims(*claims, tree, with, diagnosing);
  }
  const auto file = read_check_file(tree, at, false);
  return file ? run_checks(*file, tree, at, diagnosing) : std::unexpected(file.error());
}

bool of_claims(const CheckReport& checks) {
  return std::ranges::any_of(checks.results, [](const CheckResult& result) { return !result.source.empty(); });
}

std::string written_check_report(const CheckReport& checks, OutputFormat format, const Look& look) {
  switch (format) {
    case OutputFormat::markdown:
      return of_claims(checks) ? errata_of(checks) : written_table(table_of(checks), format, look);
    case OutputFormat::csv: return write_csv(details_of(checks));
    case OutputFormat::json: return json_of(checks);
    case OutputFormat::junit: return junit_of(checks);
    case OutputFormat::github: return annotations_of(checks);
    default: return written_table(table_of(checks), format, look);
  }
}

Exit run_documents(const CheckVariables& v, OutputFormat format) {
  const CheckSources sources;
  CheckReport all;
  Problems problems;
  for (const std::string& word : v.words) {
    const auto source = open_checks(word);
    auto checks = source ? report_on(source->tree, sources, v.diagnose) : std::unexpected(source.error());
    if (!checks) {
      problems.insert(problems.end(), checks.error().begin(), checks.error().end());
      continue;
    }
    all.title = v.words.size() == 1 ? checks->title : "";
    std::ranges::move(checks->results, std::back_inserter(all.results));
  }
  if (!problems.empty()) {
    report(problems, "check");
    return Exit::input;
  }
  const Exit wrote = v.output.write(written_check_report(all, format, v.output.look()));
  const bool off = count_of(all, CheckResult::State::failed) > 0;
  return wrote != Exit::done ? wrote : off ? Exit::no : Exit::done;
}

Expected<std::string> recorded(const CheckDocument& source) {
  const CheckSources sources;
  const FigureSources at = sources.at(source.tree.file());
  const auto file = read_check_file(source.tree, at, true);
  return file ? record_checks(*file, source.tree, source.text, at) : std::unexpected(file.error());
}

// Nobody wrote the text that --models and --context make: its places say nothing, and each of its figures would
// repeat what is wrong.
Problems without_places(Problems problems) {
  for (Problem& problem : problems) {
    problem.place = {};
    problem.excerpt = {};
  }
  return distinct(std::move(problems));
}

Exit run_record(const CheckVariables& v) {
  Expected<CheckDocument> source = std::unexpected(Problems{});
  if (v.models) {
    std::vector<std::string> models;
    for (const std::string_view model : split(*v.models, ',')) {
      models.emplace_back(model);
    }
    std::string text = checks_of_models(models, *v.context);
    auto tree = parse_yaml("--record", text);
    source = tree ? Expected<CheckDocument>(CheckDocument{std::move(text), std::move(*tree)})
                  : std::unexpected(tree.error());
  } else {
    source = open_file(v.words.front());
  }
  const auto text = source ? recorded(*source) : std::unexpected(source.error());
  if (text) {
    return v.output.write(*text);
  }
  report(v.models ? without_places(text.error()) : text.error(), "check");
  return Exit::input;
}

bool lacks_one(const std::string& models) {
  const std::vector<std::string_view> all = split(models, ',');
  return all.empty() || std::ranges::any_of(all, &std::string_view::empty);
}

bool understood(const CheckVariables& v) {
  std::string wrong;
  if (!v.record && (v.models || v.context)) {
    wrong = "--models and --context say what --record writes";
  } else if (v.record && v.models.has_value() != v.context.has_value()) {
    wrong = "--record needs --models and --context together, or a FILE";
  } else if (v.models && !v.words.empty()) {
    wrong = "--models takes no FILE beside it";
  } else if (v.models && lacks_one(*v.models)) {
    wrong = "--models: a model is missing";
  } else if (v.record && !v.models && v.words.size() != 1) {
    wrong = "--record needs one FILE, or --models and --context";
  } else if (v.words.empty() && !v.models) {
    wrong = fmt::format("check needs a FILE, or one of {}", fmt::join(built_in_check_names(), ", "));
  } else if (v.record && (v.output.format_name || v.diagnose)) {
    wrong = v.diagnose ? "--record and --diagnose exclude each other" : "--record writes YAML; -o chooses nothing";
  }
  if (!wrong.empty()) {
    complain(wrong);
  }
  return wrong.empty();
}

Exit run_check(const CheckVariables& v) {
  const auto format = v.output.format();
  if (!format || !understood(v)) {
    return usage_fault("check");
  }
  return v.record ? run_record(v) : run_documents(v, *format);
}

}  // namespace

Command check_command() {
  const auto v = std::make_shared<CheckVariables>();
  v->output.offered.push_back(OutputFormat::junit);
  v->output.offered.push_back(OutputFormat::github);
  Command command{
      "check",
      "Computes the figures that a file expects and says which are off: exit code 1 when one is, 3 when the file "
      "is "
      "wrong. 'check claims' does it for what two texts say the cache costs; with -o markdown that is their "
      "errata "
      "sheet.",
      "FILE...",
      "a file of expectations (docs/check.md), - for standard input, or one that is built in: claims, published",
      1000,
      &v->words,
      {{{"--diagnose"},
        "",
        "look for mistakes that lead to what is expected, or to what an erratum prints: query heads for KV heads, "
        "a "
        "window ignored, GB for GiB ...",
        &v->diagnose},
       {{"--record"},
        "",
        "print the FILE with today's figures in place of those that are missing or off, or one for --models",
        &v->record},
       {{"--models"},
        "MODEL",
        "with --record: a file of what show prints of these models, with commas",
        &v->models},
       {{"-c", "--context"}, "TOKENS", "with --models: at this context", &v->context}},
      {}};
  add(command, without(v->output.options(), {"--si"}));
  command.run = [v] { return run_check(*v); };
  command.choices = built_in_check_names;
  return command;
}

}  // namespace kvtally::cli
