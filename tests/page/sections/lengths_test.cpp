#include "page/sections/lengths.hpp"

#include "page/lecture.hpp"

namespace kvtally::lengths_test {

namespace {

Expected<std::vector<Tokens>> lengths_of(const test::Lecture& lecture, const std::vector<std::string>& marks) {
  SectionRecipe recipe;
  if (!marks.empty()) {
    recipe.with.push_back({Place{3, 5}, "marks", marks});
  }
  return asked_lengths(lecture.sources(), recipe);
}

}  // namespace

TEST_CASE("lengths: those of the recipe and the user's, ascending, each once") {
  test::Lecture lecture;
  CHECK(*lengths_of(lecture, {"128K", "4K", "4096"}) == std::vector{Tokens{4096}, Tokens{131072}});
  lecture.request().context = Tokens{5000};
  CHECK(*lengths_of(lecture, {"4K"}) == std::vector{Tokens{4096}, Tokens{5000}});
  CHECK(*lengths_of(lecture, {}) == std::vector{Tokens{5000}});
}

TEST_CASE("lengths: no token count, and none at all") {
  const test::Lecture lecture;
  const auto wrong = lengths_of(lecture, {"4K", "long"});
  REQUIRE_FALSE(wrong.has_value());
  CHECK(wrong.error().front().what.starts_with("marks has 'long': "));
  CHECK(wrong.error().front().place == Place{3, 5});
  const auto none = lengths_of(lecture, {});
  REQUIRE_FALSE(none.has_value());
  CHECK(none.error().front().what == "the section has no marks");
}

TEST_CASE("lengths: a line goes from a quarter of the first mark to the last one") {
  const std::vector<Tokens> line = lengths_through({Tokens{4096}, Tokens{5000}, Tokens{8192}});
  CHECK(line.front() == Tokens{1024});
  CHECK(line.back() == Tokens{8192});
  CHECK(line.size() == 3 * 4 + 1 + 1);  // four an octave with both ends, and 5000
  CHECK(lengths_through({Tokens{1}}) == std::vector{Tokens{1}});
}

}  // namespace kvtally::lengths_test
