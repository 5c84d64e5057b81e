#include "check/figure.hpp"

#include <algorithm>
#include <set>

#include "check/asking.hpp"
#include "support/golden.hpp"

namespace kvtally::figure_test {

namespace {

using test::ask;

TEST_CASE("every name of a figure is one figure's") {
  std::set<std::string_view> names;
  for (const FigureKind* kind : all_figures()) {
    CAPTURE(kind->name);
    CHECK(names.insert(kind->name).second);
  }
  CHECK(names.size() > 40);
}

TEST_CASE("the schema of check files names each of them") {
  const auto schema = parse_yaml("check-yaml.yaml", test::source_text("reports/schemas/check-yaml.yaml"));
  REQUIRE(schema.has_value());
  const Node* node = &schema->root();
  for (const std::string_view key : {"$defs", "asked_figure", "properties", "figure", "enum"}) {
    node = member(*node, key);
    REQUIRE(node != nullptr);
  }
  std::set<std::string_view> named;
  for (const Node& name : Children(*node)) {
    named.insert(name.text);
  }
  std::set<std::string_view> known;
  std::ranges::transform(all_figures(), std::inserter(known, known.end()), &FigureKind::name);
  CHECK(named == known);
}

TEST_CASE("what is refused of a figure") {
  CHECK(ask("") == "the key 'figure' is missing");
  CHECK(ask("figure: show.kv_byte") == "unknown figure 'show.kv_byte'");
  CHECK(ask("figure: show.kv_bytes, context: 4K") == "the key 'model' is missing");
  CHECK(ask("figure: show.kv_bytes, model: llama-2-7b") == "the key 'context' is missing");
  CHECK(ask("figure: show.kv_bytes, model: llama-9, context: 4K") == "unknown model 'llama-9'");
  CHECK(ask("figure: show.kv_bytes, model: llama-2-7b, context: 4KB").starts_with("context is '4KB': "));
  CHECK(ask("figure: show.kv_bytes, model: llama-2-7b, context: 4K, kind: gqa") == "unknown key 'kind'");
  CHECK(ask("figure: show.kv_bytes, model: [a], context: 4K") == "model is a list");
}

TEST_CASE("a figure of figures names what is wrong inside") {
  CHECK(ask("figure: ratio, of: {figure: nothing}, to: 2") == "unknown figure 'nothing'");
  CHECK(ask("figure: ratio, of: 1") == "the key 'to' is missing");
  CHECK(ask("figure: ratio, of: 1 KB, to: 2") == "'1 KB': 'KB' is no unit that is known here");
  CHECK(ask("figure: ratio, of: [1], to: 2") == "a list: it is a list");
  CHECK(ask("figure: ratio, of: {figure: model.released, model: llama-2-7b}, to: 2") == "'2023-07' is no number");
  CHECK(ask("figure: sum") == "of is missing");
  CHECK(ask("figure: sum, of: 1") == "of is '1'");
  CHECK(ask("figure: sum, of: [1, {figure: nothing}, x]") ==
        "unknown figure 'nothing'; 'x': it does not start with a digit");
}

TEST_CASE("a value as text") {
  CHECK(print_value(Value{std::string("2024-12")}) == "2024-12");
  CHECK(print_value(Value{whole(3, "rows")}) == "3 rows");
}

}  // namespace

}  // namespace kvtally::figure_test
