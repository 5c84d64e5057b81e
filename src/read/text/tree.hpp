#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

namespace kvtally {

/// A document of scalars, lists and maps with the place of each: what every text format is turned into before a
/// rule looks at it, and what the host tool compiles into the program.
struct Node {
  enum class Kind : std::uint8_t { plain, quoted, null, list, map };
  Kind kind = Kind::null;
  std::string_view key;   // of a map's member, else empty
  std::string_view text;  // of a scalar
  Place place;            // of the value
  Place key_place;
  std::uint32_t size = 1;  // this node and all its descendants, which follow it
};

/// The members of a list or map, one after the other.
class Children {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = Node;
    explicit Iterator(const Node* node = nullptr) : node_(node) {}
    const Node& operator*() const { return *node_; }
    const Node* operator->() const { return node_; }
    Iterator& operator++() {
      node_ += node_->size;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const Node* node_;
  };

  explicit Children(const Node& parent) : first_(&parent + 1), last_(&parent + parent.size) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(last_); }
  std::size_t count() const;

 private:
  const Node* first_;
  const Node* last_;
};

/// The member of a map with that key; null when there is none.
const Node* member(const Node& map, std::string_view key);

/// A document and the text it came from. Copies share the storage.
class Tree {
 public:
  /// Nodes that live as long as the program (compiled in); there is no text to quote from.
  Tree(std::string file, std::span<const Node> nodes) : file_(std::move(file)), nodes_(nodes) {}
  /// Nodes whose views point into `storage`, which also holds the text.
  Tree(std::string file, std::string_view text, std::span<const Node> nodes, std::shared_ptr<const void> storage)
      : file_(std::move(file)), text_(text), nodes_(nodes), storage_(std::move(storage)) {}

  const Node& root() const { return nodes_.front(); }
  std::span<const Node> nodes() const { return nodes_; }
  const std::string& file() const { return file_; }

  /// Other nodes about the same text: a translation of this document.
  Tree with_nodes(std::span<const Node> nodes, std::shared_ptr<const void> storage) const;
  bool is_translation() const { return source_ != nullptr; }

  /// Where a byte of a scalar's text stands; where the scalar begins when it is written in another way than its
  /// text (over several lines, or with escapes).
  Place place_in(const Node& scalar, std::size_t offset) const;

  /// A problem at a place of this document, with the line it is in.
  Problem problem(Place place, std::string what, std::string expected = {}, std::string suggestion = {}) const;

 private:
  std::string file_;
  std::string_view text_;
  std::span<const Node> nodes_;
  std::shared_ptr<const void> storage_;
  std::shared_ptr<const void> source_;  // of a translation: what holds the text
};

}  // namespace kvtally
