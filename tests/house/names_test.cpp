#include <doctest/doctest.h>
#include <map>
#include <regex>

#include "house/sources.hpp"

namespace kvtally::names_test {

namespace {

// The namespace that a file is in, and the types that it defines there, as "kvtally::Share".
std::vector<std::string> types_of(const std::string& text) {
  static const std::regex kNamespace("(?:^|\n)namespace ([a-z_:]+) \\{");
  static const std::regex kType("\n(?:struct|class|enum class) ([A-Za-z0-9]+)(?: final)?(?: : [^;{]*)? \\{");
  std::smatch in;
  if (!std::regex_search(text, in, kNamespace)) {
    return {};
  }
  std::vector<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), kType); at != std::sregex_iterator(); ++at) {
    out.push_back(in[1].str() + "::" + (*at)[1].str());
  }
  return out;
}

// Two definitions of one name in one namespace break the program without a word from the linker. (A .cpp file has
// its own in a nameless namespace.)
std::size_t check_distinct_types(const std::vector<test::Source>& sources) {
  std::map<std::string, std::string> homes;
  for (const test::Source& source : sources) {
    if (!source.path.ends_with(".hpp")) {
      continue;
    }
    for (const std::string& type : types_of(source.text)) {
      const auto [home, fresh] = homes.emplace(type, source.path);
      CHECK_MESSAGE(fresh, type << " of " << source.path << " is defined in " << home->second << " too");
    }
  }
  return homes.size();
}

TEST_CASE("no two headers define a type of one name") {
  CHECK(check_distinct_types(test::sources_under("src")) > 300);
  // A test program is made of one folder's tests.
  for (const std::string folder : {"page", "report", "check", "cli", "reference", "verify"}) {
    check_distinct_types(test::sources_under("tests/" + folder));
  }
  CHECK(check_distinct_types(test::sources_under("tests/page")) > 1);
}

TEST_CASE("types are told by their namespace") {
  CHECK(types_of("namespace a::b {\n\nstruct X {\n};\nenum class Y : int { z };\nstruct Forward;\n") ==
        std::vector<std::string>{"a::b::X", "a::b::Y"});
  CHECK(types_of("\nstruct X {\n};\n").empty());
}

// Files that still name a type in C's way.
std::string with_typedef(const std::vector<test::Source>& sources) {
  static const std::regex kTypedef("(?:^|\n) *typedef ");
  std::string out;
  for (const test::Source& source : sources) {
    out += std::regex_search(source.text, kTypedef) ? source.path + ' ' : "";
  }
  return out;
}

TEST_CASE("a type is named by using, not by typedef") {
  CHECK(with_typedef(test::sources_under("src")) == "");
  CHECK(with_typedef(test::sources_under("tests")) == "");
  CHECK(with_typedef({{"a.cpp", "int x;\n  typedef int y;\n"}, {"b.cpp", "using y = int;\n"}}) == "a.cpp ");
}

// Whether a whole number is made of a real one in a way that is undefined for large ones.
bool converts(std::string_view text) {
  if (text.find("lround(") != std::string_view::npos || text.find("lrint(") != std::string_view::npos) {
    return true;
  }
  for (const std::string_view cast : {"static_cast<Wide>(", "static_cast<std::int64_t>("}) {
    for (std::size_t at = text.find(cast); at != std::string_view::npos; at = text.find(cast, at)) {
      at = std::min(text.find_first_not_of(" \n", at + cast.size()), text.size());
      for (const std::string_view real :
           {"static_cast<double>(", "std::floor(", "std::ceil(", "std::round(", "std::trunc("}) {
        if (text.substr(at).starts_with(real)) {
          return true;
        }
      }
    }
  }
  return false;
}

std::string with_conversion(const std::vector<test::Source>& sources) {
  std::string out;
  for (const test::Source& source : sources) {
    out += converts(source.text) ? source.path + ' ' : "";
  }
  return out;
}

TEST_CASE("a real number becomes a whole one by whole_part and nearest_whole") {
  CHECK(with_conversion(test::sources_under("src")) == "");
  CHECK(with_conversion({{"a.cpp", "std::llround(x)"},
                         {"b.cpp", "static_cast<Wide>(\n    std::floor(x))"},
                         {"c.cpp", "static_cast<std::int64_t>(static_cast<double>(n) * x)"},
                         {"d.cpp", "nearest_whole(x); static_cast<double>(n);"}}) == "a.cpp b.cpp c.cpp ");
}

}  // namespace

}  // namespace kvtally::names_test
