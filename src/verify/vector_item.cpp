#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>

#include "core/wide.hpp"
#include "verify/vector_file.hpp"

// The values of a vector file's items.

namespace kvtally {

namespace {

constexpr std::int64_t kLargestSize = std::int64_t{1} << 20;
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 24;  // of a tensor: parameters alone can ask for any

// A JSON number, or one of the strings that stand for what JSON cannot write.
std::optional<double> double_of(const Node& node) {
  if (node.kind == Node::Kind::quoted) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (node.text == "inf" || node.text == "-inf") {
      return node.text == "inf" ? kInfinity : -kInfinity;
    }
    return node.text == "nan" ? std::optional(std::numeric_limits<double>::quiet_NaN()) : std::nullopt;
  }
  double value = 0;
  const char* begin = node.text.data();
  const char* end = begin + node.text.size();
  const auto [at, error] = std::from_chars(begin, end, value);
  return node.kind == Node::Kind::plain && error == std::errc() && at == end ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> integer_of(const Node& node) {
  std::int64_t value = 0;
  const char* begin = node.text.data();
  const char* end = begin + node.text.size();
  const auto [at, error] = std::from_chars(begin, end, value);
  return node.kind == Node::Kind::plain && error == std::errc() && at == end ? std::optional(value) : std::nullopt;
}

}  // namespace

double Item::number() const {
  const auto value = node_ == nullptr ? std::nullopt : double_of(*node_);
  if (!value) {
    refuse(fmt::format("'{}' is missing or no number", path_), "a number");
    return 0;
  }
  mark();
  return *value;
}

std::int64_t Item::integer() const {
  const auto value = node_ == nullptr ? std::nullopt : integer_of(*node_);
  if (!value) {
    refuse(fmt::format("'{}' is missing or no integer", path_), "an integer");
    return 0;
  }
  mark();
  return *value;
}

std::int64_t Item::size() const {
  const std::int64_t value = integer();
  if (value < 1 || value > kLargestSize) {
    refuse(fmt::format("'{}' is {}", path_, value), fmt::format("a size from 1 to {}", kLargestSize));
    return 1;
  }
  return value;
}

bool Item::flag() const {
  if (node_ == nullptr || (node_->text != "true" && node_->text != "false")) {
    refuse(fmt::format("'{}' is missing or no flag", path_), "true or false");
    return false;
  }
  mark();
  return node_->text == "true";
}

std::string Item::text() const {
  if (node_ == nullptr || node_->kind != Node::Kind::quoted) {
    refuse(fmt::format("'{}' is missing or no text", path_), "a text");
    return {};
  }
  mark();
  return std::string(node_->text);
}

const Node* Item::array(std::string_view name) const {
  const Node* found = node_ != nullptr && node_->kind == Node::Kind::map ? member(*node_, name) : nullptr;
  return found != nullptr && found->kind == Node::Kind::list ? found : nullptr;
}

std::vector<double> Item::numbers(const Node& list) const {
  std::vector<double> out;
  for (const Node& child : Children(list)) {
    const auto value = double_of(child);
    if (!value) {
      file_->note(&child, fmt::format("'{}' holds '{}'", path_, child.text), "a number");
      return {};
    }
    out.push_back(*value);
  }
  return out;
}

std::vector<double> Item::doubles() const {
  const Node* data = array("data");
  if (data == nullptr || array("shape") == nullptr) {
    refuse(fmt::format("'{}' is missing or no array", path_), "an array {\"shape\", \"data\"}");
    return {};
  }
  file_->mark(*node_, true);
  return numbers(*data);
}

std::string Item::dtype() const {
  const Node* type = node_ != nullptr && node_->kind == Node::Kind::map ? member(*node_, "dtype") : nullptr;
  return type == nullptr ? "float64" : std::string(type->text);
}

reference::Tensor Item::any_tensor(std::size_t axes) const {
  const std::vector<double> data = doubles();
  reference::Shape shape;
  Wide count = 1;
  if (const Node* sizes = array("shape")) {
    for (const Node& child : Children(*sizes)) {
      shape.push_back(integer_of(child).value_or(-1));
      count *= shape.back() < 0 || shape.back() > kLargestSize ? -1 : shape.back();
    }
    if (shape.size() != axes || count != static_cast<Wide>(data.size())) {
      refuse(fmt::format("'{}' has the shape [{}] and {} numbers", path_, fmt::join(shape, ", "), data.size()),
             fmt::format("{} axes and as many numbers as they say", axes));
      return reference::Tensor(reference::Shape(axes, 0));
    }
  } else {
    return reference::Tensor(reference::Shape(axes, 0));
  }
  std::vector<reference::Real> values(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    values[i] = static_cast<reference::Real>(data[i]);
  }
  return {std::move(shape), std::move(values)};
}

reference::Tensor Item::tensor(const reference::Shape& wanted) const {
  Wide count = 1;
  for (const std::int64_t size : wanted) {
    count = size < 0 || count > kMostNumbers ? kMostNumbers + 1 : count * size;
  }
  if (count > kMostNumbers) {
    refuse(fmt::format("'{}' would have the shape [{}]", path_, fmt::join(wanted, ", ")),
           fmt::format("at most {} numbers", kMostNumbers));
    return reference::Tensor(reference::Shape(wanted.size(), 0));
  }
  reference::Tensor out = any_tensor(wanted.size());
  if (out.shape() == wanted) {
    return out;
  }
  if (array("shape") != nullptr) {
    refuse(fmt::format("'{}' has the shape [{}]", path_, fmt::join(out.shape(), ", ")),
           fmt::format("[{}]", fmt::join(wanted, ", ")));
  }
  return reference::Tensor(wanted);
}

std::vector<std::int64_t> Item::integers() const {
  const Node* list = node_ != nullptr && node_->kind == Node::Kind::list ? node_ : array("data");
  std::vector<std::int64_t> out;
  if (list == nullptr) {
    refuse(fmt::format("'{}' is missing or no list", path_), "a list of integers");
    return out;
  }
  file_->mark(*node_, true);
  for (const Node& child : Children(*list)) {
    const auto value = integer_of(child);
    if (!value) {
      file_->note(&child, fmt::format("'{}' holds '{}'", path_, child.text), "an integer");
      return {};
    }
    out.push_back(*value);
  }
  return out;
}

}  // namespace kvtally
