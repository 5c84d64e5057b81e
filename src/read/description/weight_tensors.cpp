#include "read/description/weight_tensors.hpp"

#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kMostTensors = 1024;
constexpr std::int64_t kMostElements = std::int64_t{1} << 62;

class TensorReader {
 public:
  TensorReader(const Fields& description, const Fields& item) : description_(description), item_(item) {}

  GivenTensor read() {
    item_.refuse_unknown(std::array<std::string_view, 5>{"part", "name", "shape", "copies", "active"});
    GivenTensor tensor;
    tensor.name = item_.required_text("name");
    tensor.part = part();
    tensor.copies = amount(item_.find("copies")).value_or(1);
    tensor.active = amount(item_.find("active")).value_or(tensor.copies);
    if (tensor.active > tensor.copies) {
      item_.report(item_.find("active")->place,
                   fmt::format("active is {} of {} copies", tensor.active, tensor.copies), "at most copies");
    }
    shape(tensor);
    return tensor;
  }

 private:
  WeightPart part() const {
    const std::string name = item_.required_text("part");
    const auto known = weight_part(name);
    if (const Node* node = item_.find("part"); node != nullptr && !known) {
      item_.report(node->place, fmt::format("part is {}", described(*node)),
                   "a part of the weights such as other");
    }
    return known.value_or(WeightPart::other);
  }

  void shape(GivenTensor& tensor) const {
    const Node* list = item_.find("shape");
    if (list == nullptr || list->kind != Node::Kind::list) {
      item_.report(list == nullptr ? item_.node().place : list->place, "a tensor needs the list 'shape'",
                   "sizes, or the keys that hold them");
      return;
    }
    Wide elements = tensor.copies;
    for (const Node& node : Children(*list)) {
      tensor.shape.push_back(amount(&node).value_or(1));
      elements *= tensor.shape.back();
      if (elements > kMostElements) {
        item_.report(node.place, fmt::format("the tensor '{}' has more than 2^62 elements", tensor.name),
                     "smaller sizes");
        return;
      }
    }
  }

  std::optional<std::int64_t> amount(const Node* node) const {
    if (node == nullptr) {
      return std::nullopt;
    }
    if (node->kind == Node::Kind::plain) {
      const auto number = parse_integer(node->text);
      if (number && *number >= 0 && *number <= limits::kDimension) {
        return *number;
      }
      if (!number && description_.find(node->text) != nullptr) {
        return description_.integer(node->text, 0, limits::kDimension);
      }
    }
    item_.report(node->place, fmt::format("a size is {}", described(*node)),
                 fmt::format("a whole number from 0 to {}, or a key that holds one", limits::kDimension));
    return std::nullopt;
  }

  const Fields& description_;
  const Fields& item_;
};

}  // namespace

std::vector<GivenTensor> read_weight_tensors(const Fields& fields, const Fields& weights) {
  std::vector<GivenTensor> out;
  const Node* list = weights.find("tensors");
  if (list == nullptr) {
    return out;
  }
  if (list->kind != Node::Kind::list) {
    weights.report(list->place, fmt::format("tensors is {}", described(*list)), "a list");
    return out;
  }
  for (const Node& node : Children(*list)) {
    if (out.size() == kMostTensors) {
      weights.report(node.place, fmt::format("more than {} tensors", kMostTensors), "fewer");
      return out;
    }
    const Fields item(weights.tree(), node, weights.problems(), "a tensor");
    if (node.kind == Node::Kind::map) {
      out.push_back(TensorReader(fields, item).read());
    }
  }
  return out;
}

}  // namespace kvtally
