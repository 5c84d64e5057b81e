#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::model_table_notes_test {

namespace {

using Texts = std::vector<std::string>;

Texts marks_of(const ModelTable& table) {
  Texts out;
  for (const ModelRow& row : table.rows) {
    for (const std::string* mark : {&row.name_mark, &row.marks.released, &row.marks.context, &row.marks.kv}) {
      if (!mark->empty()) {
        out.push_back(*mark);
      }
    }
  }
  return out;
}

Texts numbers(std::size_t count) {
  Texts out;
  for (std::size_t i = 1; i <= count; ++i) {
    out.push_back("[" + std::to_string(i) + "]");
  }
  return out;
}

std::string sentence(const std::string& context, const std::string& format) {
  return "KV: keys, values, latents and pooled entries of one request of " + context + " tokens, in " + format +
         ", from each model's shape; windows and chunks hold at most their size; recurrent states, index keys "
         "and what waits to be pooled are not counted.";
}

TEST_CASE("footnotes are numbered from the first row to the last, however the rows are sorted") {
  for (const SortKey key :
       {SortKey::report, SortKey::time, SortKey::vendor, SortKey::ratio, SortKey::context, SortKey::kv}) {
    for (const bool reverse : {false, true}) {
      CAPTURE(static_cast<int>(key));
      CAPTURE(reverse);
      TableOptions options;
      options.sort = key;
      options.reverse = reverse;
      const ModelTable table = test::lecture_table(options);
      REQUIRE(table.footnotes.size() == 14);
      CHECK(marks_of(table) == numbers(14));
      for (std::size_t i = 0; i < 14; ++i) {
        CHECK(table.footnotes[i].starts_with(numbers(14)[i] + " "));
      }
    }
  }
}

TEST_CASE("a footnote names the model of the row that has its mark") {
  TableOptions options;
  options.sort = SortKey::kv;
  const ModelTable table = test::lecture_table(options);
  std::size_t next = 0;
  for (const ModelRow& row : table.rows) {
    for (const std::string* mark : {&row.name_mark, &row.marks.released, &row.marks.context, &row.marks.kv}) {
      if (!mark->empty()) {
        CHECK(table.footnotes[next++].starts_with(*mark + " " + row.name));
      }
    }
  }
  CHECK(next == table.footnotes.size());
}

TEST_CASE("the highlights have the footnotes of their own rows only") {
  TableOptions options;
  options.highlights_only = true;
  const ModelTable table = test::lecture_table(options);
  CHECK(marks_of(table) == numbers(table.footnotes.size()));
  CHECK(table.footnotes.size() == 7);
}

TEST_CASE("without a comparison only the caveats are left") {
  TableOptions options;
  options.context = Tokens{1048576};
  const ModelTable table = test::lecture_table(options);
  CHECK(table.footnotes.size() == 6);
  CHECK(marks_of(table) == numbers(6));
  CHECK(table.footnotes[1] ==
        "[2] Llama 4 Scout 17B-16E: The local layers are chunked, not sliding as the lecture has them; they store "
        "at most 8192 tokens either way.");
}

TEST_CASE("the footer begins with what the figures are") {
  const std::string shorter =
      "A model whose own context is shorter cannot run there; its figure is what its shape would need.";
  CHECK(test::lecture_table().footer == Texts{sentence("131,072", "bf16"), shorter});
  TableOptions longer;
  longer.context = Tokens{1048576};
  CHECK(test::lecture_table(longer).footer == Texts{sentence("1,048,576", "bf16"), shorter});
  TableOptions narrower;
  narrower.adaptation.entries = KeyValueFormats{*parse_format("fp8"), *parse_format("fp8")};
  narrower.kv_dtype = "fp8";
  CHECK(test::lecture_table(narrower).footer == Texts{sentence("131,072", "fp8"), shorter});
  CHECK(test::compute(test::recipe_of({"hy3"}))->footer == Texts{sentence("131,072", "bf16")});
}

}  // namespace

}  // namespace kvtally::model_table_notes_test
