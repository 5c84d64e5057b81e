#include "reference/watched/seen.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>

namespace kvtally::reference::seen_test {

namespace {

using Positions = std::vector<std::int64_t>;

std::vector<Seen> run(std::string_view kind, const SeenSizes& sizes) {
  const auto found = std::ranges::find(seen_kinds(), kind, &SeenKind::kind);
  REQUIRE(found != seen_kinds().end());
  return found->run(sizes);
}

Positions range(std::int64_t from, std::int64_t to) {
  Positions out(static_cast<std::size_t>(to - from));
  std::iota(out.begin(), out.end(), from);
  return out;
}

bool holds_all(const Positions& large, const Positions& small) { return std::ranges::includes(large, small); }

}  // namespace

TEST_CASE("the five kinds, in the order of the lecture") {
  std::vector<std::string_view> names;
  for (const SeenKind& kind : seen_kinds()) {
    names.push_back(kind.kind);
  }
  CHECK(names == std::vector<std::string_view>{"mha", "swa", "sinks", "dsa", "csa"});
}

TEST_CASE("full attention stores and reads every token up to the query") {
  const auto seen = run("mha", {.tokens = 5});
  REQUIRE(seen.size() == 5);
  for (std::int64_t t = 0; t < 5; ++t) {
    const Seen& query = seen[static_cast<std::size_t>(t)];
    CHECK(query.stored == range(0, t + 1));
    CHECK(query.read == query.stored);
    CHECK(query.stored_entries.empty());
    CHECK(query.scanned == 0);
  }
}

TEST_CASE("a window holds its last tokens alone") {
  const auto seen = run("swa", {.tokens = 8, .window = 3});
  CHECK(seen[1].read == Positions{0, 1});
  CHECK(seen[2].read == Positions{0, 1, 2});
  CHECK(seen[7].read == Positions{5, 6, 7});
  CHECK(seen[7].stored == Positions{5, 6, 7});
}

TEST_CASE("first tokens stay beside a window") {
  const auto seen = run("sinks", {.tokens = 8, .window = 3, .first = 2});
  CHECK(seen[4].read == Positions{0, 1, 2, 3, 4});
  CHECK(seen[5].read == Positions{0, 1, 3, 4, 5});  // 2 has slid out
  CHECK(seen[7].read == Positions{0, 1, 5, 6, 7});
  CHECK(seen[7].stored == seen[7].read);
}

TEST_CASE("an indexer scans every token's key and chooses what is read, never what is stored") {
  const auto seen = run("dsa", {.tokens = 16, .top_k = 4});
  bool scattered = false;
  for (std::int64_t t = 0; t < 16; ++t) {
    const Seen& query = seen[static_cast<std::size_t>(t)];
    CHECK(query.stored == range(0, t + 1));
    CHECK(query.read.size() == static_cast<std::size_t>(std::min<std::int64_t>(t + 1, 4)));
    CHECK(holds_all(query.stored, query.read));
    CHECK(query.scanned == t + 1);
    scattered = scattered || query.read.back() - query.read.front() >= 4;
  }
  CHECK(scattered);
  CHECK(run("dsa", {.tokens = 16, .top_k = 4})[15].read == seen[15].read);  // the same numbers each time
}

TEST_CASE("pooled entries are chosen beside a window") {
  const auto seen = run("csa", {.tokens = 18, .window = 3, .rate = 4, .entries = 2});
  CHECK(seen[2].stored_entries.empty());
  CHECK(seen[3].stored_entries == Positions{0});  // tokens 0 to 3 make entry 0
  CHECK(seen[3].read_entries == Positions{0});
  const Seen& last = seen[17];
  CHECK(last.stored == Positions{15, 16, 17});
  CHECK(last.read == last.stored);
  CHECK(last.stored_entries == range(0, 4));  // floor(18 / 4)
  CHECK(last.read_entries.size() == 2);
  CHECK(holds_all(last.stored_entries, last.read_entries));
  CHECK(last.scanned == 4);
}

}  // namespace kvtally::reference::seen_test
