#pragma once

#include <map>
#include <string>
#include <vector>

#include "read/description/description.hpp"

namespace kvtally::test {

/// A number in a model file: digits, with a decimal point in a count such as 8.03B, within a scalar. A list of
/// layers in run-length form holds several. Names, notes, sources and the month of a release hold none.
struct ZooNumber {
  std::size_t node = 0;  // in Tree::nodes()
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string key;  // "num_hidden_layers", "layer_types #2", "weights.tensors[last norm].shape[0]"
};

std::vector<ZooNumber> numbers_of(const Tree& tree);

/// A model file of which some scalars have another text. It must outlive what reads tree().
class ChangedFile {
 public:
  explicit ChangedFile(const Tree& tree) : file_(tree.file()), nodes_(tree.nodes().begin(), tree.nodes().end()) {}

  ChangedFile(const ChangedFile&) = delete;
  ChangedFile& operator=(const ChangedFile&) = delete;

  void set(std::size_t node, std::string text);
  const std::vector<Node>& nodes() const { return nodes_; }
  Tree tree() const { return {file_, nodes_}; }

 private:
  std::string file_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::string> texts_;  // of the changed nodes
};

/// What a number may be changed to, in the order in which it is tried: one more in its last digit, twice as much,
/// half.
std::vector<std::string> changes_of(const Tree& tree, const ZooNumber& number);

/// Puts `digits` in the place of the number. Where that gives some list of layers another length,
/// num_hidden_layers and the other lists follow, each longer by layers of its last name: a file that is wrong in
/// itself says nothing of what it is held to. True where something followed.
bool change(ChangedFile& file, const ZooNumber& number, const std::string& digits);

}  // namespace kvtally::test
