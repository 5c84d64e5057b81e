#include "page/untranslated.hpp"

namespace kvtally::masks_test {

namespace {

const MaskPicture& picture_of(const SectionParts& parts) {
  return std::get<MaskPicture>(parts.pictures.at(0).drawing);
}

}  // namespace

TEST_CASE("the five masks of the lecture, as the executor's layers have them") {
  const test::Lecture lecture;
  const Section section = lecture.section("masks");
  // 24 x 25 / 2; 24 x 6 - 6 x 5 / 2; 24 x 8 - 8 x 7 / 2; as the window; 129 and the entries: none of tokens 1 to
  // 3, 1 of 4 to 7, 2 of 8 to 24: 4 x 1 + 17 x 2
  CHECK(
      section.takeaway ==
      "Cells of all queries: 300 in full, 129 in a window, 164 with first tokens, 129 chosen, 167 pooled and then "
      "chosen.");
  const MaskPicture& picture = picture_of(section.parts);
  REQUIRE(picture.masks.size() == 5);
  CHECK(picture.masks[0].words == "stores 24\nreads 24\nscans nothing");
  CHECK(picture.masks[1].words == "stores 6\nreads 6\nscans nothing");
  CHECK(picture.masks[2].words == "stores 8\nreads 8\nscans nothing");
  CHECK(picture.masks[3].words == "stores 24\nreads 6\nscans 24 index keys");
  CHECK(picture.masks[4].words == "stores 6 tokens + 6 entries\nreads 6 tokens + 2 entries\nscans 6 index keys");
  CHECK(picture.masks[2].rows[23] == "token 23 reads 0-1, 18-23 of 8 stored");
}

TEST_CASE("the states of a window's cells") {
  test::Lecture lecture;
  const auto parts = lecture.parts("masks");
  REQUIRE(parts.has_value());
  const Mask& window = picture_of(*parts).masks[1];
  CHECK(window.cells[7][1] == Mask::State::unseen);
  CHECK(window.cells[7][2] == Mask::State::read);
  CHECK(window.cells[7][7] == Mask::State::read);
  CHECK(window.cells[7][8] == Mask::State::future);
  const Mask& pooled = picture_of(*parts).masks[4];
  CHECK(pooled.entries_from == 24);
  CHECK(pooled.cells[6][24] == Mask::State::read);    // tokens 0 to 3 have their entry
  CHECK(pooled.cells[6][25] == Mask::State::future);  // 4 to 7 not yet
}

TEST_CASE("the arithmetic of the masks gives the cells that were counted") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("masks");
  REQUIRE(parts.has_value());
  CHECK(parts->arithmetic ==
        std::vector<std::string>{"Cells of full attention: 24 x 25 / 2 = 300",
                                 "of the window: 24 x 6 - 6 x 5 / 2 = 129",
                                 "of the window with first tokens: 24 x 8 - 8 x 7 / 2 = 164",
                                 "of what DSA chooses: 24 x 6 - 6 x 5 / 2 = 129",
                                 "of CSA, its window and the entries that its queries choose: 129 + 38 = 167"});
  CHECK(parts->tables.at(1).table.rows.size() == 5 * 24);
}

TEST_CASE("a size of the masks that is none is refused at its place") {
  test::Lecture lecture;
  for (SectionRecipe& section : lecture.recipe().sections) {
    if (section.id == "masks") {
      section.with = {{{7, 3}, "tokens", {"65"}}, {{8, 3}, "rate", {"none"}}};
    }
  }
  const auto parts = lecture.parts("masks");
  REQUIRE_FALSE(parts.has_value());
  REQUIRE(parts.error().size() == 2);
  CHECK(parts.error()[0].what == "tokens is '65'");
  CHECK(parts.error()[0].expected == "a whole number from 1 to 64");
  CHECK(parts.error()[1].what == "rate is 'none'");
}

TEST_CASE("masks of few tokens have no entries") {
  test::Lecture lecture;
  for (SectionRecipe& section : lecture.recipe().sections) {
    if (section.id == "masks") {
      section.with = {{{}, "tokens", {"3"}}};
    }
  }
  const auto parts = lecture.parts("masks");
  REQUIRE(parts.has_value());
  CHECK(picture_of(*parts).masks[4].entries_from == 0);
  CHECK(parts->arithmetic.at(1) == "of the window: 3 x 3 - 3 x 2 / 2 = 6");
}

TEST_CASE("the masks are said in Chinese throughout") { CHECK(test::untranslated("masks") == ""); }

}  // namespace kvtally::masks_test
