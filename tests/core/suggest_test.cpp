#include "core/suggest.hpp"

#include <array>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "support/print.hpp"

namespace kvtally::suggest_test {

namespace {

TEST_CASE("edit distances") {
  struct Row {
    const char* a;
    const char* b;
    std::size_t distance;
  };
  const Row rows[] = {
      {"", "", 0},
      {"", "abc", 3},
      {"abc", "", 3},
      {"abc", "abc", 0},
      {"abc", "abd", 1},   // replaced
      {"abc", "ac", 1},    // deleted
      {"abc", "abxc", 1},  // inserted
      {"abc", "acb", 1},   // swapped
      {"ab", "ba", 1},
      {"abcd", "badc", 2},  // two swaps
      {"kitten", "sitting", 3},
      {"ca", "abc", 3},  // a swapped pair is not taken apart again
      {"head_dmi", "head_dim", 1},
      {"llama-3-8b", "llama-3.1-8b", 2},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.a));
    CAPTURE(std::string(row.b));
    CHECK(edit_distance(row.a, row.b) == row.distance);
  }
}

TEST_CASE("the nearest name") {
  constexpr std::array<std::string_view, 6> names{"head_dim", "v_head_dim", "sliding_window", "moe", "mlp", "mla"};
  struct Row {
    const char* word;
    std::optional<std::string> found;
  };
  const Row rows[] = {
      {"head_dmi", "head_dim"},
      {"v_head_dims", "v_head_dim"},
      {"sliding_windows", "sliding_window"},
      {"slidingwindow", "sliding_window"},
      {"head_dim", "head_dim"},
      {"mlx", "mlp"},  // mla is as near and stands later
      {"ml", "mlp"},
      {"xyz", std::nullopt},  // three replacements
      {"q", std::nullopt},    // as many changes as characters
      {"", std::nullopt},
      {"sliding_attention", std::nullopt},  // 7 changes, a third of 17 is 5
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.word));
    CHECK(nearest(row.word, names) == row.found);
  }
  CHECK(nearest("head_dim", {}) == std::nullopt);
}

TEST_CASE("a third of a long word may differ, and no more") {
  constexpr std::array<std::string_view, 1> twelve{"abcdefghijkl"};
  CHECK(nearest("abcdefgh1234", twelve) == "abcdefghijkl");  // 4 of 12
  CHECK(nearest("abcdefg12345", twelve) == std::nullopt);    // 5 of 12
}

TEST_CASE("words of more than 64 bytes are neither asked for nor suggested") {
  const std::string longest(64, 'a');
  const std::string longer(65, 'a');
  const std::array<std::string_view, 1> fits{longest};
  const std::array<std::string_view, 1> does_not{longer};
  CHECK(nearest(longest, fits) == longest);
  CHECK(nearest(longer, fits) == std::nullopt);
  CHECK(nearest(longest, does_not) == std::nullopt);
}

std::string short_word() {
  const auto length = *rc::gen::inRange<std::size_t>(0, 6);
  return *rc::gen::container<std::string>(length, rc::gen::element('a', 'b', 'c'));
}

TEST_CASE("the distance is symmetric, and 0 between equals alone") {
  CHECK(rc::check("symmetric", [] {
    const std::string a = short_word();
    const std::string b = short_word();
    const bool symmetric = edit_distance(a, b) == edit_distance(b, a);
    const bool zero_when_equal = (edit_distance(a, b) == 0) == (a == b);
    RC_ASSERT(symmetric);
    RC_ASSERT(zero_when_equal);
  }));
}

// Swaps of neighbours that may not be changed again break the triangle inequality (ca, ac, abc: 1 + 1 < 3), so
// that only the bounds that always hold are held.
TEST_CASE("the distance lies between the lengths' difference and the longer length") {
  CHECK(rc::check("bounds", [] {
    const std::string a = short_word();
    const std::string b = short_word();
    const std::size_t distance = edit_distance(a, b);
    const std::size_t longer = std::max(a.size(), b.size());
    const bool bounded = distance >= longer - std::min(a.size(), b.size()) && distance <= longer;
    RC_ASSERT(bounded);
  }));
}

TEST_CASE("one change to a word changes its distance by one at most, where nothing is swapped") {
  CHECK(rc::check("triangle without swaps", [] {
    const std::string a = short_word();
    const std::string b = short_word();
    const bool within = edit_distance(a + 'z', b) <= edit_distance(a, b) + 1;
    RC_ASSERT(within);
  }));
}

}  // namespace

}  // namespace kvtally::suggest_test
