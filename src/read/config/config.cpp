#include "read/config/config.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "model/limits.hpp"
#include "read/config/config_keys.hpp"
#include "read/config/language_part.hpp"
#include "read/config/quantization.hpp"
#include "read/config/rules.hpp"
#include "read/config/weight_facts.hpp"

namespace kvtally {

namespace {

bool as_long_as_the_layers(const Node& value, std::int64_t layers) {
  return value.kind == Node::Kind::list && layers > 1 &&
         static_cast<std::int64_t>(Children(value).count()) == layers;
}

using Keys = std::set<std::string, std::less<>>;

// Some member of the map is known by its path.
bool names_members(const Keys& keys, const std::string& path) {
  const std::string start = path + ".";
  const auto found = keys.lower_bound(start);
  return found != keys.end() && found->starts_with(start);
}

/// One config.json on its way to a description.
class Reading {
 public:
  Reading(const Tree& tree, std::string id, const ConfigOptions& options)
      : config_(tree, tree.root(), problems_), id_(std::move(id)), options_(options) {
    if (problems_.empty()) {
      part_ = language_part(config_, options);
    }
    if (part_) {
      translate();
    }
  }

  Expected<Description> description() {
    if (!problems_.empty()) {
      return std::unexpected(distinct(std::move(problems_)));
    }
    auto description = read_description(translation_->build(), std::move(id_));
    if (description) {
      description->model.weight_scheme = read_quantization(config_, *text_, layers_);
      description->model.model_type = config_.text("model_type").value_or("");
      std::vector<std::string>& assumptions = description->model.assumptions;
      assumptions.insert(assumptions.begin(), part_->assumptions.begin(), part_->assumptions.end());
      for (const UnknownKey& key : unknown_) {
        description->unread.push_back(key.path);
      }
    }
    return description;
  }

  const std::vector<UnknownKey>& unknown() const { return unknown_; }

 private:
  void translate() {
    text_.emplace(config_.tree(), *part_->node, problems_, part_->path.empty() ? "the document" : part_->path);
    translation_.emplace(*text_, &part_->family, &config_);
    Translation& t = *translation_;
    t.ignore({"model_type"});
    t.give("name", id_, "");
    rule_of(part_->family.rule)->translate(t);
    if (!t.abandoned()) {
      translate_weights(t);
      give_class_weights(t);
    }
    refuse_encoder();
    note_cache_format();
    if (t.abandoned()) {
      return;
    }
    const bool nested = !part_->path.empty();
    layers_ = Fields(config_.tree(), *part_->node, discarded_)
                  .integer("num_hidden_layers", 0, limits::kLayers)
                  .value_or(0);
    find_unknown(*part_->node, "", nested ? part_->path + "." : "", part_->family.irrelevant);
    if (nested) {
      find_unknown(config_.node(), "", "", part_->irrelevant_outside);
    }
    part_->assumptions.insert(part_->assumptions.end(), t.assumptions().begin(), t.assumptions().end());
  }

  // What the class's code has and its files do not say: norms, gates, biases (the entry's `weights`).
  void give_class_weights(Translation& t) const {
    const Node* weights = part_->family.settings == nullptr ? nullptr : member(*part_->family.settings, "weights");
    if (weights == nullptr) {
      return;
    }
    for (const Node& fact : Children(*weights)) {
      if (fact.key == "tie_word_embeddings" || fact.key == "num_shared_experts") {
        if (!t.given(fact.key)) {
          t.give(fact.key, std::string(fact.text), t.default_of());
        }
      } else if (fact.key == "experts_width") {  // the key that gives an expert's width, not a dense layer's
        t.take(fact.text, "moe_intermediate_size");
      } else {
        t.give(fmt::format("weights.{}", fact.key), std::string(fact.text), "");
      }
    }
  }

