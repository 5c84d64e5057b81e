#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "core/text.hpp"
#include "hardware/catalogue.hpp"

namespace kvtally::hardware_test {

namespace {

std::string plain(std::string text) {
  std::ranges::replace_if(text, [](char c) { return c == ' ' || c == '_'; }, '-');
  return lower(text);
}

bool is_id(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

TEST_CASE(
    "every device has a plain id, a vendor, a year, a sort of part, a source, and figures that hang together") {
  const Catalogue catalogue(embedded_files());
  for (const std::string& id : catalogue.ids()) {
    CAPTURE(id);
    CHECK(is_id(id));
    const auto profile = catalogue.profile(id);  // its sort of usual fractions is looked up
    REQUIRE(profile);
    const Device& part = profile->part;
    CHECK(!part.vendor.empty());
    CHECK(!part.category.empty());
    CHECK(part.year >= 2018);
    CHECK(!part.sources.empty());
    CHECK(std::ranges::find(part.sources, "") == part.sources.end());
    CHECK(part.bandwidth);
    CHECK(part.peaks.contains("fp4"));
    CHECK((part.usable_memory.has_value() || part.stated_memory.empty()));
    // whole chips of whole nodes, whole nodes of whole domains
    for (const auto& count : {part.devices_per_node, part.scale_up_domain}) {
      CHECK(count.value_or(0) % part.devices_per_part == 0);
    }
  }
}

TEST_CASE("no name stands for two devices, and each that may mean several is no alias") {
  const Catalogue catalogue(embedded_files());
  std::map<std::string, std::string> owner;
  std::set<std::string> unclear;
  for (const std::string& id : catalogue.ids()) {
    const Profile profile = *catalogue.profile(id);
    CHECK_MESSAGE(owner.emplace(id, id).second, id);
    for (const std::string& alias : profile.part.aliases) {
      CHECK_MESSAGE(owner.emplace(plain(alias), id).second, alias);
    }
    for (const std::string& word : profile.ambiguous) {
      unclear.insert(plain(word));
    }
    for (const auto& [word, other] : profile.ambiguous_with) {
      unclear.insert(plain(word));
    }
    for (const auto& [word, why] : profile.distinct_from) {
      CHECK_MESSAGE(!owner.contains(plain(word)), word);
    }
  }
  for (const std::string& word : unclear) {
    CAPTURE(word);
    // an id may be one as long as it is written exactly: GB200, Apple M3 Max
    const auto found = owner.find(word);
    CHECK((found == owner.end() || found->second == word));
  }
}

// A word of one device alone is no unclear one: what else it may mean, without a file, stands in ambiguous_with.
TEST_CASE("an unclear word is that of two devices at least") {
  const Catalogue catalogue(embedded_files());
  std::map<std::string, int> devices;
  std::map<std::string, int> with_others;
  for (const std::string& id : catalogue.ids()) {
    const Profile profile = *catalogue.profile(id);
    for (const std::string& word : profile.ambiguous) {
      ++devices[plain(word)];
    }
    for (const auto& [word, other] : profile.ambiguous_with) {
      ++with_others[plain(word)];
    }
  }
  CHECK(devices.size() > 10);
  for (const auto& [word, count] : devices) {
    CAPTURE(word);
    CHECK(count > 1);
    CHECK(!with_others.contains(word));
  }
  CHECK(with_others.size() > 15);
}

}  // namespace

}  // namespace kvtally::hardware_test
