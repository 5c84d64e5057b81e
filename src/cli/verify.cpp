#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <thread>

#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "core/suggest.hpp"
#include "read/text/file.hpp"
#include "report/verification.hpp"
#include "verify/vectors/runner.hpp"

namespace kvtally::cli {

namespace {

struct VerifyVariables {
  std::vector<std::string> words;
  bool list = false;
  std::optional<std::string> vectors;
  Output output;
};

// A word selects the proofs of a kind, or one proof.
bool selects(const std::string& word, const Proof& proof) { return word == proof.kind || word == proof.id; }

std::optional<std::vector<Proof>> selected(const std::vector<std::string>& words) {
  std::vector<Proof> all = proofs();
  if (words.empty()) {
    return all;
  }
  std::set<std::string_view> names;
  for (const Proof& proof : all) {
    names.insert({proof.kind, proof.id});
  }
  bool known = true;
  for (const std::string& word : words) {
    if (!names.contains(word)) {
      const std::vector<std::string_view> candidates(names.begin(), names.end());
      complain(fmt::format("there is no proof and no kind of proof '{}' (verify --list)", word),
               nearest(word, candidates).value_or(""));
      known = false;
    }
  }
  std::vector<Proof> out;
  std::ranges::copy_if(all, std::back_inserter(out), [&](const Proof& proof) {
    return std::ranges::any_of(words, [&](const std::string& word) { return selects(word, proof); });
  });
  return known ? std::optional(out) : std::nullopt;
}

std::string written_checks(const std::vector<Check>& checks, OutputFormat format, const Look& look) {
  if (format == OutputFormat::json) {
    return json_of(checks);
  }
  const bool details = format == OutputFormat::wide || format == OutputFormat::csv;
  return written_table(details ? details_of(checks) : table_of(checks), format, look);
}

std::string written_proofs(const std::vector<Proof>& list, OutputFormat format, const Look& look) {
  return format == OutputFormat::json ? json_of(list) : written_table(table_of(list), format, look);
}

Exit finish(const std::vector<Check>& checks, OutputFormat format, const Output& output) {
  const Exit written = output.write(written_checks(checks, format, output.look()));
  return written != Exit::done ? written : passed(checks) ? Exit::done : Exit::no;
}

// A file that cannot be run fails: a vector that was left out would look like one that agrees.
void run_file(const std::string& path, std::vector<Check>& checks) {
  auto text = read_file(path);
  auto result = text ? run_vector(path, std::move(*text)) : std::unexpected(text.error());
  if (result) {
    checks.insert(checks.end(), result->begin(), result->end());
    return;
  }
  report(result.error(), "verify");
  Checks failed("vectors." + stem(path), "vectors");
  failed.holds("can be run", false);
  checks.push_back(failed.all().front());
}

Exit run_vectors(const std::string& folder, OutputFormat format, const Output& output) {
  const auto files = files_in(folder, ".json");
  if (!files) {
    return report(files.error(), "verify");
  }
  if (files->empty()) {
    complain(fmt::format("--vectors: '{}' holds no .json file", folder));
    return usage_fault("verify");
  }
  std::vector<Check> checks;
  for (const std::string& file : *files) {
    run_file(file, checks);
  }
  return finish(checks, format, output);
}

Exit run_proofs(const std::vector<Proof>& chosen, OutputFormat format, const Output& output) {
  const auto zoo = open_zoo({});
  if (!zoo) {
    return report(zoo.error(), "verify");
  }
  Subject subject;
  for (const std::string& id : zoo->ids()) {
    auto description = zoo->describe(id);
    if (!description) {
      return report(description.error(), "verify");
    }
    subject.models.push_back(std::move(description->model));
  }
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  return finish(kvtally::run(chosen, subject, threads), format, output);
}

Exit run_verify(const VerifyVariables& v) {
  const auto format = v.output.format();
  const auto chosen = selected(v.words);
  if (v.vectors && (v.list || !v.words.empty())) {
    complain(fmt::format("--vectors takes no {} beside it", v.list ? "--list" : "KIND"));
    return usage_fault("verify");
  }
  if (!format || !chosen) {
    return usage_fault("verify");
  }
  if (v.vectors) {
    return run_vectors(*v.vectors, *format, v.output);
  }
  if (v.list) {
    return v.output.write(written_proofs(*chosen, *format, v.output.look()));
  }
  return run_proofs(*chosen, *format, v.output);
}

std::vector<std::string> kinds_of_proofs() {
  std::set<std::string> kinds;
  for (const Proof& proof : proofs()) {
    kinds.emplace(proof.kind);
  }
  return {kinds.begin(), kinds.end()};
}

}  // namespace

Command verify_command() {
  const auto v = std::make_shared<VerifyVariables>();
  Command command{
      "verify",
      "Runs the reference executor: real tensors, real caches, real bytes, counted and compared with the formulas "
      "that every other command prints; and named identities, each with its error and bound. Exit code 1 when one "
      "fails. -o wide, csv and json list every comparison.",
      "[KIND...]",
      "only the proofs of these kinds, or of these names (--list)",
      1000,
      &v->words,
      {{{"--list"}, "", "what is proved and how, and what is not", &v->list},
       {{"--vectors"}, "DIR", "run every golden vector (.json) of a folder instead", &v->vectors}},
      {}};
  add(command, without(v->output.options(), {"--si"}));
  command.run = [v] { return run_verify(*v); };
  command.choices = kinds_of_proofs;
  return command;
}

}  // namespace kvtally::cli
