#include <algorithm>
#include <cctype>
#include <doctest/doctest.h>
#include <filesystem>

#include "cli/page.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::links_test {

namespace {

namespace fs = std::filesystem;

using test::documents;

const fs::path kSource = KVTALLY_SOURCE_DIR;

// Behind "](" of a page; code may have that too, but no link has a space.
std::vector<std::string> links(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
    const std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
    if (link.find(' ') == std::string::npos && link.find("://") == std::string::npos) {
      out.push_back(link);
    }
  }
  return out;
}

// A heading as its link is spelled: small letters, digits and hyphens, which stand for the spaces.
std::string anchor_of(const std::string& heading) {
  std::string out;
  for (const char letter : heading.substr(heading.find_first_not_of("# "))) {
    const auto code = static_cast<unsigned char>(letter);
    if (std::isalnum(code) != 0 || letter == '-' || letter == '_' || letter == ' ') {
      out += letter == ' ' ? '-' : static_cast<char>(std::tolower(code));
    }
  }
  return out;
}

bool has_heading(const fs::path& page, const std::string& anchor) {
  const auto lines = test::lines_of(test::source_text(fs::relative(page, kSource).string()));
  return std::ranges::any_of(lines,
                             [&](const auto& line) { return line.starts_with('#') && anchor_of(line) == anchor; });
}

TEST_CASE("every link of a page leads to a file, and to a heading of it") {
  for (const std::string& document : documents()) {
    CAPTURE(document);
    for (const std::string& link : links(test::source_text(document))) {
      CAPTURE(link);
      const std::size_t hash = link.find('#');
      const fs::path page =
          hash == 0 ? kSource / document : (kSource / document).parent_path() / link.substr(0, hash);
      REQUIRE(fs::exists(page));
      CHECK((hash == std::string::npos || has_heading(fs::canonical(page), link.substr(hash + 1))));
    }
  }
}

// Between backquotes: names of files and folders of the source folder, without those that stand for several.
std::vector<std::string> source_names(const std::string& text) {
  std::vector<std::string> out;
  std::size_t begin = text.find('`');
  for (std::size_t end = 0; begin != std::string::npos; begin = text.find('`', end + 1)) {
    end = text.find('`', begin + 1);
    if (end == std::string::npos) {
      break;
    }
    const std::string name = text.substr(begin + 1, end - begin - 1);
    const bool of_ours = std::ranges::any_of(
        std::initializer_list<std::string_view>{"src/", "tests/", "modelzoo/", "hardware/", "reports/"},
        [&](std::string_view folder) { return name.starts_with(folder); });
    const bool several = name.find_first_of("*ABCDEFGHIJKLMNOPQRSTUVWXYZ \n") != std::string::npos;
    if (of_ours && !several) {
      out.push_back(name);
    }
  }
  return out;
}

TEST_CASE("files and folders that a page names are there") {
  for (const std::string& document : documents()) {
    CAPTURE(document);
    for (const std::string& name : source_names(test::source_text(document))) {
      CAPTURE(name);
      CHECK(fs::exists(kSource / name));
    }
  }
}

TEST_CASE("a file that a page has written is named in its text, since no reader sees the name at the block") {
  for (const std::string& document : documents()) {
    const std::string text = test::source_text(document);
    for (const test::PageStep& step : test::page_of(text).steps) {
      CAPTURE(document);
      CAPTURE(step.line);
      CHECK((step.file.empty() || text.find("`" + step.file + "`") != std::string::npos));
    }
  }
}

TEST_CASE("the index names every page, and the README names the index") {
  const std::vector<std::string> listed = links(test::source_text("docs/README.md"));
  for (const std::string& document : documents()) {
    if (document.starts_with("docs/") && document != "docs/README.md") {
      CAPTURE(document);
      CHECK(std::ranges::count(listed, document.substr(5)) == 1);
    }
  }
  CHECK(std::ranges::count(links(test::source_text("README.md")), "docs/README.md") >= 1);
}

}  // namespace

}  // namespace kvtally::links_test
