#include "report/strip.hpp"

#include <doctest/doctest.h>
#include <set>

namespace kvtally::strip_test {

namespace {

using Segments = std::vector<Segment>;

std::string text_of(const Segments& segments) {
  std::string out;
  for (const Segment& segment : segments) {
    out += segment.text;
  }
  return out;
}

TEST_CASE("a strip has one coloured letter a layer") {
  const std::vector<std::string> kinds{"swa", "swa", "gqa", "mla", "gdn"};
  const Segments strip = strip_of(kinds, 8);
  CHECK(strip == Segments{{"S", 117}, {"S", 117}, {"F", 214}, {"L", 227}, {"G", 79}});
  CHECK(strip_of(kinds, 5) == strip);
  CHECK(strip_of({}, 8).empty());
}

TEST_CASE("a strip that is too long is written as runs") {
  const std::vector<std::string> kinds{"swa", "swa", "swa", "gqa", "csa", "csa"};
  CHECK(text_of(strip_of(kinds, 5)) == "S3 F C2");
  CHECK(strip_of(kinds, 5) == Segments{{"S3", 117}, {" ", 0}, {"F", 214}, {" ", 0}, {"C2", 173}});
}

TEST_CASE("equal letters of other kinds are runs of their own") {
  const std::vector<std::string> kinds{"mha", "mha", "gqa"};
  CHECK(text_of(strip_of(kinds, 2)) == "F2 F");
}

TEST_CASE("a legend names each kind once, in the order of the table of kinds") {
  const std::vector<std::string> kinds{"gdn", "gqa", "gdn", "mha", "mla"};
  CHECK(legend_of(kinds) == Segments{{"F MHA (multi-head attention)", 214},
                                     {"F GQA (grouped-query attention)", 214},
                                     {"L MLA (multi-head latent attention)", 227},
                                     {"G GDN (gated delta net)", 79}});
  CHECK(legend_of(std::vector<std::string>{}).empty());
}

TEST_CASE("every kind has a colour of the palette and a visible letter") {
  const std::set<int> palette{214, 227, 117, 173, 79, 182};
  std::set<int> used;
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.id);
    CHECK(palette.contains(colour_of(kind)));
    CHECK(kind.letter > ' ');
    CHECK(kind.letter <= '~');
    used.insert(colour_of(kind));
  }
  CHECK(used == palette);
}

TEST_CASE("a letter has one colour") {
  for (const Kind& a : kinds()) {
    for (const Kind& b : kinds()) {
      CHECK((a.letter != b.letter || colour_of(a) == colour_of(b)));
    }
  }
}

TEST_CASE("the kinds of a model's layers, first to last") {
  Model model;
  for (const std::string kind : {"swa", "gqa"}) {
    Layer layer;
    layer.kind = kind;
    model.layers.push_back(layer);
  }
  model.order = {{0, 2}, {1, 1}, {0, 1}};
  CHECK(kinds_in_order(model) == std::vector<std::string>{"swa", "swa", "gqa", "swa"});
}

TEST_CASE("a whole model's strip has a letter a layer and wraps at the width") {
  const std::vector<std::string> kinds{"swa", "swa", "gqa", "swa", "kda"};
  Look look;
  look.width = 3;
  CHECK(strip_lines(kinds, look) == std::vector<std::string>{"SSF", "Sk"});
  look.width = 80;
  CHECK(strip_lines(kinds, look) == std::vector<std::string>{"SSFSk"});
  look.colour = true;
  CHECK(strip_lines(std::vector<std::string>{"swa", "swa", "gqa"}, look) ==
        std::vector<std::string>{"\x1b[48;5;117;38;5;16mSS\x1b[0m\x1b[48;5;214;38;5;16mF\x1b[0m"});
  CHECK(strip_lines({}, look).empty());
}

}  // namespace

}  // namespace kvtally::strip_test
