#include "check/claims.hpp"

#include <doctest/doctest.h>

#include "read/text/yaml.hpp"

namespace kvtally::claims_test {

namespace {

constexpr const char* kHead = "title: T\nclaims:\n";
const std::string kGood =
    "  - {id: a, source: S, text: T, printed: 2x, what: {figure: sum, of: [2]}, expected: 2 x, verdict: agrees}\n";

std::string problems_of(const std::string& text) {
  const auto tree = parse_yaml("c.yaml", text);
  REQUIRE(tree.has_value());
  const auto claims = read_claims(*tree);
  std::string out;
  for (const Problem& problem : claims ? Problems{} : claims.error()) {
    out += (out.empty() ? "" : "; ") + problem.what;
  }
  return out;
}

// The problems of the good claim with one piece of it replaced.
std::string with(const std::string& piece, const std::string& other) {
  std::string text = kGood;
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  return problems_of(kHead + text.replace(at, piece.size(), other));
}

TEST_CASE("a document of claims") {
  const auto tree =
      parse_yaml("c.yaml",
                 "title: T\nshapes:\n  tiny: {name: Tiny, num_hidden_layers: 1, layer_types: moe}\nclaims:\n"
                 "  - id: a\n    source: S\n    text: W\n    printed: 5 KB\n    reads: 5 KiB\n"
                 "    what: {figure: sum, of: [1]}\n    expected: 5 KiB\n    equal: within 2.5 %\n"
                 "    also: [{what: {figure: sum, of: [2]}, expected: x, equal: text}]\n"
                 "    verdict: unit mix\n    waits_for: engine\n    note: N\n");
  REQUIRE(tree.has_value());
  const auto claims = read_claims(*tree);
  REQUIRE_MESSAGE(claims.has_value(), render(claims.error()));
  CHECK(claims->title == "T");
  REQUIRE(claims->shapes.size() == 1);
  CHECK(claims->shapes[0].first == "tiny");
  CHECK(claims->shapes[0].second.name == "Tiny");
  REQUIRE(claims->claims.size() == 1);
  const Claim& claim = claims->claims[0];
  CHECK(claim.place == Place{5, 5});
  CHECK(claim.source == "S");
  CHECK(claim.text == "W");
  CHECK(claim.printed == "5 KB");
  CHECK(claim.reads == "5 KiB");
  CHECK(claim.figure.expected == "5 KiB");
  CHECK(claim.figure.equality == Equality::within);
  CHECK(print_amount(claim.figure.percent) == "5/2");
  REQUIRE(claim.also.size() == 1);
  CHECK(claim.also[0].equality == Equality::text);
  CHECK(claim.verdict == Verdict::unit_mix);
  CHECK(claim.waits_for == "engine");
  CHECK(claim.note == "N");
}

TEST_CASE("what is refused of a document") {
  CHECK(problems_of(kHead + kGood) == "");
  CHECK(problems_of("[1]") == "the document is a list");
  CHECK(problems_of("title: T\n") == "the key 'claims' is missing");
  CHECK(problems_of("titel: T\nclaims:\n" + kGood) == "the key 'title' is missing; unknown key 'titel'");
  CHECK(problems_of(kHead + kGood + kGood) == "the id a is taken");
  CHECK(problems_of(std::string(kHead) + "  - text\n") == "a claim is 'text'");
  CHECK(problems_of("shapes: {s: {name: S}}\n" + (kHead + kGood)) ==
        "the key 'num_hidden_layers' is missing; the key 'layer_types' is missing");
}

TEST_CASE("what is refused of a claim") {
  CHECK(with("id: a, ", "") == "the key 'id' is missing");
  CHECK(with("text: T, ", "") == "the key 'text' is missing");
  CHECK(with("text: T", "text: T, colour: red") == "unknown key 'colour'");
  CHECK(with("agrees", "agreed") == "verdict is 'agreed'");
  CHECK(with("verdict: agrees", "verdict: agrees, equal: within P %") == "equal is 'within P %'");
  CHECK(with("verdict: agrees", "verdict: agrees, equal: about") == "equal is 'about'");
  CHECK(with("verdict: agrees", "verdict: agrees, equal: within 2") == "equal is 'within 2'");
  CHECK(with("verdict: agrees", "verdict: agrees, waits_for: rain") == "waits_for is 'rain'");
  CHECK(with("verdict: agrees", "verdict: agrees, also: 1") == "also is '1'");
  CHECK(with("verdict: agrees", "verdict: agrees, also: [{expected: 1}]") ==
        "a further figure needs what and expected");
  CHECK(with("what: {figure: sum, of: [2]}, ", "") == "a has no figure and waits for nothing");
  CHECK(with("what: {figure: sum, of: [2]}, ", "waits_for: engine, ") == "");
  CHECK(with("expected: 2 x, ", "") == "a expects nothing");
  CHECK(with("printed: 2x, ", "") == "a: only what is not in the text is not printed");
  CHECK(with("verdict: agrees", "verdict: not in the text") == "a: only what is not in the text is not printed");
  CHECK(with("verdict: agrees", "verdict: erratum") == "a: the verdict needs a note that says why");
}

TEST_CASE("the shapes of a document alone") {
  const auto shapes = [](const std::string& text) { return shapes_of(*parse_yaml("c.yaml", text)); };
  const auto one =
      shapes("shapes:\n  tiny: {name: Tiny, num_hidden_layers: 1, layer_types: moe}\nclaims: wrong\n");
  REQUIRE(one.has_value());
  REQUIRE(one->size() == 1);
  CHECK(one->front().second.name == "Tiny");
  CHECK(shapes("claims: []\n")->empty());
  CHECK_FALSE(shapes("shapes: {s: {name: S}}\n").has_value());
  CHECK_FALSE(shapes("[]\n").has_value());
}

}  // namespace

}  // namespace kvtally::claims_test
