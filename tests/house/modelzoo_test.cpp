#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>

#include "read/text/embedded.hpp"
#include "read/zoo.hpp"

namespace kvtally::modelzoo_test {

namespace {

bool is_month(const std::string& text) {
  const auto digits = [&](std::size_t from, std::size_t count) {
    return std::ranges::all_of(text.substr(from, count), [](char c) { return c >= '0' && c <= '9'; });
  };
  return text.size() == 7 && text[4] == '-' && digits(0, 4) && digits(5, 2) && text.substr(5) >= "01" &&
         text.substr(5) <= "12";
}

bool is_id(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  });
}

TEST_CASE("every model has a source, a vendor, a month and a plain id") {
  const Zoo zoo(embedded_files());
  for (const std::string& id : zoo.ids()) {
    CAPTURE(id);
    const Model model = zoo.describe(id)->model;
    CHECK(is_id(id));
    CHECK(!model.sources.empty());
    CHECK(std::ranges::find(model.sources, "") == model.sources.end());
    CHECK(!model.vendor.empty());
    CHECK(is_month(model.released));
  }
}

TEST_CASE("no two models have one name, and no alias is another model's id") {
  const Zoo zoo(embedded_files());
  const auto ids = zoo.ids();
  std::set<std::string> names;
  for (const std::string& id : ids) {
    CAPTURE(id);
    const Description description = *zoo.describe(id);
    CHECK(names.insert(description.model.name).second);
    for (const std::string& alias : description.aliases) {
      CAPTURE(alias);
      CHECK(std::ranges::find(ids, alias) == ids.end());
    }
  }
}

TEST_CASE("the checks of months and ids can fail") {
  for (const std::string good : {"2024-12", "1999-01"}) {
    CHECK(is_month(good));
  }
  for (const std::string bad : {"", "2024", "2024-13", "2024-00", "2024-1", "2024-12-01", "2024/12", "20x4-12"}) {
    CHECK_FALSE(is_month(bad));
  }
  CHECK(is_id("qwen3.5-0.8b"));
  for (const std::string bad : {"", "Qwen", "a_b", "a b", "a/b"}) {
    CHECK_FALSE(is_id(bad));
  }
}

}  // namespace

}  // namespace kvtally::modelzoo_test
