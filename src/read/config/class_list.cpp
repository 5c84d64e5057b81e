#include "read/config/class_list.hpp"

#include <array>
#include <fmt/format.h>
#include <set>

#include "core/parse.hpp"
#include "read/fields.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 9> kKeys{"version",  "sources",  "later",   "layer_types", "sinks",
                                                "indexers", "mentions", "classes", "others"};

// The names of all files, each of which must be there once.
std::set<std::string_view> names_of(const Fields& fields) {
  std::set<std::string_view> out;
  for (const std::string_view key : {"classes", "others"}) {
    each_file(fields.node(), key, [&](std::string_view name, const Node& node) {
      if (!out.insert(name).second) {
        fields.report(node.place, fmt::format("the file '{}' is listed twice", name));
      }
    });
  }
  return out;
}

void check_defaults(const Fields& fields) {
  each_file(fields.node(), "classes", [&](std::string_view name, const Node& classes) {
    for (const Node& node : Children(classes)) {
      const bool map = node.kind == Node::Kind::map && Children(node).count() == 1;
      if (!map && node.kind != Node::Kind::plain) {
        fields.report(node.place, fmt::format("a class of {} is {}", name, described(node)),
                      "a model type, or a map of one class");
        continue;
      }
      for (const Node& value : map ? Children(*Children(node).begin()) : Children(node)) {
        if (!parse_integer(value.text)) {
          fields.report(value.place, fmt::format("{} is {}", value.key, described(value)), "a whole number");
        }
      }
    }
  });
}

}  // namespace

Problems problems_of_class_list(const Tree& tree) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  if (!problems.empty()) {
    return problems;
  }
  fields.refuse_unknown(kKeys);
  const std::set<std::string_view> names = names_of(fields);
  check_defaults(fields);
  const auto look = [&](std::string_view name, const Node& node) {
    if (!names.contains(name)) {
      fields.report(node.place, fmt::format("no file '{}' is listed", name), "one of classes or others");
    }
  };
  for (const std::string_view key : {"later", "sinks", "indexers", "layer_types"}) {
    each_file(fields.node(), key, look);
  }
  each_file(fields.node(), "mentions", [&](std::string_view, const Node& files) {
    for (const Node& name : Children(files)) {
      look(name.text, name);
    }
  });
  return problems;
}

}  // namespace kvtally
