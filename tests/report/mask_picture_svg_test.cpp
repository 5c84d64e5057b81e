#include <doctest/doctest.h>

#include "report/mask_picture.hpp"
#include "report/well_formed.hpp"
#include "support/golden.hpp"

namespace kvtally::mask_picture_svg_test {

namespace {

constexpr Mask::State kRead = Mask::State::read;
constexpr Mask::State kStored = Mask::State::stored;
constexpr Mask::State kUnseen = Mask::State::unseen;
constexpr Mask::State kFuture = Mask::State::future;

MaskPicture small_picture() {
  MaskPicture out;
  out.id = "small";
  out.title = "Two <small> masks";
  out.description = "A window of 2, and a choice of 1 beside an entry.";
  Mask window;
  window.name = "window";
  window.words = "stores 2\nreads 2";
  window.family = KindFamily::window;
  window.cells = {{kRead, kFuture, kFuture}, {kRead, kRead, kFuture}, {kUnseen, kRead, kRead}};
  window.rows = {"token 0 reads 0", "token 1 reads 0-1", "token 2 reads 1-2"};
  Mask choice;
  choice.name = "choice";
  choice.words = "reads 1 & an entry";
  choice.family = KindFamily::sparse;
  choice.cells = {
      {kRead, kFuture, kFuture, kFuture}, {kStored, kRead, kFuture, kRead}, {kRead, kStored, kStored, kRead}};
  choice.entries_from = 3;
  choice.entries = "entries";
  out.masks = {window, choice};
  out.notes = {"A row is a query."};
  return out;
}

}  // namespace

TEST_CASE("masks as SVG") { test::check_golden("tests/golden/report/masks.svg", write_svg(small_picture())); }

TEST_CASE("a picture of masks has a title, a description and a tooltip for each row") {
  const std::string svg = write_svg(small_picture());
  test::XmlReader reader;
  CHECK(reader.read(svg) == "");
  CHECK(reader.values("svg role") == std::vector<std::string>{"img"});
  CHECK(reader.values("svg aria-labelledby") == std::vector<std::string>{"small-title small-desc"});
  CHECK(svg.find("<title id=\"small-title\">Two &lt;small&gt; masks</title>") != std::string::npos);
  CHECK(svg.find("<title>token 2 reads 1-2</title>") != std::string::npos);
  CHECK(svg.find("reads 1 &amp; an entry") != std::string::npos);
}

TEST_CASE("cells of one state are one stroke, of the family's colour where they are read") {
  const std::string svg = write_svg(small_picture());
  // Cells of 0.88 in the middle of their places: from 1.06 in row 2, two of them are 1.88 long.
  CHECK(svg.find("<path class=\"window\" d=\"M1.06 2.5h1.88\"") != std::string::npos);
  CHECK(svg.find("<path class=\"weight\" d=\"M0.4 2.5h0.2\" stroke-width=\"0.2\"") != std::string::npos);
  CHECK(svg.find("<path class=\"weight\" d=\"M1.25 2.5h1.5\" stroke-width=\"0.5\"") != std::string::npos);
  // Entries stand a cell behind the tokens, and no stroke runs from one to the other.
  CHECK(svg.find("d=\"M0.06 2.5h0.88M4.06 2.5h0.88\"") != std::string::npos);
}

TEST_CASE("many masks stand in rows below each other, and none is well-formed too") {
  MaskPicture many = small_picture();
  for (int i = 0; i < 20; ++i) {
    many.masks.push_back(many.masks[0]);
  }
  many.masks[3].words = "a line that is long enough to be wider than the square of cells above it is";
  test::XmlReader reader;
  CHECK(reader.read(write_svg(many)) == "");
  CHECK(reader.values("svg width").size() == 1);
  CHECK(std::stod(reader.values("svg width").front()) < 1150);
  test::XmlReader nothing;
  CHECK(nothing.read(write_svg(MaskPicture{})) == "");
}

}  // namespace kvtally::mask_picture_svg_test
