#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/figure.hpp"
#include "read/zoo.hpp"

namespace kvtally::cli {

/// Where the figures of check files are taken from: the compiled-in models and devices, and the lecture's table.
class CheckSources {
 public:
  /// A fault of the program where the compiled-in report cannot be computed.
  CheckSources();

  /// For a document at this path: a model that is no id and no alias is a path relative to the document's folder.
  FigureSources at(const std::string& document) const;

 private:
  Zoo zoo_;
  Catalogue devices_;
  ModelTable table_;
};

/// The compiled-in document of reports/ with that name; nothing where there is none of that sort.
std::optional<Tree> built_in_checks(const std::string& name);
std::vector<std::string> built_in_check_names();

}  // namespace kvtally::cli
