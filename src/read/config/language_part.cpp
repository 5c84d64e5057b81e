#include "read/config/language_part.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "read/config/families.hpp"

namespace kvtally {

namespace {

// Where files of several models describe the one that writes text.
constexpr std::array<std::string_view, 9> kParts{
    "text_config",    "llm_config", "language_config",          "thinker_config.text_config",
    "decoder_config", "decoder",    "transformer_layer_config", "lm_config",
    "language_model"};

const Node* map_at(const Fields& config, std::string_view path) {
  const Node* node = config.find(path);
  return node != nullptr && node->kind == Node::Kind::map ? node : nullptr;
}

std::string text_of(const Node& map, std::string_view key) {
  const Node* node = member(map, key);
  return node == nullptr || node->kind == Node::Kind::list || node->kind == Node::Kind::map
             ? ""
             : std::string(node->text);
}

// The rule of a model type, or of the text part of one whose whole has none ("gemma3": "gemma3_text").
std::optional<Family> ruled(const std::string& type) {
  for (const std::string& name : {type, type + "_text"}) {
    auto family = family_of(name);
    if (family && !family->rule.empty()) {
      return family;
    }
  }
  return std::nullopt;
}

// The type that has this among its `architectures`, for files without a model type.
std::string type_of_architecture(const Node& root) {
  const Node* list = member(root, "architectures");
  if (list == nullptr || list->kind != Node::Kind::list || list->size == 1) {
    return {};
  }
  const std::string_view architecture = (*Children(*list).begin()).text;
  for (const std::string_view type : family_types()) {
    if (family_of(type)->setting("architecture") == architecture) {
      return std::string(type);
    }
  }
  return {};
}

void refuse_type(const Fields& fields, const std::string& type) {
  const Place place = fields.find("model_type") == nullptr ? Place{} : fields.find("model_type")->place;
  if (const auto reason = refusal_of(type)) {
    fields.report(place, fmt::format("the model type '{}': {}", type, *reason), "a model that writes text");
    return;
  }
  const std::vector<std::string_view> names = family_types();
  fields.report(
      place, fmt::format("no rule for the model type '{}'", type),
      "a known one; --as-type TYPE reads the file by another's rule, and our own YAML describes any model",
      nearest(type, names).value_or(""));
}

class Finder {
 public:
  Finder(const Fields& config, const ConfigOptions& options) : config_(config), options_(options) {}

  std::optional<LanguagePart> find() {
    if (!has_type()) {
      return std::nullopt;
    }
    const auto outer = family_of(outer_);
    if (outer) {
      part_.irrelevant_outside = outer->irrelevant;
    }
    choose_part(outer);
    if (outer && outer->rule.empty() && part_.node == nullptr && !flat(*outer)) {
      config_.report_missing(outer->part, "where the language model is described",
                             fmt::format("the file has no '{}'", outer->part));
      return std::nullopt;
    }
    const std::string inner = inner_type(outer);
    auto family = ruled(inner);
    if (!family) {
      const bool own = part_.node != nullptr && member(*part_.node, "model_type") != nullptr;
      refuse_type(own ? Fields(config_.tree(), *part_.node, config_.problems()) : config_, inner);
      return std::nullopt;
    }
    explain(outer, inner);
    part_.node = part_.node == nullptr ? &config_.node() : part_.node;
    part_.family = std::move(*family);
    return std::move(part_);
  }

 private:
  bool has_type() {
    const auto given = config_.text("model_type");
    outer_ = given.value_or("");
    if (outer_.empty() && config_.problems().empty()) {
      outer_ = type_of_architecture(config_.node());
      if (!outer_.empty()) {
        part_.assumptions.push_back(fmt::format("model_type {}: the file's architecture", outer_));
      }
    }
    const bool described = options_.as_type || !outer_.empty() || choose_any_part();
    if (!described && config_.problems().empty()) {
      config_.report_missing("model_type", "the model type, which says by which rule the other keys are read");
    }
    if (!options_.as_type && refusal_of(outer_)) {
      refuse_type(config_, outer_);
    }
    return config_.problems().empty();
  }

  // A file of another kind that holds a known language model's part.
  bool choose_any_part() {
    for (const std::string_view path : kParts) {
      if (const Node* node = map_at(config_, path)) {
        part_.path = path;
        part_.node = node;
        return true;
      }
    }
    return false;
  }

  void choose_part(const std::optional<Family>& outer) {
    if (outer && !outer->part.empty()) {
      part_.node = map_at(config_, outer->part);
      part_.path = part_.node == nullptr ? "" : outer->part;
      if (part_.node == nullptr && config_.find(outer->part) != nullptr) {
        const Node& given = *config_.find(outer->part);
        config_.report(given.place, fmt::format("{} is {}", outer->part, described(given)),
                       "a map of keys and values");
      }
    } else {
      choose_any_part();
    }
  }

  // Re-saved files have the language model's keys at the top, though their type's class reads them in its part.
  bool flat(const Family& outer) {
    const auto inner = ruled(outer.inner);
    const bool sized = inner && std::ranges::any_of(config_sizes(*inner), [&](const std::string& key) {
                         return config_.find(key) != nullptr;
                       });
    if (sized) {
      flat_type_ = outer.inner;
      part_.assumptions.push_back(
          fmt::format("the file has no {}: its own keys are read by the rule of '{}'", outer.part, outer.inner));
    }
    return sized;
  }

  static std::vector<std::string> config_sizes(const Family& family) {
    std::vector<std::string> keys{"num_hidden_layers"};
    if (const auto spelled = family.spelled.find("num_hidden_layers"); spelled != family.spelled.end()) {
      keys.insert(keys.end(), spelled->second.begin(), spelled->second.end());
    }
    return keys;
  }

  std::string inner_type(const std::optional<Family>& outer) const {
    if (options_.as_type) {
      return *options_.as_type;
    }
    if (!flat_type_.empty()) {
      return flat_type_;
    }
    std::string own = part_.node == nullptr ? "" : text_of(*part_.node, "model_type");
    if (!own.empty()) {
      return own;
    }
    return part_.node != nullptr && outer && !outer->inner.empty() ? outer->inner : outer_;
  }

  void explain(const std::optional<Family>& outer, const std::string& inner) {
    if (options_.as_type) {
      part_.assumptions.push_back(
          fmt::format("read by the rule of the model type '{}', as --as-type says", inner));
    }
    if (part_.node == nullptr) {
      return;
    }
    if (!outer && !outer_.empty()) {
      part_.assumptions.push_back(fmt::format(
          "the model type '{}' is not known: its {} is read by the rule of '{}', and what else the model "
          "keeps is not counted",
          outer_, part_.path, inner));
    }
    part_.assumptions.push_back("context counts the tokens of the language model");
  }

  const Fields& config_;
  const ConfigOptions& options_;
  std::string outer_;
  std::string flat_type_;
  LanguagePart part_;
};

}  // namespace

std::optional<LanguagePart> language_part(const Fields& config, const ConfigOptions& options) {
  return Finder(config, options).find();
}

}  // namespace kvtally
