#include "report/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <set>

#include "cli/adapted.hpp"
#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/sheet.hpp"
#include "read/model_file.hpp"
#include "read/model_folder.hpp"
#include "report/census.hpp"

namespace kvtally::cli {

namespace {

constexpr Tokens kContext{131072};  // the lecture's table's

struct CorpusVariables {
  std::vector<std::string> folder;
  ModelOptions models;
  bool census = false;
  Output output;
};

bool has_layer_type(const Model& model, const std::string& name) {
  return std::ranges::any_of(model.layers, [&](const Layer& l) { return l.tag == name || l.kind == name; });
}

// The memory of an encoder; null when there is none.
const Fixed* encoder_memory(const Model& model) {
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      if (const auto* fixed = std::get_if<Fixed>(&memory.retention)) {
        return fixed;
      }
    }
  }
  return nullptr;
}

// Of the request what bears on this model: the models of a folder differ.
Request apt_for(const Model& model, Request request) {
  std::erase_if(request.adaptation.entries_of,
                [&](const auto& entry) { return !has_layer_type(model, entry.first); });
  const Fixed* encoder = encoder_memory(model);
  if (encoder == nullptr) {
    request.adaptation.encoder_tokens.reset();
  } else if (encoder->unlimited && !request.adaptation.encoder_tokens) {
    request.adaptation.encoder_tokens = 0;  // what each of its tokens adds is a column of its own
  }
  request.drafting = request.drafting && !model.draft.empty();
  return request;
}

// The path of a file of the folder, from there on: figures do not depend on where the folder lies.
std::string within(const std::string& folder, const std::string& file) {
  const std::string before = (std::filesystem::path(folder) / "").string();
  return file.starts_with(before) ? file.substr(before.size()) : file;
}

CorpusFile read_one(const std::string& folder, const std::string& name, const Request& request,
                    std::set<std::string>& layer_types) {
  const std::string path = (std::filesystem::path(folder) / name).string();
  auto description = read_model_file(path, request.config);
  if (!description) {
    for (Problem& problem : description.error()) {
      problem.file = within(folder, problem.file);
    }
    return {name, model_type_in(path), std::unexpected(std::move(description.error()))};
  }
  for (const Layer& layer : description->model.layers) {
    layer_types.insert({layer.tag, layer.kind});
  }
  return {name, description->model.model_type.empty() ? model_type_in(path) : description->model.model_type,
          sheet_of(*description, apt_for(description->model, request))};
}

// A format for a layer type that no model of the folder has would change nothing, in silence.
Problems layer_types_not_in_folder(const Request& request, const std::set<std::string>& layer_types) {
  Problems problems;
  for (const auto& [name, formats] : request.adaptation.entries_of) {
    if (!layer_types.contains(name)) {
      problems.push_back(
          {"", {}, fmt::format("--kv-dtype: no model of the folder has '{}' layers", name), "", "", ""});
    }
  }
  return problems;
}

Expected<Corpus> read_corpus(const std::string& folder, const Request& request) {
  auto listed = list_model_folder(folder);
  if (!listed) {
    return std::unexpected(std::move(listed.error()));
  }
  Corpus corpus{folder, *request.context, request.batch, request.kv_dtype, {}, std::move(listed->skipped)};
  std::set<std::string> layer_types;
  for (const std::string& name : listed->models) {
    corpus.files.push_back(read_one(folder, name, request, layer_types));
  }
  if (Problems problems = layer_types_not_in_folder(request, layer_types); !problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return corpus;
}

std::string written_corpus(const Corpus& corpus, OutputFormat format, bool census, const Output& output) {
  if (format == OutputFormat::json) {
    return json_of(corpus);
  }
  return written_table(census ? census_table_of(corpus) : table_of(corpus, output.units()), format, output.look());
}

Exit run_corpus(const CorpusVariables& v) {
  const auto format = v.output.format();
  auto request = parse_request(v.models);
  if (v.folder.empty()) {
    complain("corpus needs a DIR");
  }
  if (!format || !request || v.folder.empty()) {
    return usage_fault("corpus");
  }
  request->context = request->context.value_or(kContext);
  const auto corpus = read_corpus(v.folder.front(), *request);
  return corpus ? v.output.write(written_corpus(*corpus, *format, v.census, v.output))
                : report(corpus.error(), "corpus");
}

}  // namespace

Command corpus_command() {
  const auto v = std::make_shared<CorpusVariables>();
  Command command{
      "corpus",
      "Reads every model file of a folder, each on its own: what it keeps at a context, or why it is refused, by "
      "model type. No refusal stops the others; the exit code is 0 when the folder could be read.",
      "DIR",
      "a folder with files .json and .gguf, and folders that hold one model",
      1,
      &v->folder,
      {{{"--census"},
        "",
        "instead, how the models keep their past, counted over model types and files: heads, latents, windows, "
        "states, indexers (json has both)",
        &v->census}},
      {}};
  for (Option& option : without(v->models.options(), {"--zoo"})) {
    if (option.target == std::variant<bool*, std::optional<std::string>*>(&v->models.context)) {
      option.help += " (131072)";
    }
    add(command, {option});
  }
  add(command, v->output.options());
  command.run = [v] { return run_corpus(*v); };
  return command;
}

}  // namespace kvtally::cli
