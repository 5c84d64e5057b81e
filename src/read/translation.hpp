#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "read/config/class_defaults.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// Turns a config.json into a description in our own words: the rule of a model type says which of the file's keys
/// become which of ours, and the description is then read as any other. Each value keeps its place in the file, or
/// says what it was taken from instead.
class Translation {
 public:
  /// `defaults` are those of the model type's class; null when it has none that are known.
  Translation(const Fields& config, const ClassDefaults* defaults) : config_(&config), defaults_(defaults) {}

  // ---- the file

  /// The value of a key, marked as understood; null when it is absent or null.
  const Node* find(std::string_view key);
  bool has(std::string_view key) { return find(key) != nullptr; }
  /// A whole number of the file, else the class's default, which is then listed among the assumptions.
  std::optional<std::int64_t> number(std::string_view key, std::int64_t low = 0);
  bool flag(std::string_view key, bool otherwise = false);
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
  /// The layer types in order. `from` is the file's key that they follow from; empty: a rule.
  void layers(const std::vector<std::string>& types, std::string_view from, std::string_view ours = "layer_types");
  /// A number of layers of one type.
  void uniform(std::string_view type);

  void report(std::string_view key, std::string what, std::string expected);
  void assume(std::string sentence);

  const Fields& config() const { return *config_; }
  const std::set<std::string, std::less<>>& understood() const { return understood_; }
  const std::vector<std::string>& assumptions() const { return assumptions_; }

  /// The description as a document; its values have the places of the file.
  Tree build() const;

 private:
  struct Value {
    std::string text;
    Place place;
    bool quoted = false;
  };

  const Fields* config_;
  const ClassDefaults* defaults_;
  std::map<std::string, Value, std::less<>> values_;  // by our key, a dot before each member of a map
  std::set<std::string, std::less<>> understood_;
  std::vector<std::string> assumptions_;
};

}  // namespace kvtally
