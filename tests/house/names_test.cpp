#include <doctest/doctest.h>
#include <map>
#include <regex>

#include "house/sources.hpp"

namespace kvtally {

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
TEST_CASE("no two headers define a type of one name") {
  std::map<std::string, std::string> homes;
  for (const test::Source& source : test::sources_under("src")) {
    if (!source.path.ends_with(".hpp")) {
      continue;
    }
    for (const std::string& type : types_of(source.text)) {
      const auto [home, fresh] = homes.emplace(type, source.path);
      CHECK_MESSAGE(fresh, type << " of " << source.path << " is defined in " << home->second << " too");
    }
  }
  CHECK(homes.size() > 300);
}

TEST_CASE("types are told by their namespace") {
  CHECK(types_of("namespace a::b {\n\nstruct X {\n};\nenum class Y : int { z };\nstruct Forward;\n") ==
        std::vector<std::string>{"a::b::X", "a::b::Y"});
  CHECK(types_of("\nstruct X {\n};\n").empty());
}

}  // namespace

}  // namespace kvtally
