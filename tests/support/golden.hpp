#pragma once

#include <string>

namespace kvtally::test {

/// The text of a file under the source folder; a missing one is an empty text.
std::string source_text(const std::string& path);

/// Checks `actual` against the golden file at `path` under the source folder, and shows the first line that
/// differs. With KVTALLY_REWRITE_GOLDEN=1 in the environment the file is written instead.
void check_golden(const std::string& path, const std::string& actual);

}  // namespace kvtally::test
