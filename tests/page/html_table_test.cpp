#include <doctest/doctest.h>

#include "page/html_parts.hpp"

namespace kvtally::html_table_test {

namespace {

SectionTable small_table() {
  Table table{"Kept & read", {}, {}, {}, {}, {}};
  table.columns = {{"name", "Model"},
                   {"id", "ID", Align::left, kCsv},
                   {"bytes", "", Align::right},
                   {"share", "Share", Align::left}};
  const auto cell = [](const char* text, const char* raw = "") { return Cell{text, raw, {}, {}}; };
  table.rows = {{{"A <b>", "", {}, "[1]"}, cell("a"), cell("2 KiB", "2048"), cell("all")},
                {cell("\"B\""), cell("b"), cell("not published"), cell("none")},
                {cell("C"), cell("c"), cell("10"), cell("")}};
  table.notes = {"[1] of <both>"};
  table.footer = {"the end"};
  return {"kept", table, true};
}

TEST_CASE("a table: what is shown, what it sorts by, marks and notes") {
  CHECK(html_table(small_table()) ==
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"table-kept-caption\">\n"
        "<table class=\"data\" id=\"table-kept\" data-sortable>\n"
        "<caption id=\"table-kept-caption\">Kept &amp; read</caption>\n"
        "<thead>\n"
        "<tr><th scope=\"col\" data-sort-method=\"text\">Model</th>"
        "<th scope=\"col\" data-sort-method=\"number\" class=\"number\">bytes</th>"
        "<th scope=\"col\" data-sort-method=\"text\">Share</th></tr>\n"
        "</thead>\n<tbody>\n"
        "<tr><th scope=\"row\">A &lt;b&gt;<sup class=\"mark\">[1]</sup></th>"
        "<td class=\"number\" data-sort=\"2048\">2 KiB</td><td>all</td></tr>\n"
        "<tr><th scope=\"row\">&quot;B&quot;</th><td class=\"number\" data-sort=\"\">not published</td>"
        "<td>none</td></tr>\n"
        "<tr><th scope=\"row\">C</th><td class=\"number\" data-sort=\"10\">10</td><td></td></tr>\n"
        "</tbody>\n</table>\n</div>\n"
        "<ul class=\"notes\">\n<li>[1] of &lt;both&gt;</li>\n<li>the end</li>\n</ul>\n");
}

TEST_CASE("a table of two rows is not sorted, and one without notes has no list") {
  SectionTable table = small_table();
  table.table.rows.pop_back();
  table.table.notes.clear();
  table.table.footer.clear();
  const std::string html = html_table(table);
  CHECK(html.find("data-sortable") == std::string::npos);
  CHECK(html.ends_with("</table>\n</div>\n"));
}

TEST_CASE("a column of long texts is not squeezed") {
  SectionTable table = small_table();
  table.table.rows[0][3].text = std::string(41, 'x');
  const std::string html = html_table(table);
  CHECK(html.find("<th scope=\"col\" data-sort-method=\"text\" class=\"long\">Share</th>") != std::string::npos);
  CHECK(html.find("<td class=\"long\">none</td>") != std::string::npos);
}

}  // namespace

TEST_CASE("a column of texts is none of numbers because one of them is a number") {
  SectionTable errata{"errata", {}, true};
  errata.table.columns = {{"where", "Where"}, {"printed", "Printed", Align::right}};
  errata.table.rows = {{{"a", "", {}, {}}, {"7.36", "", {}, {}}},
                       {{"b", "", {}, {}}, {"7.5KB", "", {}, {}}},
                       {{"c", "", {}, {}}, {"17 / 25", "", {}, {}}}};
  const std::string html = html_table(errata);
  CHECK(html.find("<th scope=\"col\" data-sort-method=\"text\" class=\"right\">Printed</th>") !=
        std::string::npos);
  CHECK(html.find("data-sort=") == std::string::npos);
}

}  // namespace kvtally::html_table_test
