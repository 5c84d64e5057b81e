#pragma once

#include "report/table.hpp"

namespace kvtally::test {

/// A table with what makes writers stumble: wide characters, marks, colours, separators and line ends.
inline Table small_table() {
  Table table;
  table.title = "A | small * table";
  table.columns = {{"name", "Name", Align::left, kEverywhere, false},
                   {"strip", "Strip", Align::left, kTerminal, false},
                   {"size", "Size", Align::right, kEverywhere, false},
                   {"note", "Note", Align::left, kMarkdown | kCsv | kWide, false},
                   {"vendor", "Vendor", Align::left, kCsv, false},
                   {"below", "", Align::left, kTerminal, true}};
  table.rows = {
      {{"通义 7B", "", {}, {}},
       {"SF", "", {{"S", 117}, {"F", 214}}, {}},
       {"10 GiB", "10737418240", {}, {}},
       {"a|b*c_d<e`f\\g", "", {}, {}},
       {"A, B", "", {}, {}},
       {"First.\nSecond.", "", {}, {}}},
      {{"é", "", {}, "[1]"},
       {"L", "", {{"L", 227}}, {}},
       {"1 B", "1", {}, "[2]"},
       {"say \"yes\"", "", {}, {}},
       {"two\nlines", "", {}, {}},
       {"", "", {}, {}}},
  };
  table.notes = {"[1] A note with a * in it.", "[2] Another."};
  table.legend = {{"S SWA (sliding)", 117}, {"L MLA (latent)", 227}};
  return table;
}

}  // namespace kvtally::test
