#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "read/fields.hpp"
#include "read/gguf/container.hpp"
#include "read/translation.hpp"

namespace kvtally {

/// Which layers of an architecture slide, where the file leaves it to the program that runs it.
struct WindowShape {
  std::int64_t window = 0;   // positions, when the file has no attention.sliding_window; 0: none
  std::int64_t pattern = 0;  // layer i slides when i % pattern < pattern − 1; 0: the file must say
  bool dense_first = false;  // layer i slides when i % pattern ≠ 0
  bool required = false;     // attention.sliding_window must be there
};

struct Architecture;

/// What an architecture's rule reads (the file's keys, without the architecture's name) and writes (a description
/// in our own words). A key that is read counts as understood.
class GgufRule {
 public:
  GgufRule(const Architecture& architecture, const Fields& keys, Translation& out,
           std::function<bool(std::string_view)> has_tensor);

  const Architecture& architecture() const { return *architecture_; }
  Translation& out() { return *out_; }

  // ---- the file

  bool has(std::string_view key);
  bool is_list(std::string_view key);
  /// A whole number; nothing when it is absent.
  std::optional<std::int64_t> number(std::string_view key, std::int64_t low = 0);
  /// A whole number that must be there; else a problem is noted and `low` or 1 stands in.
  std::int64_t need(std::string_view key, std::int64_t low = 1);
  bool flag(std::string_view key, bool otherwise);
  /// One number for each block: the array, or the one number for all. An array may also have one for each layer of
  /// the trunk alone. Empty when the key is absent.
  std::vector<std::int64_t> each(std::string_view key);
  /// The same of true and false, or 1 and 0.
  std::vector<std::int64_t> each_mark(std::string_view key);
  /// Numbers of an array, whatever its length.
  std::vector<std::int64_t> list(std::string_view key);
  /// Keys that are understood and do not bear on the cache of this architecture.
  void ignore(std::initializer_list<std::string_view> keys);
  bool has_tensor(std::string_view name) const { return has_tensor_(name); }

  /// Layers: all blocks, without the draft blocks at the end (nextn_predict_layers), and those.
  std::int64_t blocks() const { return blocks_; }
  std::int64_t trunk() const { return blocks_ - drafts_; }
  /// The draft blocks are not in the file after all.
  void without_drafts() { drafts_ = 0; }

  // ---- the description

  /// The file's number under our key. False when it is absent.
  bool take(std::string_view key, std::string_view ours);
  /// The same of a number that must be there.
  void require(std::string_view key, std::string_view ours, std::int64_t low = 1);
  void give(std::string_view ours, std::int64_t value) { out_->give(ours, std::to_string(value), ""); }
  void assume(std::string sentence) { out_->assume(std::move(sentence)); }
  /// A problem with a key of the file.
  void report(std::string_view key, std::string what, std::string expected);
  /// The key with the architecture's name, as the file has it.
  std::string full(std::string_view key) const;

  const std::set<std::string, std::less<>>& used() const { return used_; }

 private:
  const Node* find(std::string_view key);
  std::vector<std::int64_t> items(std::string_view key, const Node& node, bool marks);
  std::vector<std::int64_t> spread(std::string_view key, bool marks);

  const Architecture* architecture_;
  const Fields* keys_;
  Translation* out_;
  std::function<bool(std::string_view)> has_tensor_;
  std::set<std::string, std::less<>> used_;
  std::int64_t blocks_ = 1;
  std::int64_t drafts_ = 0;
};

}  // namespace kvtally
