#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "read/text/tree.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally {

class VectorFile;

/// A place in a vector file. Reading it marks it as read. What is missing or of another sort is noted as a problem
/// of the file, and a zero (or a tensor of the shape that was wanted) is handed out: a runner first reads all that
/// it needs, then stops if the file has problems, then computes.
class Item {
 public:
  Item(VectorFile& file, const Node* node, std::string path) : file_(&file), node_(node), path_(std::move(path)) {}

  /// The member of that name; it may be missing.
  Item operator[](std::string_view key) const;
  /// Whether it is there and not null. Asking marks a null as read.
  explicit operator bool() const;
  /// The items of a list, or the values of a map.
  std::vector<Item> items() const;
  /// The names of a map's members, in order.
  std::vector<std::string> keys() const;

  /// An array {"shape", "data"} of the shape that is wanted.
  reference::Tensor tensor(const reference::Shape& wanted) const;
  /// The same of any shape with `axes` axes.
  reference::Tensor any_tensor(std::size_t axes) const;
  /// The same numbers in double, whatever the executor computes in; empty when it is no array.
  std::vector<double> doubles() const;
  /// The array's "dtype"; "float64" when it has none.
  std::string dtype() const;
  double number() const;
  std::int64_t integer() const;
  /// A size: an integer from 1 to 2^20.
  std::int64_t size() const;
  bool flag() const;
  std::string text() const;
  std::vector<std::int64_t> integers() const;  // of a plain list or an array
  /// Says that it needs no reading, itself and all that is in it.
  void pass() const;
  /// Says that this value isn't understood.
  void refuse(std::string what, std::string expected = {}) const;

 private:
  const Node* array(std::string_view member) const;
  std::vector<double> numbers(const Node& list) const;
  void mark() const;

  VectorFile* file_;
  const Node* node_;  // null: missing
  std::string path_;
};

/// One golden vector: the inputs, weights and outputs of a public implementation (the format is described in
/// tests/golden/vectors/README.md).
class VectorFile {
 public:
  static Expected<std::unique_ptr<VectorFile>> parse(std::string file, std::string text);

  const std::string& file() const { return tree_.file(); }
  std::string name();
  std::string kind();
  Item root() { return {*this, &tree_.root(), ""}; }
  Item operator[](std::string_view key) { return root()[key]; }

  bool failed() const { return !problems_.empty(); }
  const Problems& problems() const { return problems_; }
  /// A problem for each value that nothing has read: a figure that isn't compared, a parameter that isn't obeyed.
  void note_unread();

 private:
  friend class Item;
  explicit VectorFile(Tree tree) : tree_(std::move(tree)), read_(tree_.nodes().size()) {}

  void note(const Node* node, std::string what, std::string expected = {});
  void mark(const Node& node, bool whole);

  Tree tree_;
  std::vector<bool> read_;  // a node each
  Problems problems_;
};

}  // namespace kvtally
