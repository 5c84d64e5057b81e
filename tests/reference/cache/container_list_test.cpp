#include "reference/cache/container_list.hpp"

#include <doctest/doctest.h>
#include <set>

namespace kvtally::reference::container_list_test {

namespace {

using Numbers = std::vector<std::int64_t>;

const ContainerSort& sort_of(std::string_view id) {
  for (const ContainerSort& sort : container_sorts()) {
    if (sort.id == id) {
      return sort;
    }
  }
  FAIL("no such container");
  return container_sorts().front();
}

Numbers times(std::int64_t unit, Numbers counts) {
  for (std::int64_t& count : counts) {
    count *= unit;
  }
  return counts;
}

}  // namespace

TEST_CASE("the six containers, each with its words") {
  std::set<std::string_view> ids;
  for (const ContainerSort& sort : container_sorts()) {
    ids.insert(sort.id);
    CHECK_FALSE(sort.name.empty());
    CHECK_FALSE(sort.cache_class.empty());
    CHECK_FALSE(sort.used_for.empty());
    CHECK_FALSE(sort.price.empty());
  }
  CHECK(ids.size() == 6);
}

// An entry is 64 + 64 numbers of two bytes.
TEST_CASE("the courses of small containers") {
  constexpr std::int64_t kEntry = 256;
  const auto stored = [](std::string_view id, std::int64_t size, std::int64_t tokens) {
    return course_of(sort_of(id), size, tokens).stored;
  };
  CHECK(stored("dynamic", 3, 5) == times(kEntry, {1, 2, 3, 4, 5}));
  CHECK(stored("static", 3, 5) == times(kEntry, {3, 3, 3}));  // no more than its slots
  CHECK(stored("sliding_window", 3, 5) == times(kEntry, {1, 2, 3, 3, 3}));
  CHECK(stored("paged", 2, 20) == times(kEntry, {4, 4, 4, 4, 8, 8, 8, 8}));  // two blocks of four
  CHECK(stored("linear_state", 3, 3) == times(64 * 64 * 2, {1, 1, 1}));
  // 2 (64 × 4 bits + a scale and a shift of 2 bytes) = 72 a token once it is packed; the first token is at once,
  // the second waits, the third is packed with all
  CHECK(stored("quantised", 2, 3) == Numbers{72, 72 + kEntry, 3 * 72});
}

TEST_CASE("what the containers say of their limits, and the first token's bytes") {
  const auto course = [](std::string_view id) { return course_of(sort_of(id), 3, 2); };
  CHECK(course("dynamic").maximum == std::nullopt);
  CHECK(course("static").maximum == 3);
  CHECK(course("sliding_window").maximum == 3);
  CHECK(course("quantised").maximum == std::nullopt);
  CHECK(course("paged").maximum == 12);
  CHECK(course("linear_state").maximum == std::nullopt);
  CHECK(course("dynamic").entry == 256);
  CHECK(course("paged").entry == 256);
  CHECK(course("quantised").entry == 72);
  CHECK(course("linear_state").entry == 0);
  CHECK(course("static").size == 3);
}

}  // namespace kvtally::reference::container_list_test
