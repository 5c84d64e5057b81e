#include "read/config/family_entry.hpp"

#include <array>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "read/config/rules.hpp"
#include "read/fields.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 13> kEntryKeys{"weights", "like",   "rule",      "class",    "architecture",
                                                      "part",    "inner",  "spelled",   "defaults", "pattern",
                                                      "windows", "layers", "irrelevant"};

std::vector<std::string> words(const Node& node) {
  if (node.kind != Node::Kind::list) {
    return {std::string(node.text)};
  }
  std::vector<std::string> out;
  for (const Node& item : Children(node)) {
    out.emplace_back(item.text);
  }
  return out;
}

}  // namespace

void overlay_family(Family& family, const Node& root) {
  const auto text = [&](std::string_view key, std::string& to) {
    if (const Node* node = member(root, key)) {
      to = node->text;
    }
  };
  text("rule", family.rule);
  text("class", family.class_name);
  text("part", family.part);
  text("inner", family.inner);
  if (const Node* defaults = member(root, "defaults")) {
    for (const Node& child : Children(*defaults)) {
      family.defaults.insert_or_assign(std::string(child.key), std::string(child.text));
    }
  }
  if (const Node* spelled = member(root, "spelled")) {
    for (const Node& child : Children(*spelled)) {
      family.spelled.insert_or_assign(std::string(child.key), words(child));
    }
  }
  if (const Node* irrelevant = member(root, "irrelevant")) {
    for (std::string& key : words(*irrelevant)) {
      family.irrelevant.insert(std::move(key));
    }
  }
  if (member(root, "rule") != nullptr || family.settings == nullptr) {
    family.settings = &root;
  }
}

Problems problems_of_family(const Tree& tree) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  if (!problems.empty()) {
    return problems;
  }
  fields.refuse_unknown(kEntryKeys);
  for (const std::string_view key : {"like", "rule", "class", "part", "inner"}) {
    fields.text(key);
  }
  for (const std::string_view key : {"defaults", "spelled"}) {
    if (const Node* map = fields.find(key); map != nullptr && map->kind != Node::Kind::map) {
      fields.report(map->place, fmt::format("{} is {}", key, described(*map)), "a map");
    }
  }
  fields.texts("irrelevant");
  const auto rule = fields.text("rule");
  if (rule && rule_of(*rule) == nullptr) {
    const auto names = rule_names();
    fields.report(fields.find("rule")->place, fmt::format("no rule '{}'", *rule),
                  "a rule of read/config/rules.cpp", nearest(*rule, names).value_or(""));
  }
  if (!rule && fields.find("like") == nullptr && fields.find("part") == nullptr) {
    fields.report_missing("rule", "a rule of read/config/rules.cpp, or 'like', or 'part'");
  }
  return problems;
}

}  // namespace kvtally
