#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>

#include "cli/engine_model.hpp"
#include "cli/engine_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "core/text.hpp"
#include "read/text/file.hpp"
#include "report/log.hpp"

namespace kvtally::cli {

namespace {

struct ExplainLogVariables {
  std::optional<std::string> engine;
  std::optional<std::string> model;
  std::optional<std::string> flags;
  EngineModelOptions models;
  Output output;
};

/// Reads lines by the engines' rules, and sets what they print beside what the engine would allocate.
class LogReader {
 public:
  LogReader(const Engine* only, std::optional<Model> model, std::string flags)
      : only_(only), model_(std::move(model)), flags_(std::move(flags)) {
    sheet_.model = model_ ? model_->id : "";
    sheet_.flags = flags_;
  }

  Expected<LogSheet> read(std::string_view text) {
    std::int64_t number = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line(++number, text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (sheet_.lines.empty() && problems_.empty()) {
      problems_.push_back({"<stdin>", {}, "there is no line", "lines of an engine's log", {}, {}});
    }
    return problems_.empty() ? Expected<LogSheet>(std::move(sheet_)) : std::unexpected(std::move(problems_));
  }

 private:
  void line(std::int64_t number, std::string_view text) {
    text = trim(text);
    if (text.empty()) {
      return;
    }
    // As a whole, then behind each "] " that a logger ends what it puts before a line with.
    std::string_view said = text;
    while (!said.empty()) {
      if (read_by_an_engine(number, text, said)) {
        return;
      }
      const std::size_t bracket = said.find("] ");
      said = bracket == std::string_view::npos ? std::string_view() : said.substr(bracket + 2);
    }
    const Place place{static_cast<std::uint32_t>(number), 1};
    problems_.push_back({"<stdin>",
                         place,
                         only_ == nullptr ? "no engine is known to print this line"
                                          : fmt::format("{} is not known to print this line", only_->title),
                         "a line about the cache",
                         {},
                         excerpt_of(text, {1, 1})});
  }

  bool read_by_an_engine(std::int64_t number, std::string_view whole, std::string_view said) {
    for (const Engine& engine : engines()) {
      auto reading = only_ == nullptr || only_ == &engine ? engine.read_log(said) : std::nullopt;
      if (reading) {
        add({number,
             std::string(whole),
             std::string(engine.name),
             std::string(engine.title),
             std::move(*reading),
             {}},
            engine);
        return true;
      }
    }
    return false;
  }

  void add(LogLine line, const Engine& engine) {
    if (const Allocation* allocation = model_ ? allocation_of(engine) : nullptr) {
      for (const LogQuantity& quantity : line.reading.quantities) {
        line.agreements.push_back(agreement_of(quantity, *allocation));
      }
    }
    sheet_.lines.push_back(std::move(line));
  }

  // Once for each engine.
  const Allocation* allocation_of(const Engine& engine) {
    const auto [at, added] = allocations_.try_emplace(engine.name);
    if (added) {
      const auto flags = read_flags(engine.flags, flags_);
      auto allocation = flags ? allocated(engine, *model_, *flags) : std::unexpected(flags.error());
      if (allocation) {
        sheet_.assumptions.insert(sheet_.assumptions.end(), allocation->assumptions.begin(),
                                  allocation->assumptions.end());
        at->second = std::move(*allocation);
      } else {
        problems_.insert(problems_.end(), allocation.error().begin(), allocation.error().end());
      }
    }
    return at->second ? &*at->second : nullptr;
  }

  const Engine* only_;
  std::optional<Model> model_;
  std::string flags_;
  LogSheet sheet_;
  std::map<std::string_view, std::optional<Allocation>> allocations_;
  Problems problems_;
};

Exit run_explain_log(const ExplainLogVariables& v) {
  constexpr std::string_view kName = "explain-log";
  const auto format = v.output.format();
  if (v.flags && !v.model) {
    complain("--flags are of a --model");
  }
  if (!format || (v.flags && !v.model)) {
    return usage_fault(kName);
  }
  const auto engine = v.engine ? find_engine("--engine", *v.engine) : Expected<const Engine*>(nullptr);
  if (!engine) {
    return report(engine.error(), kName);
  }
  std::optional<Model> model;
  if (v.model) {
    auto found = engine_model(*v.model, v.models);
    if (!found) {
      return report(found.error(), kName);
    }
    model = std::move(*found);
  }
  const auto text = read_file("-");
  const auto sheet = text ? LogReader(*engine, std::move(model), v.flags.value_or("")).read(*text)
                          : std::unexpected(text.error());
  if (!sheet) {
    return report(sheet.error(), kName);
  }
  const Exit wrote = v.output.write(
      *format == OutputFormat::json ? json_of(*sheet) : text_of(*sheet, v.output.units(), v.output.look()));
  return wrote == Exit::done && !agrees(*sheet) ? Exit::no : wrote;
}

}  // namespace

Command explain_log_command() {
  const auto v = std::make_shared<ExplainLogVariables>();
  v->output.offered = {OutputFormat::table, OutputFormat::json};
  Command command{
      "explain-log",
      "Says what lines of engines' logs and errors mean, in bytes. They are read from standard input, one "
      "a line. With --model, whether they agree with what the "
      "engine would allocate: exit code 1 when one does not. A line that no engine prints is bad input.",
      "",
      "",
      0,
      nullptr,
      {{{"--engine"}, "ENGINE", "whose lines they are (any engine's)", &v->engine, engine_names()},
       {{"--model"}, "MODEL", "the model that the engine ran", &v->model},
       {{"--flags"}, "FLAGS", "the engine's flags, in one word: --flags \"-c 8192 -np 4\"", &v->flags}},
      {}};
  add(command, v->models.options());
  add(command, v->output.options());
  command.run = [v] { return run_explain_log(*v); };
  return command;
}

}  // namespace kvtally::cli
