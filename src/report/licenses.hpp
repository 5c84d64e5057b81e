#pragma once

#include <string>
#include <vector>

namespace kvtally {

/// A library that the program is linked with, and what its licence wants said beside a binary.
struct LicensedLibrary {
  std::string name;
  std::string version;
  std::string license;  // an SPDX identifier where there is one
  std::vector<std::string> copyright;
  std::string text;
  bool in_page = false;  // part of the script of pages, too
};

/// Those of reports/licenses.yaml, in its order. A broken file is a fault of the program: a test reads it.
std::vector<LicensedLibrary> licensed_libraries();

}  // namespace kvtally
