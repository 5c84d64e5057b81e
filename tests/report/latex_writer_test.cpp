#include <doctest/doctest.h>

#include "report/small_table.hpp"

namespace kvtally::latex_writer_test {

namespace {

Table one_column(const std::vector<std::string>& cells) {
  Table table;
  table.columns = {{"a", "A", Align::left, kEverywhere, false}};
  for (const std::string& cell : cells) {
    table.rows.push_back({{cell, "", {}, {}}});
  }
  return table;
}

std::string cell(const std::string& text) {
  const std::string out = write_latex(one_column({text}));
  const std::size_t start = out.find("\\midrule\n    ") + 13;
  return out.substr(start, out.find(" \\\\\n", start) - start);
}

TEST_CASE("LaTeX: a table with booktabs") {
  CHECK(write_latex(test::small_table()) ==
        "% \\usepackage[T1]{fontenc} \\usepackage{booktabs}\n"
        "\\begin{table}\n"
        "  \\centering\n"
        "  \\caption{A \\textbar{} small * table}\n"
        "  \\begin{tabular}{lrl}\n"
        "    \\toprule\n"
        "    Name & Size & Note \\\\\n"
        "    \\midrule\n"
        "    通义 7B & 10 GiB & a\\textbar{}b*c\\_d\\textless{}e\\textasciigrave{}f\\textbackslash{}g \\\\\n"
        "    é{[}1{]} & 1 B{[}2{]} & say \\textquotedbl{}yes\\textquotedbl{} \\\\\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "  \\par\\smallskip{\\footnotesize\\raggedright\n"
        "  {[}1{]} A note with a * in it.\\par\n"
        "  {[}2{]} Another.\\par\n"
        "  }\n"
        "\\end{table}\n");
}

TEST_CASE("LaTeX: what it would read as its own is escaped") {
  CHECK(cell("a & b % c # d $ e _ f { g } h") == "a \\& b \\% c \\# d \\$ e \\_ f \\{ g \\} h");
  CHECK(cell("~^\\") == "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}");
  CHECK(cell("[SWA x5] <b>") == "{[}SWA x5{]} \\textless{}b\\textgreater{}");
  CHECK(cell("--tp --- x-y") == "-{}-tp -{}-{}- x-y");
  CHECK(cell("one\ntwo\tthree\x7f") == "one two three ");
}

TEST_CASE("LaTeX: a long cell has lines of its own") {
  CHECK(write_latex(one_column({std::string(49, 'x')})).find("{tabular}{p{0.4\\linewidth}}") != std::string::npos);
  CHECK(write_latex(one_column({std::string(48, 'x')})).find("{tabular}{l}") != std::string::npos);
}

TEST_CASE("LaTeX: long cells share half of a line") {
  Table table = one_column({std::string(60, 'x')});
  table.columns.push_back({"b", "B", Align::left, kEverywhere, false});
  table.rows[0].push_back({std::string(60, 'y'), "", {}, {}});
  CHECK(write_latex(table).find("{tabular}{p{0.25\\linewidth}p{0.25\\linewidth}}") != std::string::npos);
}

TEST_CASE("LaTeX: more rows than a page has are a longtable") {
  Table table = one_column(std::vector<std::string>(31, "x"));
  table.title = "Long";
  table.footer = {"last"};
  const std::string out = write_latex(table);
  CHECK(
      out.starts_with("% \\usepackage[T1]{fontenc} \\usepackage{booktabs,longtable}\n"
                      "{\\small\n"
                      "\\begin{longtable}{l}\n"
                      "    \\caption{Long} \\\\\n"
                      "    \\toprule\n"
                      "    A \\\\\n"
                      "    \\midrule\n"
                      "    \\endhead\n"
                      "    \\bottomrule\n"
                      "    \\endlastfoot\n"
                      "    x \\\\\n"));
  CHECK(
      out.ends_with("    x \\\\\n"
                    "\\end{longtable}\n"
                    "}\n"
                    "\\par\\smallskip{\\footnotesize\\raggedright\n"
                    "last\\par\n"
                    "}\n"));
}

}  // namespace

}  // namespace kvtally::latex_writer_test