  void refuse_encoder() {
    if (translation_->understood().contains("is_encoder_decoder")) {
      return;
    }
    for (const Fields& part : {*text_, config_}) {
      if (part.boolean("is_encoder_decoder").value_or(false)) {
        part.report(part.find("is_encoder_decoder")->place,
                    "an encoder-decoder, whose cross-attention the rule of its model type does not describe",
                    "a decoder alone, or a description in our own YAML");
      }
    }
  }

  // What an engine may store the cache in is its own choice; the file's wish is said.
  void note_cache_format() {
    if (config_.find("quantization_config.kv_cache_scheme") != nullptr) {
      part_->assumptions.emplace_back(
          "quantization_config.kv_cache_scheme asks for a quantised cache: counted in the format of --kv-dtype");
    }
  }

  // `path` is the map's path within its part, `prefix` the part's in the file.
  void find_unknown(const Node& map, const std::string& path, const std::string& prefix, const Keys& irrelevant) {
    if (map.kind != Node::Kind::map) {
      return;
    }
    for (const Node& child : Children(map)) {
      const std::string own = path.empty() ? std::string(child.key) : fmt::format("{}.{}", path, child.key);
      const std::string whole = prefix + own;
      const bool used = translation_->understood().contains(own) && (!prefix.empty() || part_->path.empty());
      const bool any_part = child.key == "model_type" || child.key == "is_encoder_decoder";  // looked at in both
      const bool language = part_->path == whole || part_->path.starts_with(whole + ".");
      if (used || any_part || language || is_irrelevant(child.key) || irrelevant.contains(own) ||
          child.kind == Node::Kind::null) {
        continue;
      }
      if (child.kind == Node::Kind::map &&
          (names_members(translation_->understood(), own) || names_members(irrelevant, own))) {
        find_unknown(child, own, prefix, irrelevant);
      } else {
        report_unknown(child, whole);
      }
    }
  }

  void report_unknown(const Node& child, const std::string& path) {
    const bool assumed =
        std::ranges::find(options_.assume_irrelevant, path) != options_.assume_irrelevant.end() ||
        std::ranges::find(options_.assume_irrelevant, child.key) != options_.assume_irrelevant.end();
    if (assumed) {
      translation_->assume(fmt::format("{}: taken not to bear on the cache, as --assume-irrelevant says", path));
      return;
    }
    const bool bears = may_bear_on_cache(child.key) || as_long_as_the_layers(child, layers_);
    const std::string size = may_carry_a_size(child.key) ? size_taken() : "";
    unknown_.push_back({path, bears || !size.empty()});
    if (!unknown_.back().suspicious) {
      return;
    }
    config_.report(child.key_place,
                   fmt::format("the key '{}' is not understood, and could {}", child.key,
                               bears ? "change the cache" : fmt::format("be what the file calls {}", size)),
                   fmt::format("a key that the rule of '{}' reads; --assume-irrelevant {} passes over it",
                               part_->family.model_type, child.key));
  }

  // A size that is the class's default, because the file does not give it under a name that is understood.
  std::string size_taken() const {
    const auto& taken = translation_->defaults_taken();
    const auto size = std::ranges::find_if(taken, [](std::string_view key) {
      return key.ends_with("_size") || key.ends_with("_dim") || key.ends_with("_rank") || key.ends_with("_width");
    });
    return size == taken.end() ? "" : *size;
  }

  Problems problems_;
  Problems discarded_;
  Fields config_;
  std::string id_;
  const ConfigOptions& options_;
  std::optional<LanguagePart> part_;
  std::optional<Fields> text_;
  std::optional<Translation> translation_;
  std::int64_t layers_ = 0;
  std::vector<UnknownKey> unknown_;
};

}  // namespace

Expected<Description> read_config(const Tree& tree, std::string id, const ConfigOptions& options) {
  return Reading(tree, std::move(id), options).description();
}

std::vector<UnknownKey> unknown_keys(const Tree& tree, const ConfigOptions& options) {
  return Reading(tree, "", options).unknown();
}

}  // namespace kvtally
