#include "published/zoo_numbers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "read/description/runs.hpp"

namespace kvtally::test {

namespace {

constexpr std::array<std::string_view, 6> kNoNumbers{"name", "vendor", "released", "aliases", "sources", "notes"};
constexpr std::string_view kDepth = "num_hidden_layers";
constexpr std::array<std::string_view, 3> kLayerLists{"layer_types", "indexer_types", "mlp_layer_types"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Whether digits at `at` stand for a number: not those of a word (fp8, mxfp4), but those behind the x of "x32" and
// of "128x128".
bool begins_number(std::string_view text, std::size_t at) {
  if (at == 0) {
    return true;
  }
  const char before = text[at - 1];
  return before == 'x' ? at == 1 || !is_letter(text[at - 2]) : !is_letter(before);
}

class Finder {
 public:
  explicit Finder(const Tree& tree) : tree_(tree) {}

  std::vector<ZooNumber> find() {
    walk(tree_.root(), "");
    return std::move(out_);
  }

 private:
  void walk(const Node& node, const std::string& path) {
    if (node.kind == Node::Kind::map) {
      for (const Node& child : Children(node)) {
        if (std::ranges::find(kNoNumbers, child.key) == kNoNumbers.end()) {
          walk(child, path + (path.empty() ? "" : ".") + std::string(child.key));
        }
      }
    } else if (node.kind == Node::Kind::list) {
      int i = 0;
      for (const Node& child : Children(node)) {
        const Node* name = child.kind == Node::Kind::map ? member(child, "name") : nullptr;
        walk(child, fmt::format("{}[{}]", path, name == nullptr ? std::to_string(i) : std::string(name->text)));
        ++i;
      }
    } else {
      scalar(node, path);
    }
  }

  void scalar(const Node& node, const std::string& path) {
    const std::size_t before = out_.size();
    const std::string_view text = node.text;
    for (std::size_t i = 0; i < text.size();) {
      if (!is_digit(text[i])) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) {
        ++end;
      }
      if (begins_number(text, i)) {
        out_.push_back({static_cast<std::size_t>(&node - tree_.nodes().data()), i, end - i, path});
      }
      i = end;
    }
    if (out_.size() - before > 1) {
      for (std::size_t i = before; i < out_.size(); ++i) {
        out_[i].key += fmt::format(" #{}", i - before + 1);
      }
    }
  }

  const Tree& tree_;
  std::vector<ZooNumber> out_;
};

std::size_t index_of(const ChangedFile& file, std::string_view key) {
  const Node* node = member(file.nodes().front(), key);
  return node == nullptr ? 0 : static_cast<std::size_t>(node - file.nodes().data());
}

std::int64_t length_of_list(const Node& node) {
  const auto runs = parse_runs(node.text);
  return runs ? length_of(*runs) : 0;
}

// `linear x3, full` of 4 layers as one of 6: `linear x3, full, full x2`.
std::string lengthened(const Node& node, std::int64_t layers) {
  const auto runs = parse_runs(node.text);
  const std::int64_t more = layers - (runs ? length_of(*runs) : layers);
  return fmt::format("{}, {} x{}", node.text, runs->back().name, more);
}

}  // namespace

std::vector<ZooNumber> numbers_of(const Tree& tree) { return Finder(tree).find(); }

void ChangedFile::set(std::size_t node, std::string text) {
  texts_[node] = std::move(text);
  nodes_[node].text = texts_[node];
}

std::vector<std::string> changes_of(const Tree& tree, const ZooNumber& number) {
  std::string digits(tree.nodes()[number.node].text.substr(number.offset, number.length));
  const std::size_t point = digits.find('.');
  const std::size_t decimals = point == std::string::npos ? 0 : digits.size() - point - 1;
  std::erase(digits, '.');
  const std::int64_t value = std::stoll(digits);
  std::vector<std::string> out;
  const auto add = [&](std::int64_t changed) {
    std::string text = fmt::format("{:0{}}", changed, decimals + 1);
    if (decimals > 0) {
      text.insert(text.size() - decimals, ".");
    }
    out.push_back(std::move(text));
  };
  add(value + 1);
  if (value > 0) {
    add(2 * value);
  }
  if (value > 0 && value % 2 == 0) {
    add(value / 2);
  }
  return out;
}

bool change(ChangedFile& file, const ZooNumber& number, const std::string& digits) {
  std::string text(file.nodes()[number.node].text);
  text.replace(number.offset, number.length, digits);
  file.set(number.node, text);
  std::vector<std::size_t> lists;
  for (const std::string_view key : kLayerLists) {
    if (const std::size_t node = index_of(file, key); node != 0) {
      lists.push_back(node);
    }
  }
  const std::size_t depth = index_of(file, kDepth);
  if (number.node != depth && std::ranges::find(lists, number.node) == lists.end()) {
    return false;
  }
  const std::int64_t layers = number.node == depth ? std::stoll(text) : length_of_list(file.nodes()[number.node]);
  bool followed = false;
  if (number.node != depth && file.nodes()[depth].text != std::to_string(layers)) {
    file.set(depth, std::to_string(layers));
    followed = true;
  }
  for (const std::size_t list : lists) {
    if (const Node& node = file.nodes()[list]; length_of_list(node) < layers) {
      file.set(list, lengthened(node, layers));
      followed = true;
    }
  }
  return followed;
}

}  // namespace kvtally::test
