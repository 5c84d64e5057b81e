#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "read/config/config.hpp"
#include "read/description/description.hpp"
#include "read/text/embedded.hpp"

namespace kvtally {

/// The models that are known by name: those compiled in, and those of folders that the user adds.
class Zoo {
 public:
  /// The models among the compiled-in files (embedded_files()).
  explicit Zoo(std::span<const EmbeddedFile> files);

  /// Adds every .yaml of a folder; one with the id (file name) of a known model replaces it. Each file is read in
  /// full here, so that a broken one is reported at once.
  Problems add_folder(const std::string& folder);

  /// All ids, sorted.
  std::vector<std::string> ids() const;

  /// All aliases that stand for one model, sorted.
  std::vector<std::string> aliases() const;

  /// Ids for which the name stands: itself, or an alias, whatever the case of its letters. More than one:
  /// ambiguous.
  std::vector<std::string> matches(std::string_view name) const;

  /// The id or alias nearest to a name that matches nothing; empty when none is near.
  std::string suggestion(std::string_view name) const;

  /// The model that an id or alias stands for. The problem of an unknown or ambiguous one has no place.
  Expected<Description> named(std::string_view name) const;

  /// The model of an id that `ids` holds.
  Expected<Description> describe(std::string_view id) const;

 private:
  struct Entry {
    std::string id;
    Tree tree;
  };
  std::vector<Entry> entries_;  // sorted by id
};

/// The model that a user's word stands for: a zoo id or alias, a path to a file that read_model_file takes, or "-"
/// for one on standard input. The problem of an unknown or ambiguous word has no place.
Expected<Description> find_model(const Zoo& zoo, const std::string& word, const ConfigOptions& options = {});

}  // namespace kvtally
