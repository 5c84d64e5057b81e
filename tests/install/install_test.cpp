#include <algorithm>

#include "install/installation.hpp"
#include "support/golden.hpp"

namespace kvtally::install_test {

namespace {

using test::Folder;

std::vector<std::string> files_under(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) {
      out.push_back(entry.path().lexically_relative(folder).string());
    }
  }
  std::ranges::sort(out);
  return out;
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("what is installed below a prefix") {
  const Folder folder;
  const std::string prefix = test::install_into(folder);
  CHECK(files_under(prefix) ==
        test::installed_files({"share/doc/kvtally/LICENSE", "share/zsh/site-functions/_kvtally"}));
}

TEST_CASE("the installed program runs, and the installed texts are those that it writes") {
  const Folder folder;
  const std::string prefix = test::install_into(folder);
  const std::string program = prefix + "/bin/kvtally";
  CHECK(test::done(program, {"table"}) == test::source_text("reports/attention-evolution.txt"));
  CHECK(content(prefix + "/share/bash-completion/completions/kvtally") ==
        test::done(program, {"completion", "bash"}));
  CHECK(content(prefix + "/share/zsh/site-functions/_kvtally") == test::done(program, {"completion", "zsh"}));
  CHECK(content(prefix + "/share/fish/vendor_completions.d/kvtally.fish") ==
        test::done(program, {"completion", "fish"}));
  const std::string page = test::done("/bin/sh", {"-c", "gzip -dc " + prefix + "/share/man/man1/kvtally.1.gz"});
  CHECK(page == test::done(program, {"__man", KVTALLY_DATE}));
  CHECK(content(prefix + "/share/doc/kvtally/copyright").ends_with(test::done(program, {"licenses"})));
  CHECK(content(prefix + "/share/doc/kvtally/LICENSE") == test::source_text("LICENSE"));
}

TEST_CASE("zsh finds the installed completion by its folder") {
  KVTALLY_NEEDS("zsh")
  const Folder folder;
  const std::string prefix = test::install_into(folder);
  CHECK(test::done(test::installed("zsh"), {"-f", "-c",
                                            "fpath=(" + prefix +
                                                "/share/zsh/site-functions $fpath); autoload -U compinit; "
                                                "compinit -u -D; print ${_comps[kvtally]}"}) == "_kvtally\n");
}

}  // namespace

}  // namespace kvtally::install_test
