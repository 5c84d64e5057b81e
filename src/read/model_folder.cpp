#include "read/model_folder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <string_view>

#include "core/text.hpp"
#include "read/text/file.hpp"
#include "read/text/json.hpp"

namespace kvtally {

namespace {

namespace fs = std::filesystem;

// Files of a published model that say nothing of its layers.
constexpr std::array<std::string_view, 18> kCompanions{"adapter_config.json",
                                                       "added_tokens.json",
                                                       "chat_template.json",
                                                       "config_sentence_transformers.json",
                                                       "generation_config.json",
                                                       "hf_quant_config.json",
                                                       "image_processor.json",
                                                       "model_index.json",
                                                       "modules.json",
                                                       "preprocessor_config.json",
                                                       "processor_config.json",
                                                       "quantize_config.json",
                                                       "sentence_bert_config.json",
                                                       "special_tokens_map.json",
                                                       "tokenizer.json",
                                                       "tokenizer_config.json",
                                                       "video_preprocessor_config.json",
                                                       "vocab.json"};

constexpr std::string_view kNeither = "neither .json nor .gguf";

// "name-00002-of-00003.gguf" is the part before "-00002-of-", and 2; 0 where the name is no part's.
struct SplitName {
  std::string_view before;
  int part = 0;
  std::string_view behind;
};

SplitName split_name(std::string_view name) {
  const std::size_t of = name.rfind("-of-");
  const std::size_t dash = of == std::string_view::npos || of == 0 ? of : name.rfind('-', of - 1);
  if (of == std::string_view::npos || of == 0 || dash == std::string_view::npos) {
    return {};
  }
  const std::string_view digits = name.substr(dash + 1, of - dash - 1);
  SplitName out{name.substr(0, dash), 0, name.substr(of)};
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), out.part);
  return digits.size() == 5 && read.ec == std::errc{} && read.ptr == digits.data() + digits.size() ? out
                                                                                                   : SplitName{};
}

// A part behind the first one, which is there too and reads its other parts itself.
bool is_further_part(const std::string& name, const std::set<std::string>& names) {
  const SplitName split = split_name(name);
  return split.part > 1 && names.contains(fmt::format("{}-00001{}", split.before, split.behind));
}

bool has_model(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path name = it->path().filename();
    if (name == "config.json" || name == "params.json" || name.extension() == ".gguf" ||
        name.extension() == ".safetensors") {
      return true;
    }
  }
  return false;
}

// Why an entry of the folder is no model; empty when it may be one.
std::string why_skipped(const fs::path& path, const std::set<std::string>& names) {
  const std::string name = path.filename().string();
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return has_model(path) ? "" : "a folder without a model";
  }
  if (!fs::is_regular_file(path, ignored)) {
    return "not a file";
  }
  if (path.extension() == ".gguf") {
    return is_further_part(name, names) ? "a further part of a split GGUF" : "";
  }
  if (lower(path.stem().string()) == "index") {
    return "an index";
  }
  if (path.extension() != ".json") {
    return std::string(kNeither);
  }
  const bool companion =
      name.ends_with(".index.json") || std::ranges::find(kCompanions, name) != kCompanions.end();
  return companion ? "a file that goes with a model" : "";
}

}  // namespace

Expected<ModelFolder> list_model_folder(const std::string& path) {
  std::error_code error;
  std::set<std::string> names;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    if (std::string name = it->path().filename().string(); !name.starts_with('.')) {
      names.insert(std::move(name));
    }
  }
  if (error) {
    return std::unexpected(
        Problems{{path, {}, "it cannot be listed: " + error.message(), "a folder of model files", {}, {}}});
  }
  ModelFolder out;
  for (const std::string& name : names) {
    std::string why = why_skipped(fs::path(path) / name, names);
    if (why.empty()) {
      out.models.push_back(name);
    } else {
      out.skipped.push_back({name, std::move(why)});
    }
  }
  return out;
}

std::string model_type_in(const std::string& path) {
  std::error_code ignored;
  const fs::path inside = fs::path(path) / "config.json";
  const std::string file = fs::is_directory(path, ignored) ? inside.string() : path;
  if (fs::path(file).extension() != ".json") {
    return {};
  }
  auto text = read_file(file);
  const auto tree = text ? parse_json(file, std::move(*text)) : std::unexpected(text.error());
  const Node* type = tree && tree->root().kind == Node::Kind::map ? member(tree->root(), "model_type") : nullptr;
  return type != nullptr && type->kind == Node::Kind::quoted ? std::string(type->text) : "";
}

}  // namespace kvtally
