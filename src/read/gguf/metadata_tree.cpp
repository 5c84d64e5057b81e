#include "read/gguf/metadata_tree.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <memory>

#include "core/text.hpp"
#include "model/limits.hpp"
#include "read/gguf/byte_reader.hpp"

namespace kvtally {

namespace {

constexpr std::uint64_t kMostNumbers = 1 << 20;
constexpr std::uint64_t kShownItems = 8;
constexpr std::size_t kShownText = 120;
constexpr std::size_t kMostParts = 8;

struct Storage {
  std::string text;
  std::deque<std::string> strings;
  std::vector<Node> nodes;

  std::string_view keep(std::string value) { return strings.emplace_back(std::move(value)); }
};

/// A key, or the part that several begin with.
struct Branch {
  const GgufEntry* entry = nullptr;
  std::uint32_t line = 0;
  std::map<std::string_view, Branch> members;
};

bool is_list(const GgufEntry& entry) {
  return entry.type == GgufType::array && entry.element != GgufType::text &&
         entry.count <= static_cast<std::uint64_t>(limits::kLayers);
}

std::string shown_value(const GgufEntry& entry) {
  if (entry.type == GgufType::text) {
    const std::string_view text = as_text(entry.value);
    return fmt::format("\"{}\"", text.substr(0, std::min({kShownText, text.size(), text.find('\n')})));
  }
  if (entry.type != GgufType::array) {
    return number_text(entry);
  }
  if (entry.element == GgufType::text) {
    return fmt::format("[{} texts]", entry.count);
  }
  std::string out = "[";
  for (std::uint64_t i = 0; i < std::min(entry.count, kShownItems); ++i) {
    out += (i == 0 ? "" : ", ") + number_text(entry, i);
  }
  return out + (entry.count > kShownItems ? fmt::format(", … {} in all]", entry.count) : "]");
}

class Builder {
 public:
  Builder(const GgufFile& file, std::string_view architecture)
      : file_(file), prefix_(std::string(architecture) + '.'), storage_(std::make_shared<Storage>()) {}

  Expected<Tree> build() {
    std::uint32_t line = 0;
    for (const GgufEntry& entry : file_.entries) {
      storage_->text += fmt::format("{} = {}\n", entry.key.substr(0, kShownText), shown_value(entry));
      ++line;
      if (entry.key.starts_with(prefix_)) {
        add(entry, line);
      }
    }
    write(root_, {});
    if (!problems_.empty()) {
      return std::unexpected(std::move(problems_));
    }
    return Tree(file_.name, storage_->text, storage_->nodes, storage_);
  }

 private:
  void report(const GgufEntry& entry, const std::string& what, std::string expected) {
    if (problems_.size() < kMostProblems) {
      problems_.push_back(
          {file_.name, {}, fmt::format("at byte {}: {}", entry.at, what), std::move(expected), {}, {}});
    }
  }

  void add(const GgufEntry& entry, std::uint32_t line) {
    const std::vector<std::string_view> parts = split(entry.key.substr(prefix_.size()), '.');
    if (parts.empty() || parts.size() > kMostParts) {
      report(entry, fmt::format("the key '{}' has {} parts", entry.key, parts.size()), "from 1 to 8");
      return;
    }
    Branch* branch = &root_;
    for (const std::string_view part : parts) {
      branch = &branch->members[part];
    }
    branch->entry = &entry;
    branch->line = line;
  }

  void write(const Branch& branch, std::string_view key) {
    const std::size_t at = storage_->nodes.size();
    Node node;
    node.key = key;
    node.place = node.key_place = {branch.line, branch.line == 0 ? 0U : 1U};
    node.kind = Node::Kind::map;
    if (branch.entry != nullptr && !branch.members.empty()) {
      report(*branch.entry, fmt::format("the key '{}' is also the beginning of others", branch.entry->key),
             "a value or keys behind it");
    }
    storage_->nodes.push_back(node);
    if (branch.entry != nullptr) {
      write_value(*branch.entry, at);
    }
    for (const auto& [name, member] : branch.members) {
      write(member, name);
    }
    storage_->nodes[at].size = static_cast<std::uint32_t>(storage_->nodes.size() - at);
  }

  void write_value(const GgufEntry& entry, std::size_t at) {
    if (!is_list(entry)) {
      const bool quoted = entry.type == GgufType::text || entry.type == GgufType::array;
      storage_->nodes[at].kind = quoted ? Node::Kind::quoted : Node::Kind::plain;
      storage_->nodes[at].text = storage_->keep(entry.type == GgufType::text ? std::string(as_text(entry.value))
                                                : quoted                     ? shown_value(entry)
                                                                             : number_text(entry));
      return;
    }
    storage_->nodes[at].kind = Node::Kind::list;
    numbers_ += entry.count;
    if (numbers_ > kMostNumbers) {
      report(entry, "the arrays up to here hold more than 2^20 numbers", "values a layer");
      return;
    }
    for (std::uint64_t i = 0; i < entry.count; ++i) {
      Node item;
      item.kind = Node::Kind::plain;
      item.text = storage_->keep(number_text(entry, i));
      item.place = storage_->nodes[at].place;
      storage_->nodes.push_back(item);
    }
  }

  const GgufFile& file_;
  std::string prefix_;
  std::shared_ptr<Storage> storage_;
  Branch root_;
  std::uint64_t numbers_ = 0;
  Problems problems_;
};

}  // namespace

Expected<Tree> metadata_tree(const GgufFile& file, std::string_view architecture) {
  return Builder(file, architecture).build();
}

}  // namespace kvtally
