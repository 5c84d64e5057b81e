#include "check/figure.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "check/asked_model.hpp"
#include "check/asked_weights.hpp"
#include "core/parse.hpp"
#include "core/suggest.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

const FigureKind* find_kind(std::string_view name) {
  const std::vector<const FigureKind*> all = all_figures();
  const auto found = std::ranges::find(all, name, &FigureKind::name);
  return found != all.end() ? *found : nullptr;
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> out;
  std::ranges::transform(all_figures(), std::back_inserter(out), &FigureKind::name);
  return out;
}

bool takes(const FigureKind& kind, std::string_view key) {
  return std::ranges::find(kind.keys, key) != kind.keys.end();
}

}  // namespace

std::vector<const FigureKind*> all_figures() {
  std::vector<const FigureKind*> out;
  for (const auto& group : {sheet_figures(), layer_figures(), curve_figures(), table_figures(), roofline_figures(),
                            step_figures(), fit_figures(), plan_figures(), census_figures(), engine_figures(),
                            executor_figures(), arithmetic_figures()}) {
    std::ranges::transform(group, std::back_inserter(out), [](const FigureKind& kind) { return &kind; });
  }
  return out;
}

std::string print_value(const Value& value) {
  const auto* amount = std::get_if<Amount>(&value);
  return amount != nullptr ? print_amount(*amount) : std::get<std::string>(value);
}

const FigureKind* Ask::kind() const {
  if (fields_.node().kind != Node::Kind::map) {
    return nullptr;
  }
  const std::string name = fields_.required_text("figure");
  const FigureKind* kind = find_kind(name);
  if (kind == nullptr) {
    if (!name.empty()) {
      const std::vector<std::string_view> names = all_names();
      fields_.report(fields_.find("figure")->place, fmt::format("unknown figure '{}'", name), "",
                     nearest(name, names).value_or(""));
    }
    return nullptr;
  }
  std::vector<std::string_view> known = kind->keys;
  known.emplace_back("figure");
  if (takes(*kind, "model")) {
    known.insert(known.end(), model_keys().begin(), model_keys().end());
  }
  const std::size_t before = fields_.problems().size();
  fields_.refuse_unknown(known);
  return fields_.problems().size() == before ? kind : nullptr;
}

std::optional<Value> Ask::compute() const {
  const FigureKind* found = kind();
  return found != nullptr ? found->compute(*this) : std::nullopt;
}

void Ask::check(bool models) const {
  const FigureKind* found = kind();
  if (found == nullptr) {
    return;
  }
  const auto look = [&](std::string_view key, bool wanted, auto&& read) {
    if (takes(*found, key) && (wanted || fields_.find(key) == nullptr)) {
      read();
    }
  };
  look("model", models, [&] { model(); });
  look("context", models, [&] { context(); });
  look("prompt", models, [&] { context("prompt"); });
  look("on", models, [&] { device(); });
  if (takes(*found, "weight_dtype")) {
    asked_scheme(*this);
  }
  batch();
  for (const Node& child : Children(fields_.node())) {
    if (child.kind == Node::Kind::map && child.key != "where") {
      Ask(fields_.tree(), child, *sources_, fields_.problems()).check(models);
    } else if (child.kind == Node::Kind::list) {
      for (const Node& item : Children(child)) {
        if (item.kind == Node::Kind::map) {
          Ask(fields_.tree(), item, *sources_, fields_.problems()).check(models);
        }
      }
    }
  }
}

std::optional<Model> Ask::model() const {
  const std::string id = fields_.required_text("model");
  if (id.empty()) {
    return std::nullopt;
  }
  auto description = sources_->describe(id);
  if (description) {
    auto model = asked_form(*this, description->model);
    for (const Mistake* mistake : sources_->mistakes) {
      if (model && mistake->model) {
        mistake->model(*model);
      }
    }
    return model;
  }
  for (const Problem& problem : description.error()) {
    const Place& at = problem.place;  // in a file that the word names
    const std::string where = at.line == 0 ? "" : fmt::format(" ({}:{}:{})", id, at.line, at.column);
    fields_.report(fields_.find("model")->place, problem.what + where, problem.expected, problem.suggestion);
  }
  return std::nullopt;
}

std::optional<Tokens> Ask::context(std::string_view key) const {
  const std::string text = fields_.required_text(key);
  if (text.empty()) {
    return std::nullopt;
  }
  const auto tokens = parse_tokens(text);
  if (!tokens) {
    fields_.report(fields_.find(key)->place, fmt::format("{} is '{}': {}", key, text, tokens.error()));
    return std::nullopt;
  }
  Tokens out = *tokens;
  for (const Mistake* mistake : sources_->mistakes) {
    out = mistake->context ? mistake->context(out) : out;
  }
  return out;
}

std::optional<std::int64_t> Ask::batch(std::string_view key) const {
  const std::size_t before = fields_.problems().size();
  const auto batch = fields_.integer(key, 1, limits::kBatch);
  std::int64_t out = batch.value_or(1);
  for (const Mistake* mistake : sources_->mistakes) {
    out = mistake->batch ? mistake->batch(out) : out;
  }
  return fields_.problems().size() == before ? std::optional(out) : std::nullopt;
}

std::optional<Device> Ask::device() const {
  const std::string word = fields_.required_text("on");
  if (word.empty()) {
    return std::nullopt;
  }
  auto device = sources_->devices->find(word);
  if (device) {
    return std::move(*device);
  }
  for (const Problem& problem : device.error()) {
    fields_.report(fields_.find("on")->place, problem.what, problem.expected, problem.suggestion);
  }
  return std::nullopt;
}

std::optional<Value> Ask::value_of(const Node& node) const {
  if (node.kind == Node::Kind::map) {
    return Ask(fields_.tree(), node, *sources_, fields_.problems()).compute();
  }
  const auto amount = node.kind == Node::Kind::list ? std::unexpected("it is a list") : parse_amount(node.text);
  if (!amount) {
    fields_.report(node.place, fmt::format("{}: {}", described(node), amount.error()), "a figure or a number");
    return std::nullopt;
  }
  return amount->amount;
}

std::optional<Amount> Ask::number(std::string_view key) const {
  const Node* node = fields_.find(key);
  if (node == nullptr) {
    fields_.report_missing(key, "a figure or a number");
    return std::nullopt;
  }
  const auto value = value_of(*node);
  if (!value) {
    return std::nullopt;
  }
  if (const auto* amount = std::get_if<Amount>(&*value)) {
    return *amount;
  }
  fields_.report(node->place, fmt::format("'{}' is no number", std::get<std::string>(*value)));
  return std::nullopt;
}

std::optional<std::vector<Value>> Ask::values(std::string_view key) const {
  const Node* node = fields_.find(key);
  if (node == nullptr || node->kind != Node::Kind::list || Children(*node).count() == 0) {
    return refuse(fmt::format("{} is {}", key, node == nullptr ? "missing" : described(*node)),
                  "a list of figures and numbers");
  }
  std::vector<Value> out;
  for (const Node& child : Children(*node)) {
    if (auto value = value_of(child)) {
      out.push_back(std::move(*value));
    }
  }
  return out.size() == Children(*node).count() ? std::optional(std::move(out)) : std::nullopt;
}

std::nullopt_t Ask::refuse(std::string what, std::string expected) const {
  fields_.report(fields_.node().place, std::move(what), std::move(expected));
  return std::nullopt;
}

}  // namespace kvtally
