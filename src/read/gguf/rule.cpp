#include "read/gguf/rule.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "model/limits.hpp"
#include "read/gguf/architectures.hpp"

namespace kvtally {

GgufRule::GgufRule(const Architecture& architecture, const Fields& keys, Translation& out,
                   std::function<bool(std::string_view)> has_tensor)
    : architecture_(&architecture), keys_(&keys), out_(&out), has_tensor_(std::move(has_tensor)) {
  blocks_ = std::clamp<std::int64_t>(need("block_count"), 1, limits::kLayers);
  drafts_ = number("nextn_predict_layers").value_or(0);
  if (drafts_ >= blocks_) {
    report("nextn_predict_layers", fmt::format("{} of {} blocks are draft layers", drafts_, blocks_),
           "fewer than all");
    drafts_ = 0;
  }
}

std::string GgufRule::full(std::string_view key) const { return fmt::format("{}.{}", architecture_->name, key); }

const Node* GgufRule::find(std::string_view key) {
  used_.emplace(key);
  return keys_->find(key);
}

bool GgufRule::has(std::string_view key) { return find(key) != nullptr; }

bool GgufRule::is_list(std::string_view key) {
  const Node* node = find(key);
  return node != nullptr && node->kind == Node::Kind::list;
}

std::optional<std::int64_t> GgufRule::number(std::string_view key, std::int64_t low) {
  find(key);
  return keys_->integer(key, low, limits::kTokens);
}

std::int64_t GgufRule::need(std::string_view key, std::int64_t low) {
  if (!has(key)) {
    keys_->report({}, fmt::format("the key '{}' is missing", full(key)), "a whole number");
  }
  return number(key, low).value_or(std::max<std::int64_t>(low, 1));
}

bool GgufRule::flag(std::string_view key, bool otherwise) {
  find(key);
  return keys_->boolean(key).value_or(otherwise);
}

std::vector<std::int64_t> GgufRule::items(std::string_view key, const Node& node, bool marks) {
  std::vector<std::int64_t> out;
  for (const Node& item : Children(node)) {
    const bool truth = marks && (item.text == "true" || item.text == "false");
    const auto value = truth ? Parsed<std::int64_t>(item.text == "true" ? 1 : 0) : parse_integer(item.text);
    if (!value) {
      report(key, fmt::format("{} holds '{}'", full(key), item.text), marks ? "true or false" : "whole numbers");
      return {};
    }
    out.push_back(*value);
  }
  return out;
}

std::vector<std::int64_t> GgufRule::list(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) {
    return {};
  }
  if (node->kind != Node::Kind::list) {
    report(key, fmt::format("{} is {}", full(key), described(*node)), "an array");
    return {};
  }
  return items(key, *node, false);
}

std::vector<std::int64_t> GgufRule::spread(std::string_view key, bool marks) {
  const Node* node = find(key);
  if (node == nullptr) {
    return {};
  }
  const auto all = static_cast<std::size_t>(blocks_);
  if (node->kind != Node::Kind::list) {
    const bool truth = marks && (node->text == "true" || node->text == "false");
    const std::int64_t value = truth ? (node->text == "true" ? 1 : 0) : number(key).value_or(1);
    return std::vector<std::int64_t>(all, value);
  }
  std::vector<std::int64_t> out = items(key, *node, marks);
  const std::size_t count = Children(*node).count();  // nothing was read when one value is wrong
  if (count != all && count != static_cast<std::size_t>(trunk())) {
    report(key, fmt::format("{} has {} values for {} blocks", full(key), count, blocks_), "one for each");
  }
  out.resize(all, out.empty() ? 1 : out.back());
  return out;
}

std::vector<std::int64_t> GgufRule::each(std::string_view key) { return spread(key, false); }
std::vector<std::int64_t> GgufRule::each_mark(std::string_view key) { return spread(key, true); }

void GgufRule::ignore(std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    used_.emplace(key);
  }
}

bool GgufRule::take(std::string_view key, std::string_view ours) {
  const Node* node = find(key);
  if (node == nullptr) {
    return false;
  }
  if (node->kind == Node::Kind::list || node->kind == Node::Kind::map) {
    report(key, fmt::format("{} is {}", full(key), described(*node)), "one whole number");
    return true;
  }
  return out_->take(key, ours);
}

void GgufRule::require(std::string_view key, std::string_view ours, std::int64_t low) {
  need(key, low);
  take(key, ours);
}

void GgufRule::report(std::string_view key, std::string what, std::string expected) {
  const Node* node = keys_->find(key);
  keys_->report(node == nullptr ? Place{} : node->place, std::move(what), std::move(expected));
}

}  // namespace kvtally
