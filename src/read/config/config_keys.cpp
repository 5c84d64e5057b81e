#include "read/config/config_keys.hpp"

#include <algorithm>
#include <vector>

#include "core/text.hpp"
#include "read/text/embedded.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

namespace {

struct CompiledKeys {
  std::vector<std::string_view> words;
  std::vector<std::string_view> size_words;
  std::vector<std::string_view> irrelevant;  // sorted
};

std::vector<std::string_view> texts(const Node& list) {
  std::vector<std::string_view> out;
  for (const Node& item : Children(list)) {
    out.push_back(item.text);
  }
  return out;
}

CompiledKeys compiled_in() {
  const auto files = embedded_files();
  const auto file = std::ranges::find(files, "modelzoo/config/keys.yaml", &EmbeddedFile::path);
  CompiledKeys keys;
  if (file == files.end()) {
    return keys;
  }
  const Node& root = file->nodes.front();
  keys.words = texts(*member(root, "words"));
  keys.size_words = texts(*member(root, "size_words"));
  for (const Node& group : Children(*member(root, "irrelevant"))) {
    const auto names = texts(*member(group, "keys"));
    keys.irrelevant.insert(keys.irrelevant.end(), names.begin(), names.end());
  }
  std::ranges::sort(keys.irrelevant);
  return keys;
}

const CompiledKeys& keys() {
  static const CompiledKeys all = compiled_in();
  return all;
}

bool holds_one(std::string_view key, const std::vector<std::string_view>& words) {
  const std::string name = lower(key);
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace

bool may_bear_on_cache(std::string_view key) { return holds_one(key, keys().words); }
bool may_carry_a_size(std::string_view key) { return holds_one(key, keys().size_words); }
bool is_irrelevant(std::string_view key) { return std::ranges::binary_search(keys().irrelevant, key); }

}  // namespace kvtally
