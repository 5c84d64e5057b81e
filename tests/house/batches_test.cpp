#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <regex>
#include <sstream>

#include "house/sources.hpp"

// What lets the sources of a folder be compiled together (KVTALLY_BATCHES of CMakeLists.txt).
namespace kvtally::batches_test {

namespace {

struct Own {
  std::string name;  // of a function with its parameters: others may have the same name
  std::string line;
};

// What a source has for itself alone: what begins a line between "namespace {" and its end.
std::vector<Own> own_of(const std::string& text) {
  static const std::regex kNamed("^(?:struct|class|enum class|using) ([A-Za-z0-9_]+) (?:= |\\{|: )");
  static const std::regex kConstant("^constexpr [^=(]*?([A-Za-z0-9_]+)(?: = |\\{)");
  static const std::regex kFunction("^[A-Za-z][^=(]*?([A-Za-z0-9_]+\\(.*)");
  std::vector<Own> out;
  bool own = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == "namespace {" || line == "}  // namespace") {
      own = line == "namespace {";
    }
    std::smatch found;
    if (own && (std::regex_search(line, found, kNamed) || std::regex_search(line, found, kConstant) ||
                std::regex_search(line, found, kFunction))) {
      out.push_back({found[1].str(), line});
    }
  }
  return out;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

// An alias may stand in several sources when it says the same.
std::string with_one_name(const std::vector<test::Source>& sources) {
  std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>> homes;
  std::string out;
  for (const test::Source& source : sources) {
    if (!source.path.ends_with(".cpp")) {
      continue;
    }
    for (const Own& own : own_of(source.text)) {
      const auto [home, fresh] =
          homes.emplace(std::pair(folder_of(source.path), own.name), std::pair(source.path, own.line));
      const bool same = own.line.starts_with("using ") && own.line == home->second.second;
      out += fresh || same || home->second.first == source.path
                 ? ""
                 : fmt::format("{} of {} is in {} too\n", own.name, source.path, home->second.first);
    }
  }
  return out;
}

TEST_CASE("no two sources of a folder give one name to things of their own") {
  CHECK(with_one_name(test::sources_under("src")) == "");
  const std::string own = "namespace {\n\nint width(int a) {\n  return a;\n}\n\n}  // namespace\n";
  CHECK(with_one_name({{"a/x.cpp", own}, {"a/y.cpp", own}, {"b/z.cpp", own}}) ==
        "width(int a) { of a/y.cpp is in a/x.cpp too\n");
  const auto alias = [](const std::string& of) {
    return "namespace {\nusing Words = " + of + ";\n}  // namespace\n";
  };
  CHECK(with_one_name({{"a/x.cpp", alias("A")}, {"a/y.cpp", alias("A")}}) == "");
  CHECK(with_one_name({{"a/x.cpp", alias("A")}, {"a/y.cpp", alias("B")}}) ==
        "Words of a/y.cpp is in a/x.cpp too\n");
  CHECK(with_one_name({{"a/x.cpp", "namespace {\nconstexpr int kTop = 1;\n}  // namespace\n"},
                       {"a/y.cpp", "namespace {\nstruct kTop {\n};\n}  // namespace\nint kTop = 1;\n"}}) ==
        "kTop of a/y.cpp is in a/x.cpp too\n");
}

// The tests that are in no namespace of their file's name.
std::string in_other_namespaces(const std::vector<test::Source>& sources) {
  std::string out;
  for (const test::Source& source : sources) {
    const std::string file = source.path.substr(source.path.rfind('/') + 1);
    const bool own = source.text.find("::" + file.substr(0, file.rfind('.')) + " {\n") != std::string::npos;
    const bool ours = source.text.find("\nnamespace kvtally") != std::string::npos;
    out += file.ends_with("_test.cpp") && ours && !own ? source.path + ' ' : "";
  }
  return out;
}

TEST_CASE("a test is in the namespace of its file's name, so that its helpers need no longer names") {
  CHECK(in_other_namespaces(test::sources_under("tests")) == "");
  CHECK(in_other_namespaces({{"a/x_test.cpp", "\nnamespace kvtally {\n"},
                             {"a/y_test.cpp", "\nnamespace kvtally::y_test {\n"},
                             {"a/z.cpp", "\nnamespace kvtally {\n"}}) == "a/x_test.cpp ");
}

// clang-tidy finds those only in a source that is compiled alone.
std::string unused_names(const std::vector<test::Source>& sources) {
  static const std::regex kUsing("\n *using (?:[A-Za-z0-9_]+::)+([A-Za-z0-9_]+);");
  static const std::regex kWord("[A-Za-z0-9_]+");
  std::string out;
  for (const test::Source& source : sources) {
    std::map<std::string, int> times;
    for (std::sregex_iterator at(source.text.begin(), source.text.end(), kWord); at != std::sregex_iterator();
         ++at) {
      ++times[at->str()];
    }
    for (std::sregex_iterator at(source.text.begin(), source.text.end(), kUsing); at != std::sregex_iterator();
         ++at) {
      const std::string name = (*at)[1].str();
      out += times[name] == 1 ? fmt::format("{} of {} is not used\n", name, source.path) : "";
    }
  }
  return out;
}

TEST_CASE("a using-declaration has a use") {
  CHECK(unused_names(test::sources_under("src")) == "");
  CHECK(unused_names(test::sources_under("tests")) == "");
  CHECK(unused_names({{"a.cpp", "\nusing b::c::D;\nusing b::E;\nE e;\n"}}) == "D of a.cpp is not used\n");
}

}  // namespace

}  // namespace kvtally::batches_test
