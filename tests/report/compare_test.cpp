#include "report/compare.hpp"

#include <doctest/doctest.h>

#include "report/comparisons.hpp"
#include "support/print.hpp"

namespace kvtally::compare_test {

namespace {

std::vector<std::string> titles(const Comparison& comparison, Shown target) {
  std::vector<std::string> out;
  for (const Column& column : table_of(comparison, Units::binary).columns) {
    if ((column.shown & target) != 0) {
      out.push_back(column.title);
    }
  }
  return out;
}

std::string cell(const Comparison& comparison, std::size_t row, std::string_view key,
                 Units units = Units::binary) {
  const Table table = table_of(comparison, units);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].key == key) {
      return table.rows.at(row).at(i).text;
    }
  }
  return "no such column";
}

TEST_CASE("a ratio is that of the first row to each, by all that is kept") {
  const Comparison v3 = test::comparison_of("deepseek-v3", {"mha", "gqa-8", "mqa", "mla", "dsa-2048"}, 131072);
  const auto ratio = [&](std::size_t row) { return *ratio_to_first(v3, v3.rows[row]); };
  CHECK(ratio(0) == Fraction<Bytes>{{1}, 1});
  CHECK(ratio(1) == Fraction<Bytes>{{16}, 1});
  CHECK(ratio(2) == Fraction<Bytes>{{128}, 1});
  CHECK(ratio(3) == Fraction<Bytes>{{512}, 9});
  // 128 x 256 elements over 576 of the latent and 128 of the index key
  CHECK(ratio(4) == Fraction<Bytes>{{32768}, 704});
  CHECK_FALSE(devices_exact(v3, v3.rows[0]).has_value());
}

TEST_CASE("devices are filled by the cache alone") {
  Comparison v3 = test::comparison_of("deepseek-v3", {"mha"}, 131072);
  v3.device = ComparedDevice{"small", Bytes{Wide{61} << 30}, ""};
  CHECK(*devices_exact(v3, v3.rows[0]) == Fraction<Bytes>{{8}, 1});  // 488 GiB
  CHECK(cell(v3, 0, "devices_exact") == "8.000");
}

TEST_CASE("what nobody keeps stands under programs' columns alone") {
  const std::vector<std::string> every{"Model",
                                       "As",
                                       "Counterfactual",
                                       "Context",
                                       "Batch",
                                       "Entries",
                                       "KV",
                                       "Index keys",
                                       "States",
                                       "Waiting",
                                       "Encoder",
                                       "Draft",
                                       "Total",
                                       "Bytes a token",
                                       "Read a step",
                                       "Written a step",
                                       "Multiply-adds a step",
                                       "First / this",
                                       "Devices (cache alone)"};
  const Comparison v3 = test::comparison_of("deepseek-v3", {"mha", "mla"}, 131072);
  CHECK(titles(v3, kCsv) == every);
  CHECK(titles(v3, kTerminal) ==
        std::vector<std::string>{"As", "KV", "Bytes a token", "Read a step", "First / this"});
  CHECK(
      titles(test::comparison_of("deepseek-v3", {"mha", "dsa-2048"}, 131072), kMarkdown) ==
      std::vector<std::string>{"As", "KV", "Index keys", "Total", "Bytes a token", "Read a step", "First / this"});
  CHECK(titles(test::side_by_side({{"llama-2-7b", 4096}, {"rwkv-7", 8192}}), kTerminal) ==
        std::vector<std::string>{"Model", "Context", "KV", "States", "Total", "Bytes a token", "Read a step",
                                 "First / this"});
}

TEST_CASE("sizes with one decimal, ratios with three digits") {
  const Comparison v3 =
      test::comparison_of("deepseek-v3", {"mha", "gqa-8", "mqa", "mla", "swa-1", "swa-128"}, 131072);
  const auto kv = [&](std::size_t row) { return cell(v3, row, "kv_bytes"); };
  CHECK(kv(0) == "488 GiB");
  CHECK(kv(1) == "30.5 GiB");
  CHECK(kv(2) == "3.8 GiB");
  CHECK(kv(3) == "8.6 GiB");
  CHECK(kv(4) == "68.6 KiB");  // 61 x 576 x 2
  CHECK(cell(v3, 0, "kv_bytes", Units::decimal) == "524 GB");
  CHECK(cell(v3, 3, "kv_bytes", Units::decimal) == "9.2 GB");
  CHECK(cell(v3, 3, "ratio_to_first") == "56.9x");
  CHECK(cell(v3, 5, "ratio_to_first") == "58,254x");  // 131072 x 32768 / (128 x 576)
  const Comparison two = test::side_by_side({{"deepseek-v3", 131072}, {"llama-3.1-70b", 131072}});
  CHECK(cell(two, 1, "ratio_to_first") == "0.214x");  // 70272 / 327680
  // The next unit from where it would be printed as 1024 of one: 1023.95.
  const auto printed = [](Wide bytes) {
    Comparison one = test::side_by_side({{"llama-2-7b", 1}});
    one.rows[0].sheet.figures.kept = {};
    one.rows[0].sheet.figures.kept[Part::entries] = Bytes{bytes};
    return cell(one, 0, "kv_bytes");
  };
  CHECK(printed(0) == "0 B");
  CHECK(printed(1023) == "1023 B");
  CHECK(printed(1024) == "1 KiB");
  CHECK(printed(1048524) == "1023.9 KiB");
  CHECK(printed(1048525) == "1 MiB");
  CHECK(printed(Wide{3} << 60) == "3072 PiB");
}

TEST_CASE("nothing kept has no ratio") {
  Comparison two = test::side_by_side({{"llama-2-7b", 1}, {"llama-2-7b", 1}});
  two.rows[1].sheet.figures.kept = {};
  CHECK_FALSE(ratio_to_first(two, two.rows[1]).has_value());
  CHECK(cell(two, 1, "ratio_to_first") == "-");
  CHECK(table_of(two, Units::binary).rows[1][17].raw == "none");
}

TEST_CASE("a device's memory, with what the user set otherwise") {
  Device device;
  device.id = "d";
  CHECK(render(compared_device(device).error()) ==
        "--on: the usable memory of d is not published; expected a device whose memory is, or its size behind a "
        "comma (memory=80GiB)\n");
  device.usable_memory = Bytes{1000};
  device.usable_basis = "printed";
  device.overrides = {"memory=1000B"};
  const auto compared = compared_device(device);
  REQUIRE(compared.has_value());
  CHECK(compared->device == "d, memory=1000B");
  CHECK(compared->usable == Bytes{1000});
  CHECK(compared->basis == "printed");
}

}  // namespace

}  // namespace kvtally::compare_test
