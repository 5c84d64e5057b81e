#include <algorithm>

#include "install/installation.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::package_test {

namespace {

using test::Folder;

// The package of this build; cpack stands beside cmake.
std::string package_in(const Folder& folder) {
  const auto cpack = std::filesystem::path(KVTALLY_CMAKE).parent_path() / "cpack";
  test::done("/bin/sh",
             {"-ec", "cd " KVTALLY_BINARY_DIR " && " + cpack.string() + " -G DEB -B " + folder.path("")});
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
    if (entry.path().extension() == ".deb") {
      return entry.path();
    }
  }
  FAIL("no package");
  return {};
}

std::string field(const std::string& package, const std::string& name) {
  return test::done(test::installed("dpkg-deb"), {"--field", package, name});
}

// Paths of the package's files, without folders, below "./usr/".
std::vector<std::string> files_of(const std::string& package) {
  std::vector<std::string> out;
  for (const std::string& line :
       test::lines_of(test::done(test::installed("dpkg-deb"), {"--contents", package}))) {
    if (line.starts_with('-')) {
      out.push_back(line.substr(line.find("./usr/") + 6));
    }
  }
  std::ranges::sort(out);
  return out;
}

TEST_CASE("the Debian package: its fields, its files, and the program in it") {
  KVTALLY_NEEDS("dpkg-deb")
  const Folder folder;
  const std::string package = package_in(folder);
  CHECK(field(package, "Package") == "kvtally\n");
  CHECK(field(package, "Version") == "0.1.0-1\n");
  CHECK(field(package, "Section") == "science\n");
  CHECK(
      field(package, "Description").starts_with("calculates what a language model's memory of the past costs\n"));
  if (std::string(KVTALLY_LINKED) == "static") {
    CHECK(test::done(test::installed("dpkg-deb"), {"--field", package}).find("\nDepends:") == std::string::npos);
  } else {
    CHECK(field(package, "Depends").find("libc6 (>= ") != std::string::npos);
    CHECK(field(package, "Depends").find("libyaml-cpp0.7") != std::string::npos);
  }
  CHECK(files_of(package) ==
        test::installed_files({"share/doc/kvtally/changelog.Debian.gz", "share/lintian/overrides/kvtally",
                               "share/zsh/vendor-completions/_kvtally"}));
  test::done(test::installed("dpkg-deb"), {"--extract", package, folder.path("root")});
  CHECK(test::done(folder.path("root/usr/bin/kvtally"), {"table"}) ==
        test::source_text("reports/attention-evolution.txt"));
}

TEST_CASE("lintian finds nothing to say about the static package") {
  KVTALLY_NEEDS("lintian")
  if (std::string(KVTALLY_LINKED) != "static") {
    return;  // the overrides are those of the package that is published
  }
  const Folder folder;
  const auto outcome = test::run_program(test::installed("lintian"), {"--allow-root", package_in(folder)});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == "");
}

}  // namespace

}  // namespace kvtally::package_test
