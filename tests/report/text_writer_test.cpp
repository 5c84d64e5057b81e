#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/small_table.hpp"

namespace kvtally::text_writer_test {

namespace {

using test::small_table;

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) {
    ++count;
  }
  return count;
}

std::string without_codes(std::string text) {
  for (std::size_t at = text.find('\x1b'); at != std::string::npos; at = text.find('\x1b')) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  return text;
}

TEST_CASE("columns are aligned by the width of what is seen") {
  CHECK(write_text(small_table(), {false, 100}) ==
        "A | small * table\n"
        "\n"
        "Name        Strip    Size\n"
        "通义 7B     SF     10 GiB\n"
        "         First.\n"
        "         Second.\n"
        "é[1]        L         1 B[2]\n"
        "\n"
        "S SWA (sliding)  L MLA (latent)\n"
        "\n"
        "[1] A note with a * in it.\n"
        "[2] Another.\n");
}

TEST_CASE("each coloured segment is switched on and off once, and nothing else changes") {
  const Table table = small_table();
  const std::string text = write_text(table, {true, 100});
  CHECK(without_codes(text) == write_text(table, {false, 100}));
  CHECK(count_of(text, "\x1b[48;5;117;38;5;16mS\x1b[0m") == 2);  // the cell's and the legend's
  CHECK(count_of(text, "\x1b[48;5;214;38;5;16mF\x1b[0m") == 1);
  CHECK(count_of(text, "\x1b[48;5;227;38;5;16mL\x1b[0m") == 2);
  CHECK(count_of(text, "\x1b[0m") == 5);
  CHECK(count_of(text, "\x1b") == 10);
}

TEST_CASE("a segment without a colour has no codes") {
  Table table;
  table.columns = {{"a", "A", Align::left, kEverywhere, false}};
  table.rows = {{{"x y", "", {{"x", 117}, {" ", 0}, {"y", 0}}, {}}}};
  CHECK(write_text(table, {true, 100}) == "A\n\x1b[48;5;117;38;5;16mx\x1b[0m y\n");
}

TEST_CASE("what stands below a row, the legend and the notes keep within the width") {
  Table table = small_table();
  table.rows[0][5].text = "one two three four five six seven eight nine ten";
  table.notes = {"one two three four five six seven eight nine ten"};
  const std::string text = write_text(table, {false, 30});
  CHECK(text ==
        "A | small * table\n"
        "\n"
        "Name        Strip    Size\n"
        "通义 7B     SF     10 GiB\n"
        "         one two three four\n"
        "         five six seven eight\n"
        "         nine ten\n"
        "é[1]        L         1 B[2]\n"
        "\n"
        "S SWA (sliding)\n"
        "L MLA (latent)\n"
        "\n"
        "one two three four five six\n"
        "seven eight nine ten\n");
}

TEST_CASE("the wide form has one line a row and the columns that are wide") {
  CHECK(write_wide(small_table(), {false, 30}) ==
        "A | small * table\n"
        "\n"
        "Name          Size     Note\n"
        "通义 7B     10 GiB     a|b*c_d<e`f\\g\n"
        "é[1]           1 B[2]  say \"yes\"\n"
        "\n"
        "S SWA (sliding)\n"
        "L MLA (latent)\n"
        "\n"
        "[1] A note with a * in it.\n"
        "[2] Another.\n");
}

TEST_CASE("a table without rows, title, legend and notes is its heading") {
  Table table;
  table.columns = {{"a", "Aa", Align::left, kEverywhere, false}, {"b", "Bb", Align::right, kEverywhere, false}};
  CHECK(write_text(table, {false, 100}) == "Aa  Bb\n");
  CHECK(write_wide(table, {false, 100}) == "Aa  Bb\n");
}

}  // namespace

}  // namespace kvtally::text_writer_test
