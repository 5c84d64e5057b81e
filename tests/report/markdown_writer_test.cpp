#include <doctest/doctest.h>

#include "report/small_table.hpp"

namespace kvtally::markdown_writer_test {

namespace {

TEST_CASE("Markdown: what it would read as its own is escaped, and columns are aligned") {
  CHECK(write_markdown(test::small_table()) ==
        "## A \\| small \\* table\n"
        "\n"
        "| Name    |   Size | Note |\n"
        "| ------- | -----: | --- |\n"
        "| 通义 7B | 10 GiB | a\\|b\\*c\\_d\\<e\\`f\\\\g |\n"
        "| é[1]    | 1 B[2] | say \"yes\" |\n"
        "\n"
        "SWA (sliding); MLA (latent)\n"
        "\n"
        "- [1] A note with a \\* in it.\n"
        "- [2] Another.\n");
}

TEST_CASE("Markdown: a line end in a cell becomes a space") {
  Table table;
  table.columns = {{"a", "A", Align::left, kEverywhere, false}, {"b", "B", Align::right, kEverywhere, false}};
  table.rows = {{{"one\ntwo", "", {}, {}}, {"1", "", {}, {}}}};
  CHECK(write_markdown(table) ==
        "| A       | B |\n"
        "| ------- | --: |\n"
        "| one two | 1 |\n");
}

}  // namespace

}  // namespace kvtally::markdown_writer_test
