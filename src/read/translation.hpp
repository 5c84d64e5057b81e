#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "read/family.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// Turns a config.json into a description in our own words: the rule of a model type says which of the file's keys
/// become which of ours, and the description is then read as any other. Each value keeps its place in the file, or
/// says what it was taken from instead.
class Translation {
 public:
  /// `family` has the model type's own names and defaults; null: it has none. `whole` is the file that `config` is
  /// a part of; null: it is all of it. They outlive the translation.
  explicit Translation(const Fields& config, const Family* family = nullptr, const Fields* whole = nullptr)
      : config_(&config), family_(family), whole_(whole) {}

  // ---- the file

  /// The value of a key, or of what the family calls it, marked as understood; null when it is absent or null. Two
  /// names with two values are a problem.
  const Node* find(std::string_view key);
  bool has(std::string_view key) { return find(key) != nullptr; }
  /// The key stands in the file, if only as null.
  bool stated(std::string_view key);
  /// A whole number of the file, else the class's default, which is then listed among the assumptions.
  std::optional<std::int64_t> number(std::string_view key, std::int64_t low = 0);
  /// A whole number that the family has a default for, or `otherwise` where it has none; either is listed.
  std::int64_t number_or(std::string_view key, std::int64_t otherwise, std::int64_t low = 0);
  /// True or false: the file's, else the class's default, else `otherwise`. Not listed: see decide().
  bool flag(std::string_view key, bool otherwise = false);
  /// The same of a key that changes the figures: a default is listed.
  bool decide(std::string_view key, bool otherwise = false);
  /// The members of a list, as texts; empty when it is absent.
  std::vector<std::string> list(std::string_view key);
  /// Keys that are understood and do not bear on the cache of this model type.
  void ignore(std::initializer_list<std::string_view> keys);

  // ---- the description

  /// The value under our key: that of the file's key, else the class's default. False when there is neither.
  bool take(std::string_view key, std::string_view ours = {});
  void take_all(std::initializer_list<std::string_view> keys);
  /// A value that the rule knows, and where it knows it from.
  void give(std::string_view ours, std::string value, std::string how);
  /// Whether the description has a value under our key.
  bool given(std::string_view ours) const { return values_.contains(ours); }
  /// The layer types in order. `from` is the file's key that they follow from; empty: a rule.
  void layers(const std::vector<std::string>& types, std::string_view from, std::string_view ours = "layer_types");
  /// All layers of one type.
  void uniform(std::string_view type);
  /// num_hidden_layers, within bounds.
  std::int64_t layer_count();

  void report(std::string_view key, std::string what, std::string expected);
  /// The same, when the rule cannot go on: what it did not come to read is then not held against the file.
  void abandon(std::string_view key, std::string what, std::string expected);
  void abandon() { abandoned_ = true; }
  bool abandoned() const { return abandoned_; }
  void assume(std::string sentence);

  const Fields& config() const { return *config_; }
  const Fields& whole() const { return whole_ == nullptr ? *config_ : *whole_; }
  const Family* family() const { return family_; }
  /// What fills in defaults, as a sentence names it.
  std::string default_of() const;
  /// Every key that was asked for or ignored, members of maps by their path.
  const std::set<std::string, std::less<>>& understood() const { return understood_; }
  const std::vector<std::string>& assumptions() const { return assumptions_; }
  /// The keys whose values are the class's defaults, in the order they were asked for.
  const std::vector<std::string>& defaults_taken() const { return defaults_taken_; }

  /// The description as a document; its values have the places of the file.
  Tree build() const;

 private:
  std::optional<std::string> default_for(std::string_view key) const;

  struct Value {
    std::string text;
    Place place;
    bool quoted = false;
  };

  const Fields* config_;
  const Family* family_;
  const Fields* whole_;
  std::map<std::string, Value, std::less<>> values_;  // by our key, a dot before each member of a map
  std::set<std::string, std::less<>> understood_;
  std::vector<std::string> assumptions_;
  std::vector<std::string> defaults_taken_;
  bool abandoned_ = false;
};

}  // namespace kvtally
