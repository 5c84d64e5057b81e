#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/expectation.hpp"

namespace kvtally {

/// One expectation of a check file (docs/check.md).
struct FileCheck {
  Place place;
  Place expected_place;  // of `expected`, where it is given
  std::string id;
  Expectation figure;                // `expected` is empty where a file is there to be recorded
  std::optional<std::string> error;  // the whole message of the refusal that is expected instead
  std::string note;
};

/// A file of expectations. Its nodes live as long as the tree.
struct CheckFile {
  std::string title;
  std::vector<FileCheck> checks;
};

/// Whether a document says that it is one: it has `checks`.
bool is_check_file(const Tree& tree);

/// Refused with its place: an unknown key, figure, model, device, format or word, a missing key, two checks of one
/// id, both `expected` and `error`, an expected number that is none. `recording`: neither need be there.
Expected<CheckFile> read_check_file(const Tree& tree, const FigureSources& sources, bool recording);

}  // namespace kvtally
