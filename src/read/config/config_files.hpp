#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kvtally {

/// A class of one of transformers' configuration files, and what it gives by default.
struct ConfigClass {
  std::string name;  // "AfmoeConfig"
  std::map<std::string, std::string, std::less<>> defaults;

  /// The default of a key where it is a whole number; None and a missing key are nothing.
  std::optional<std::int64_t> number(std::string_view key) const;
};

/// One of transformers' configuration files (modelzoo/config/classes.yaml).
struct ConfigFile {
  std::string name;                      // "afmoe", of configuration_afmoe.py
  bool later = false;                    // not in the version that is counted, but in the one that followed
  std::vector<ConfigClass> classes;      // in their order; those alone that bear on a census
  std::vector<std::string> layer_types;  // that its classes fill in, in the order in which they come first
  bool sinks = false;                    // the model has learned sinks
  bool indexer = false;                  // and an indexer
  std::vector<std::string> mentions;     // words that the file has somewhere

  /// The first default of a key that is a whole number.
  std::optional<std::int64_t> number(std::string_view key) const;
};

/// The compiled-in list of files, by their names. Defaults of a class that is a model type are those of
/// modelzoo/families/.
std::vector<ConfigFile> config_files();

}  // namespace kvtally
