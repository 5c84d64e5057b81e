#include "account/terms.hpp"

#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::terms_test {

namespace {

Term term_of(Form form, std::int64_t every, std::int64_t from, std::optional<std::int64_t> to) {
  Term term;
  term.form = form;
  term.bytes = Bytes{10};
  term.every = every;
  term.from = from;
  term.to = to;
  return term;
}

TEST_CASE("every form at its edges") {
  struct Row {
    std::string name;
    Term term;
    Wide seen;
    Wide value;
    Wide reserve;
  };
  const Term constant = term_of(Form::constant, 1, 1, {});
  const Term line = term_of(Form::stair, 1, 1, {});
  const Term window = term_of(Form::stair, 1, 1, 8);
  const Term stair = term_of(Form::stair, 4, 4, {});
  const Term late = term_of(Form::stair, 16, 32, {});
  const Term ending = term_of(Form::stair, 4, 4, 12);
  const Term remainder = term_of(Form::remainder, 4, 1, {});
  const std::vector<Row> rows{
      {"constant at 0", constant, 0, 10, 10},
      {"constant", constant, 1000, 10, 10},
      {"line at 0", line, 0, 0, 0},
      {"line at 1", line, 1, 10, 10},
      {"line", line, 7, 70, 70},
      {"window before its end", window, 7, 70, 70},
      {"window at its end", window, 8, 80, 80},
      {"window past its end", window, 9, 80, 80},
      {"stair before its first step", stair, 3, 0, 0},
      {"stair at its first step", stair, 4, 10, 10},
      {"stair before its second", stair, 7, 10, 10},
      {"stair at its second", stair, 8, 20, 20},
      {"late stair before its first", late, 31, 0, 0},
      {"late stair at its first", late, 32, 10, 10},  // ⌊0 ÷ 16⌋ + 1
      {"late stair before its second", late, 47, 10, 10},
      {"late stair at its second", late, 48, 20, 20},  // ⌊16 ÷ 16⌋ + 1
      {"ending stair", ending, 12, 30, 30},            // ⌊8 ÷ 4⌋ + 1
      {"ended stair", ending, 1000, 30, 30},
      {"remainder at 0", remainder, 0, 0, 0},
      {"remainder at 3", remainder, 3, 30, 30},
      {"remainder at 4", remainder, 4, 0, 30},  // it was 30 at 3
      {"remainder at 5", remainder, 5, 10, 30},
      {"remainder of 1", term_of(Form::remainder, 1, 1, {}), 5, 0, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(value_at(row.term, Tokens{row.seen}) == Bytes{row.value});
    CHECK(reserve_at(row.term, Tokens{row.seen}) == Bytes{row.reserve});
  }
}

TEST_CASE("a tally sums by part and scales with the batch") {
  Term entries = term_of(Form::stair, 1, 1, {});
  Term state = term_of(Form::constant, 1, 1, {});
  state.part = Part::state;
  const std::vector<Term> terms{entries, state, entries};
  const Tally tally_of_three = tally(terms, Tokens{7}, 3);
  CHECK(tally_of_three[Part::entries] == Bytes{420});  // 3 × (70 + 70)
  CHECK(tally_of_three[Part::state] == Bytes{30});     // 3 × 10
  CHECK(tally_of_three[Part::cross] == Bytes{0});
  CHECK(tally_of_three.total() == Bytes{450});
  CHECK(tally({}, Tokens{7}).total() == Bytes{0});
}

TEST_CASE("every part has a name of its own") {
  CHECK(name_of(Part::entries) == "entries");
  CHECK(name_of(Part::indexer) == "indexer");
  CHECK(name_of(Part::state) == "state");
  CHECK(name_of(Part::open) == "open");
  CHECK(name_of(Part::cross) == "cross");
  CHECK(name_of(Part::draft) == "draft");
}

TEST_CASE("the terms of a compressed sparse layer, one for each thing kept") {
  struct Row {
    Part part;
    Form form;
    Wide bytes;
    std::int64_t every;
    std::int64_t from;
    std::optional<std::int64_t> to;
    std::string what;
  };
  // All bytes are those of 3 layers: 3 × 1024, 3 × 1024, 3 × 4096, 3 × 4 × 2048; 3 × 256, 3 × 1024, 3 × 4 × 512.
  const std::vector<Row> rows{
      {Part::entries, Form::stair, 3072, 1, 1, 128, "window"},
      {Part::entries, Form::stair, 3072, 4, 4, {}, "pooled"},
      {Part::open, Form::remainder, 12288, 4, 1, {}, "pooled, incomplete"},
      {Part::open, Form::stair, 24576, 4, 4, 4, "pooled, read again"},
      {Part::indexer, Form::stair, 768, 4, 4, {}, "index keys"},
      {Part::open, Form::remainder, 3072, 4, 1, {}, "index keys, incomplete"},
      {Part::open, Form::stair, 6144, 4, 4, 4, "index keys, read again"},
  };
  const auto terms = terms_of(test::model_of(compressed_sparse_attention({64, 512}, {128, 4, {64, 128}, 512}), 3));
  REQUIRE(terms.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    CAPTURE(row.what);
    const Term expected{row.part, row.form, Bytes{row.bytes}, row.every, row.from, row.to, 0, 3, false, row.what};
    CHECK(terms[i] == expected);
  }
}

TEST_CASE("draft layers have terms of their own when they draft") {
  Model model;
  const Layer layer = sliding_attention(key_value_memory({1, 1, 1, 1}), 8);  // 4 bytes a token
  append_layer(model, model.order, layer, 5);
  append_layer(model, model.draft, layer, 2);
  append_layer(model, model.draft, heavily_compressed_attention({1, 1}, 8, 4), 1);
  CHECK(tally(terms_of(model), Tokens{100}).total() == Bytes{160});  // 5 × 8 × 4
  const Tally drafting = tally(terms_of(model, true), Tokens{103});
  CHECK(drafting[Part::entries] == Bytes{160});
  CHECK(drafting[Part::draft] == Bytes{130});  // 2 × 8 × 4, 8 × 2 in the window and 25 × 2 pooled
  CHECK(drafting[Part::open] == Bytes{12});    // 3 × 2 × 2
}

}  // namespace

}  // namespace kvtally::terms_test
