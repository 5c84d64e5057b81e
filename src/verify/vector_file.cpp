#include "verify/vector_file.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "read/text/json.hpp"

namespace kvtally {

namespace {

// What says something about the file and is no input, parameter or figure.
constexpr std::string_view kAbout[] = {"name", "kind", "source", "precision", "conventions"};

}  // namespace

Expected<std::unique_ptr<VectorFile>> VectorFile::parse(std::string file, std::string text) {
  auto tree = parse_json(std::move(file), std::move(text));
  if (!tree) {
    return std::unexpected(tree.error());
  }
  std::unique_ptr<VectorFile> out(new VectorFile(std::move(*tree)));
  if (out->tree_.root().kind != Node::Kind::map) {
    out->note(&out->tree_.root(), "a vector file is a map");
    return std::unexpected(out->problems_);
  }
  for (const std::string_view about : kAbout) {
    (*out)[about].pass();
  }
  return out;
}

std::string VectorFile::name() { return (*this)["name"].text(); }

std::string VectorFile::kind() { return (*this)["kind"].text(); }

void VectorFile::note(const Node* node, std::string what, std::string expected) {
  if (problems_.size() < kMostProblems) {
    problems_.push_back(
        tree_.problem(node == nullptr ? tree_.root().place : node->place, std::move(what), std::move(expected)));
  }
}

void VectorFile::mark(const Node& node, bool whole) {
  const auto first = static_cast<std::size_t>(&node - tree_.nodes().data());
  for (std::size_t i = first; i < first + (whole ? node.size : 1); ++i) {
    read_[i] = true;
  }
}

void VectorFile::note_unread() {
  const std::span<const Node> nodes = tree_.nodes();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    const bool holder = node.kind == Node::Kind::map || node.kind == Node::Kind::list;
    if (holder && (member(node, "data") == nullptr || read_[i])) {
      continue;
    }
    if (!read_[i]) {
      note(&node, fmt::format("nothing reads '{}'", node.key.empty() ? node.text : node.key),
           "a parameter or a figure that this kind of vector knows");
    }
    i += node.size - 1;
  }
}

Item Item::operator[](std::string_view key) const {
  const Node* found = node_ != nullptr && node_->kind == Node::Kind::map ? member(*node_, key) : nullptr;
  return {*file_, found, path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key)};
}

Item::operator bool() const {
  if (node_ != nullptr && node_->kind == Node::Kind::null) {
    mark();
    return false;
  }
  return node_ != nullptr;
}

std::vector<Item> Item::items() const {
  std::vector<Item> out;
  if (node_ == nullptr || (node_->kind != Node::Kind::list && node_->kind != Node::Kind::map)) {
    refuse(fmt::format("'{}' is missing or holds nothing", path_), "a list");
    return out;
  }
  for (const Node& child : Children(*node_)) {
    out.emplace_back(
        *file_, &child,
        child.key.empty() ? fmt::format("{}[{}]", path_, out.size()) : fmt::format("{}.{}", path_, child.key));
  }
  return out;
}

std::vector<std::string> Item::keys() const {
  std::vector<std::string> out;
  if (node_ != nullptr && node_->kind == Node::Kind::map) {
    for (const Node& child : Children(*node_)) {
      out.emplace_back(child.key);
    }
  }
  return out;
}

void Item::mark() const { file_->mark(*node_, false); }

void Item::pass() const {
  if (node_ != nullptr) {
    file_->mark(*node_, true);
  }
}

void Item::refuse(std::string what, std::string expected) const {
  file_->note(node_, std::move(what), std::move(expected));
}

}  // namespace kvtally
