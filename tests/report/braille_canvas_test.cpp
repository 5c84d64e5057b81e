#include "report/braille_canvas.hpp"

#include <doctest/doctest.h>

namespace kvtally::braille_canvas_test {

namespace {

using Cell = BrailleCanvas::Cell;
using Cells = std::vector<Cell>;

std::string text_of(const BrailleCanvas& canvas, std::size_t row = 0) {
  std::string out;
  for (const Segment& segment : canvas.row(row)) {
    out += segment.text;
  }
  return out;
}

TEST_CASE("dots of a cell are the bits of its pattern") {
  const auto dot = [](double across, double down) {
    BrailleCanvas canvas(1, 1, false);
    canvas.line({across, down}, {across, down}, {});
    return text_of(canvas);
  };
  CHECK(dot(0, 0) == "⠁");
  CHECK(dot(0, 1) == "⠂");
  CHECK(dot(0, 2) == "⠄");
  CHECK(dot(0, 3) == "⡀");
  CHECK(dot(1, 0) == "⠈");
  CHECK(dot(1, 1) == "⠐");
  CHECK(dot(1, 2) == "⠠");
  CHECK(dot(1, 3) == "⢀");
}

TEST_CASE("a line, and the cells that it passes") {
  BrailleCanvas canvas(4, 2, false);
  CHECK(canvas.line({0, 0}, {7, 0}, {}) == Cells{{0, 0}, {1, 0}, {2, 0}, {3, 0}});
  CHECK(text_of(canvas) == "⠉⠉⠉⠉");
  CHECK(text_of(canvas, 1) == "");
  BrailleCanvas steep(4, 2, false);
  CHECK(steep.line({0, 7}, {0, 0}, {}) == Cells{{0, 1}, {0, 0}});
  BrailleCanvas sparse(4, 1, false);
  sparse.line({0, 0}, {7, 0}, {}, 3);
  CHECK(text_of(sparse) == "⠁⠈ ⠁");
}

TEST_CASE("letters instead of dots, where there is only ASCII") {
  BrailleCanvas canvas(4, 1, true);
  canvas.line({0, 0}, {3, 3}, {0, 'a'});
  canvas.line({6, 0}, {6, 0}, {0, 'b'});
  CHECK(text_of(canvas) == "aa b");
}

TEST_CASE("what lies outside is drawn at the edge") {
  BrailleCanvas canvas(2, 1, false);
  CHECK(canvas.cell_of({-5, 100}) == Cell{0, 0});
  CHECK(canvas.cell_of({1e9, -1e9}) == Cell{1, 0});
  canvas.line({1e9, 0}, {1e9, 0}, {});
  CHECK(text_of(canvas).ends_with("⠈"));
}

TEST_CASE("text stands in front, and is cut at the edge") {
  BrailleCanvas canvas(6, 1, false);
  canvas.line({0, 0}, {11, 0}, {});
  CHECK(canvas.free({1, 0}, 5));
  CHECK_FALSE(canvas.free({1, 0}, 6));
  CHECK_FALSE(canvas.free({0, 1}));
  canvas.text({1, 0}, "abc", 214);
  CHECK(text_of(canvas) == "⠉abc⠉⠉");
  CHECK_FALSE(canvas.free({3, 0}));
  CHECK(canvas.free({4, 0}));
  canvas.text({4, 0}, "通义", 0);
  CHECK(text_of(canvas) == "⠉abc通");
  canvas.text({0, 7}, "nowhere", 0);
}

TEST_CASE("runs of one colour are one segment") {
  BrailleCanvas canvas(6, 1, false);
  canvas.line({0, 0}, {3, 0}, {79, 'a'});
  canvas.text({4, 0}, "b", 117);
  const std::vector<Segment> row = canvas.row(0);
  REQUIRE(row.size() == 3);
  CHECK(row[0].colour == 79);
  CHECK(row[1].text == "  ");
  CHECK(row[1].colour == 0);
  CHECK(row[2].colour == 117);
}

}  // namespace

}  // namespace kvtally::braille_canvas_test
