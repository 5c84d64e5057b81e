#include "report/diff.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "report/diff_values.hpp"

namespace kvtally {

namespace {

// Keys that entries of a list are known by, the best first.
constexpr std::array<std::string_view, 6> kNames{"id", "name", "model", "layer_type", "part", "kind"};

bool is_scalar(const Node& node) { return node.kind != Node::Kind::list && node.kind != Node::Kind::map; }

std::string node_words(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null: return "null";
    case Node::Kind::list: return fmt::format("a list of {}", Children(node).count());
    case Node::Kind::map: return "an object";
    default: return std::string(node.text);
  }
}

std::vector<const Node*> children_of(const Node& node) {
  std::vector<const Node*> out;
  for (const Node& child : Children(node)) {
    out.push_back(&child);
  }
  return out;
}

std::string name_under(const Node& entry, std::string_view key) {
  const Node* node = entry.kind == Node::Kind::map ? member(entry, key) : nullptr;
  return node != nullptr && is_scalar(*node) && node->kind != Node::Kind::null ? std::string(node->text) : "";
}

bool names_each(const std::vector<const Node*>& entries, std::string_view key) {
  std::set<std::string> seen;
  return std::ranges::all_of(entries, [&](const Node* entry) {
    const std::string name = name_under(*entry, key);
    return !name.empty() && seen.insert(name).second;
  });
}

class DiffWalk {
 public:
  explicit DiffWalk(Diff& out) : out_(out) {}

  // Either may be missing.
  void compare(const Node* old, const Node* now, const std::string& path, const std::string& element) {
    if (old != nullptr && now != nullptr && old->kind == Node::Kind::map && now->kind == Node::Kind::map) {
      maps(*old, *now, path, element);
    } else if (old != nullptr && now != nullptr && old->kind == Node::Kind::list &&
               now->kind == Node::Kind::list) {
      lists(*old, *now, path, element);
    } else {
      values(old, now, path, element);
    }
  }

 private:
  void maps(const Node& old, const Node& now, const std::string& path, const std::string& element) {
    const auto below = [&](std::string_view key) {
      return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
    };
    for (const Node& child : Children(old)) {
      compare(&child, member(now, child.key), below(child.key), element);
    }
    for (const Node& child : Children(now)) {
      if (member(old, child.key) == nullptr) {
        compare(nullptr, &child, below(child.key), element);
      }
    }
  }

  void lists(const Node& old, const Node& now, const std::string& path, const std::string& element) {
    const std::vector<const Node*> before = children_of(old);
    const std::vector<const Node*> after = children_of(now);
    const bool words =
        !before.empty() && !after.empty() && is_scalar(*before.front()) && before.size() != after.size();
    const auto key = std::ranges::find_if(
        kNames, [&](std::string_view name) { return names_each(before, name) && names_each(after, name); });
    if (words) {
      scalars(before, after, path, element);
    } else if (key != kNames.end()) {
      entries(before, after, path, *key);
    } else {
      for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
        const std::string at = fmt::format("{}[{}]", path, i);
        const Node* left = i < before.size() ? before[i] : nullptr;
        const Node* right = i < after.size() ? after[i] : nullptr;
        const bool scalar = (left == nullptr || is_scalar(*left)) && (right == nullptr || is_scalar(*right));
        compare(left, right, at, scalar ? element : at);
      }
    }
  }

  void entries(const std::vector<const Node*>& before, const std::vector<const Node*>& after,
               const std::string& path, std::string_view key) {
    const auto find = [&](const std::vector<const Node*>& in, const std::string& name) -> const Node* {
      const auto found = std::ranges::find_if(in, [&](const Node* n) { return name_under(*n, key) == name; });
      return found == in.end() ? nullptr : *found;
    };
    for (const Node* entry : before) {
      const std::string name = name_under(*entry, key);
      const std::string at = fmt::format("{}[{}]", path, name);
      compare(entry, find(after, name), at, at);
    }
    for (const Node* entry : after) {
      const std::string name = name_under(*entry, key);
      const std::string at = fmt::format("{}[{}]", path, name);
      if (find(before, name) == nullptr) {
        compare(nullptr, entry, at, at);
      }
    }
  }

  // A list of words that lost or gained some: those alone.
  void scalars(const std::vector<const Node*>& before, const std::vector<const Node*>& after,
               const std::string& path, const std::string& element) {
    const auto has = [](const std::vector<const Node*>& in, const Node& node) {
      return std::ranges::any_of(in, [&](const Node* n) { return n->text == node.text; });
    };
    for (const Node* node : before) {
      if (has(after, *node)) {
        ++out_.same;
      } else {
        values(node, nullptr, path + "[]", element);
      }
    }
    for (const Node* node : after) {
      if (!has(before, *node)) {
        values(nullptr, node, path + "[]", element);
      }
    }
  }

  void values(const Node* old, const Node* now, const std::string& path, const std::string& element) {
    Difference out;
    out.old = old == nullptr ? std::nullopt : std::optional(node_words(*old));
    out.now = now == nullptr ? std::nullopt : std::optional(node_words(*now));
    const auto before = number_of(out.old);
    const auto after = number_of(out.now);
    const bool same_kind = old != nullptr && now != nullptr && is_scalar(*old) && is_scalar(*now);
    if (same_kind && (out.old == out.now || (before && after && *before == *after))) {
      ++out_.same;
      return;
    }
    out.path = path;
    out.element = element;
    out.setting = is_setting(path);
    out.moved = moved_words(out.old, out.now);
    const auto from = whole_of(out.old);
    const auto to = whole_of(out.now);
    out.change = from && to ? std::optional(*to - *from) : std::nullopt;
    out.ratio = before && after && *before != 0 ? std::optional(*after / *before) : std::nullopt;
    out_.differences.push_back(std::move(out));
  }

  Diff& out_;
};

// A setting moves the figures of what it is of, of what that is part of and of its own parts.
void find_reasons(Diff& diff) {
  for (Difference& figure : diff.differences) {
    for (const Difference& other : diff.differences) {
      const bool related = other.setting && (figure.element.starts_with(other.element) ||
                                             other.element.starts_with(figure.element));
      if (!figure.setting && related) {
        figure.because.push_back(other.path);
      }
    }
  }
}

std::optional<std::string> schema_of(const Tree& tree) {
  const Node* node = tree.root().kind == Node::Kind::map ? member(tree.root(), "schema") : nullptr;
  const bool ours = node != nullptr && node->text.starts_with("kvtally.");
  return ours ? std::optional(std::string(node->text)) : std::nullopt;
}

}  // namespace

Expected<Diff> diff_of(const Tree& old, const Tree& now) {
  Problems problems;
  for (const Tree* tree : {&old, &now}) {
    if (!schema_of(*tree)) {
      problems.push_back(
          {tree->file(), {}, "it is no output of kvtally", "JSON with a schema kvtally.NAME/1", "", ""});
    }
  }
  if (problems.empty() && schema_of(old) != schema_of(now)) {
    problems.push_back({now.file(), member(now.root(), "schema")->place,
                        fmt::format("its schema is {}", *schema_of(now)),
                        fmt::format("{}, as {} has it", *schema_of(old), old.file()), "", ""});
  }
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  Diff out{old.file(), now.file(), *schema_of(old), 0, {}};
  DiffWalk(out).compare(&old.root(), &now.root(), "", "");
  std::ranges::stable_partition(out.differences, &Difference::setting);
  find_reasons(out);
  return out;
}

}  // namespace kvtally
