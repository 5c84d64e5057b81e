#include "read/folder.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "core/parse.hpp"
#include "read/model_file.hpp"
#include "read/safetensors/stored.hpp"
#include "read/text/file.hpp"

namespace kvtally {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// A file of a numbered set: "model-00002-of-00003.safetensors" is number 2 of 3 of "model".
struct Numbered {
  std::string set;  // empty: not of a set
  std::int64_t number = 0;
  std::int64_t count = 0;
};

Numbered numbered(std::string_view name, std::string_view ending) {
  const std::string_view stem = name.substr(0, name.size() - ending.size());
  const std::size_t of = stem.rfind("-of-");
  const std::size_t dash = of == std::string_view::npos || of == 0 ? of : stem.rfind('-', of - 1);
  if (of == std::string_view::npos || dash == std::string_view::npos || dash >= of) {
    return {};
  }
  const auto digits = [](std::string_view text) {
    const std::size_t first = text.find_first_not_of('0');
    return parse_integer(first == std::string_view::npos ? "0" : text.substr(first));
  };
  const auto number = digits(stem.substr(dash + 1, of - dash - 1));
  const auto count = digits(stem.substr(of + 4));
  if (!number || !count) {
    return {};
  }
  return {fmt::format("{} of {}", stem.substr(0, dash), *count), *number, *count};
}

std::vector<std::string> ending_in(const std::vector<std::string>& names, std::string_view ending) {
  std::vector<std::string> out;
  std::ranges::copy_if(names, std::back_inserter(out),
                       [&](const std::string& name) { return name.ends_with(ending); });
  return out;
}

// GGUF models: a split one by its first part. A file that holds a projector for images is none.
std::vector<std::string> gguf_models(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : ending_in(names, ".gguf")) {
    const Numbered part = numbered(name, ".gguf");
    if (!name.starts_with("mmproj") && (part.set.empty() || part.number == 1)) {
      out.push_back(name);
    }
  }
  return out;
}

// The weights under one stem: an index, one file, or a complete set of numbered ones.
bool take_weights(const std::vector<std::string>& names, const std::string& stem, FolderChoice& choice) {
  const std::string index = stem + ".safetensors.index.json";
  const std::string single = stem + ".safetensors";
  if (contains(names, index)) {
    choice.index = index;
    return true;
  }
  if (contains(names, single)) {
    choice.weights = {single};
    return true;
  }
  std::map<std::string, std::vector<std::string>> sets;
  std::int64_t count = 0;
  for (const std::string& name : ending_in(names, ".safetensors")) {
    if (const Numbered part = numbered(name, ".safetensors"); part.set.starts_with(stem + " of ")) {
      sets[part.set].push_back(name);
      count = part.count;
    }
  }
  if (sets.size() != 1 || static_cast<std::int64_t>(sets.begin()->second.size()) != count) {
    return false;
  }
  choice.weights = sets.begin()->second;
  return true;
}

void choose_weights(const std::vector<std::string>& names, FolderChoice& choice) {
  const bool params = choice.kind == FolderChoice::Kind::params;
  for (const std::string stem : {params ? "consolidated" : "model", params ? "model" : "consolidated"}) {
    if (take_weights(names, stem, choice)) {
      return;
    }
  }
  std::vector<std::string> rest = ending_in(names, ".safetensors");
  std::erase_if(rest, [](const std::string& name) { return name.starts_with("adapter"); });
  (rest.size() == 1 && numbered(rest.front(), ".safetensors").set.empty() ? choice.weights : choice.unclear) =
      rest;
}

std::string files(std::size_t count, std::string_view what) {
  return fmt::format("{} {} {}", count, what, count == 1 ? "file" : "files");
}

// "a, b and c".
std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    out += names[i];
  }
  return out;
}

std::unexpected<Problems> refused(const std::string& file, std::string what, std::string expected) {
  return std::unexpected(Problems{{file, {}, std::move(what), std::move(expected), {}, {}}});
}

Expected<Description> read_chosen(const std::string& folder, const FolderChoice& choice,
                                  const ConfigOptions& options) {
  const std::string path = (std::filesystem::path(folder) / choice.model).string();
  switch (choice.kind) {
    case FolderChoice::Kind::config:
    case FolderChoice::Kind::params:
    case FolderChoice::Kind::gguf: return read_model_file(path, options);
    case FolderChoice::Kind::several_gguf:
      return refused(folder, fmt::format("the folder holds several models: {}", listed(choice.gguf)),
                     "one of them as MODEL");
    case FolderChoice::Kind::none: break;
  }
  return refused(folder, "the folder holds no model", "a config.json, a params.json or a .gguf file in it");
}

Expected<FolderWeights> read_weights(const std::string& folder, const std::vector<std::string>& names,
                                     const FolderChoice& choice, const Model& model) {
  const std::int64_t layers = layer_count(model.order);
  if (!choice.index.empty()) {
    return read_indexed_weights(folder, choice.index, names, layers);
  }
  if (!choice.weights.empty()) {
    return read_stored_weights(folder, choice.weights, layers);
  }
  FolderWeights none;
  if (!choice.unclear.empty()) {
    none.remarks.push_back(fmt::format("weights not counted: which of {} are the model's is not said",
                                       files(choice.unclear.size(), "safetensors")));
  }
  return none;
}

}  // namespace

FolderChoice choose_files(const std::vector<std::string>& names) {
  using enum FolderChoice::Kind;
  FolderChoice out;
  out.gguf = gguf_models(names);
  const bool has_config = contains(names, "config.json");
  const bool has_params = contains(names, "params.json");
  if (has_config || has_params) {
    out.kind = has_config ? config : params;
    out.model = has_config ? "config.json" : "params.json";
    if (has_config && has_params) {
      out.beside.emplace_back("params.json");
    }
    if (!out.gguf.empty()) {
      out.beside.push_back(files(ending_in(names, ".gguf").size(), "GGUF"));
    }
    choose_weights(names, out);
    return out;
  }
  out.kind = out.gguf.empty() ? none : out.gguf.size() == 1 ? gguf : several_gguf;
  out.model = out.gguf.size() == 1 ? out.gguf.front() : "";
  if (const auto others = ending_in(names, ".safetensors"); out.kind == gguf && !others.empty()) {
    out.beside.push_back(files(others.size(), "safetensors"));
  }
  return out;
}

Expected<Description> read_folder(const std::string& folder, const ConfigOptions& options) {
  const auto names = file_names(folder);
  if (!names) {
    return std::unexpected(names.error());
  }
  const FolderChoice choice = choose_files(*names);
  auto description = read_chosen(folder, choice, options);
  if (!description) {
    return description;
  }
  Model& model = description->model;
  auto weights = read_weights(folder, *names, choice, model);
  if (!weights) {
    return std::unexpected(std::move(weights.error()));
  }
  if (!weights->weights.groups.empty() || weights->weights.total) {
    model.stored = std::move(weights->weights);
  }
  if (!choice.beside.empty()) {
    model.assumptions.push_back(
        fmt::format("read from {}; {} {} beside it, unread", choice.model, listed(choice.beside),
                    choice.beside.size() == 1 && !choice.beside.front().ends_with("files") ? "stands" : "stand"));
  }
  model.assumptions.insert(model.assumptions.end(), weights->remarks.begin(), weights->remarks.end());
  return description;
}

}  // namespace kvtally
