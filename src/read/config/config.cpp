#include "read/config/config.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "model/limits.hpp"
#include "read/config/config_keys.hpp"
#include "read/config/families.hpp"

namespace kvtally {

namespace {

// The part of the file that describes the language model.
const Node& text_part(const Node& root) {
  const Node* text = root.kind == Node::Kind::map ? member(root, "text_config") : nullptr;
  return text != nullptr && text->kind == Node::Kind::map ? *text : root;
}

// Families by the model type of a whole file whose text part has none.
std::string text_type(const std::string& outer) {
  return family_of(outer) == nullptr && family_of(outer + "_text") != nullptr ? outer + "_text" : outer;
}

const Family* find_family(const Fields& config, const Fields& text) {
  const auto inner = text.text("model_type");
  const auto outer = config.text("model_type");
  if (!inner && !outer) {
    config.report_missing("model_type", "the model type, which says by which rule the other keys are read");
    return nullptr;
  }
  const std::string type = inner ? *inner : text_type(*outer);
  const Family* family = family_of(type);
  if (family == nullptr) {
    std::vector<std::string_view> names;
    std::ranges::transform(families(), std::back_inserter(names), &Family::model_type);
    (inner ? text : config)
        .report((inner ? text : config).find("model_type")->place,
                fmt::format("no rule for the model type '{}'", type),
                "a known one, or a description in our own YAML", nearest(type, names).value_or(""));
  }
  return family;
}

bool as_long_as_the_layers(const Node& value, std::int64_t layers) {
  return value.kind == Node::Kind::list && layers > 1 &&
         static_cast<std::int64_t>(Children(value).count()) == layers;
}

void refuse_unknown(const Fields& part, const Translation& t, std::int64_t layers) {
  if (part.node().kind != Node::Kind::map) {
    return;
  }
  for (const Node& child : Children(part.node())) {
    const bool known =
        t.understood().contains(child.key) || is_irrelevant(child.key) || child.kind == Node::Kind::null;
    if (!known && (may_bear_on_cache(child.key) || as_long_as_the_layers(child, layers))) {
      part.report(child.key_place,
                  fmt::format("the key '{}' is not understood, and could change the cache", child.key),
                  fmt::format("a key that the rule of this model type reads"));
    }
  }
}

}  // namespace

Expected<Description> read_config(const Tree& tree, std::string id) {
  Problems problems;
  const Fields config(tree, tree.root(), problems);
  const Fields text(tree, text_part(tree.root()), problems);
  const Family* family = problems.empty() ? find_family(config, text) : nullptr;
  if (family == nullptr) {
    return std::unexpected(distinct(std::move(problems)));
  }
  Translation t(text, class_defaults(family->defaults));
  t.ignore({"model_type", "text_config"});
  t.give("name", id, "");
  family->translate(t);
  for (const Fields& part : {text, config}) {
    if (part.boolean("is_encoder_decoder").value_or(false)) {
      part.report(part.find("is_encoder_decoder")->place,
                  "an encoder-decoder, whose cross-attention no rule describes",
                  "a decoder alone, or a description in our own YAML");
    }
  }
  if (const Node* nested = config.find("text_config"); nested != nullptr && nested->kind != Node::Kind::map) {
    config.report(nested->place, fmt::format("text_config is {}", described(*nested)), "a map of keys and values");
  }
  const std::int64_t layers = text.integer("num_hidden_layers", 0, limits::kLayers).value_or(0);
  refuse_unknown(text, t, layers);
  if (&text.node() != &config.node()) {
    refuse_unknown(config, t, layers);
    t.assume("context counts the tokens of the language model");
  }
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  auto description = read_description(t.build(), std::move(id));
  if (description) {
    std::vector<std::string>& assumptions = description->model.assumptions;
    assumptions.insert(assumptions.begin(), t.assumptions().begin(), t.assumptions().end());
  }
  return description;
}

}  // namespace kvtally
