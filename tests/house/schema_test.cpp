#include "report/schema.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "house/sources.hpp"

namespace kvtally::schema_test {

namespace {

// The names of the documents that a source makes: document("show").
std::set<std::string> documents_of(const std::string& text) {
  constexpr std::string_view kStart = "document(\"";
  std::set<std::string> out;
  for (std::size_t at = text.find(kStart); at != std::string::npos; at = text.find(kStart, at + 1)) {
    const std::size_t begin = at + kStart.size();
    out.insert(text.substr(begin, text.find('"', begin) - begin));
  }
  return out;
}

TEST_CASE("every JSON document that a source makes has a schema, and every schema of an output its source") {
  std::set<std::string> made;
  for (const test::Source& source : test::sources_under("src")) {
    made.merge(documents_of(source.text));
  }
  std::set<std::string> known;
  for (const std::string& name : Schemas(embedded_files()).names()) {
    if (!name.ends_with("-yaml")) {
      known.insert(name);
    }
  }
  CHECK(fmt::format("{}", fmt::join(made, " ")) == fmt::format("{}", fmt::join(known, " ")));
}

TEST_CASE("the search for documents finds them") {
  CHECK(documents_of("Json a = document(\"b\");\nreturn document(\"c\");") == std::set<std::string>{"b", "c"});
  CHECK(documents_of("Json document(const std::string& name);").empty());
}

}  // namespace

}  // namespace kvtally::schema_test
