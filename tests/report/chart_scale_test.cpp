#include "report/chart_scale.hpp"

#include <doctest/doctest.h>

#include "report/charts.hpp"

namespace kvtally::chart_scale_test {

namespace {

const Axis kTokens{"", Scale::log2, Measure::tokens, Units::binary, true};
const Axis kBytes{"", Scale::log2, Measure::bytes, Units::binary, false};

std::string labels(const AxisScale& scale) {
  std::string out;
  for (const Tick& tick : scale.ticks()) {
    out += (out.empty() ? "" : " | ") + tick.label;
  }
  return out;
}

TEST_CASE("ticks of a logarithmic axis are whole powers, as many as there is room for") {
  CHECK(labels({kTokens, 1024, 131072, 10}) == "1K | 2K | 4K | 8K | 16K | 32K | 64K | 128K");
  CHECK(labels({kTokens, 1024, 131072, 4}) == "1K | 4K | 16K | 64K");
  CHECK(labels({kTokens, 1000, 1048576, 3}) == "4K | 32K | 256K");
  CHECK(labels({kBytes, 70272, 9e9, 5}) == "1 MiB | 32 MiB | 1 GiB");
  CHECK(labels({{"", Scale::log10, Measure::bytes, Units::decimal, false}, 2e6, 4e9, 9}) ==
        "1 MB | 10 MB | 100 MB | 1 GB | 10 GB");
  CHECK(labels({{"", Scale::log10, Measure::flop_per_second}, 4.8e12, 989e12, 9}) ==
        "1 T | 10 T | 100 T | 1 P | 10 P");
  CHECK(labels({{"", Scale::log10, Measure::flop_per_byte, Units::binary, true}, 0.5, 50000, 9}) ==
        "1 | 10 | 100 | 1,000 | 10,000");
}

TEST_CASE("ticks of a linear axis of bytes are even in the axis's own units") {
  const Axis binary{"", Scale::linear, Measure::bytes, Units::binary, false};
  CHECK(labels({binary, 0, 90060095488.0, 6}) == "0 B | 20 GiB | 40 GiB | 60 GiB | 80 GiB");  // 83.875 GiB
  CHECK(labels({binary, 0, 1408, 6}) == "0 B | 512 B | 1 KiB");
  CHECK(labels({{"", Scale::linear, Measure::bytes, Units::decimal, false}, 0, 9e10, 6}) ==
        "0 B | 20 GB | 40 GB | 60 GB | 80 GB");
}

TEST_CASE("a short logarithmic axis has 1, 2 and 5, a shorter one even steps") {
  const Axis axis{"", Scale::log10, Measure::number, Units::binary, true};
  CHECK(labels({axis, 0.9, 60, 9}) == "1 | 2 | 5 | 10 | 20 | 50");
  CHECK(labels({kTokens, 1100, 1500, 9}) ==
        "1,100 | 1,150 | 1,200 | 1,250 | 1,300 | 1,350 | 1,400 | 1,450 | 1,500");
}

TEST_CASE("ticks of a linear axis are even, and 0 is one of them unless it is tight") {
  CHECK(labels({{"", Scale::linear, Measure::number}, 3, 97, 6}) == "0 | 20 | 40 | 60 | 80");
  CHECK(labels({{"", Scale::linear, Measure::number, Units::binary, true}, 90, 100, 6}) ==
        "90 | 92 | 94 | 96 | 98 | 100");
  CHECK(labels({{"", Scale::linear, Measure::number}, -4, 4, 9}) == "-4 | -3 | -2 | -1 | 0 | 1 | 2 | 3 | 4");
}

TEST_CASE("an axis of months has Januaries, or months where there are too few of them") {
  const Axis months{"", Scale::linear, Measure::month};
  const AxisScale years(months, 12 * 2020 + 4, 12 * 2026 + 7, 12);
  CHECK(labels(years) == "2020 | 2021 | 2022 | 2023 | 2024 | 2025 | 2026 | 2027");
  CHECK(years.low() == 12 * 2020);  // whole years, and no year 0
  CHECK(years.high() == 12 * 2027);
  CHECK(labels({months, 12 * 2020, 12 * 2026, 4}) == "2020 | 2022 | 2024 | 2026");
  CHECK(labels({months, 12 * 2024, 12 * 2024, 4}) == "2024 | 2025");
  const Axis tight{"", Scale::linear, Measure::month, Units::binary, true};
  CHECK(labels({tight, 12 * 2024 + 2, 12 * 2024 + 10, 4}) == "2024-04 | 2024-07 | 2024-10");
  CHECK(labels({tight, 12 * 2024 + 10, 12 * 2025 + 1, 5}) == "2024-11 | 2024-12 | 2025 | 2025-02");
}

TEST_CASE("values stand by their logarithms") {
  const AxisScale scale(kTokens, 1024, 16384, 9);
  CHECK(scale.at(1024) == 0);
  CHECK(scale.at(4096) == doctest::Approx(0.5));
  CHECK(scale.at(16384) == 1);
  CHECK(scale.at(1) == 0);
  CHECK(scale.at(0) == 0);
  CHECK(scale.at(1e9) == 1);
  const AxisScale wide(kBytes, 1025, 16000, 9);
  CHECK(wide.low() == 512);  // a tenth of an octave is kept free
  CHECK(wide.high() == 32768);
}

TEST_CASE("equal values get room on both sides") {
  for (const Scale kind : {Scale::linear, Scale::log2, Scale::log10}) {
    for (const double value : {1.0, 1024.0, 1e12}) {
      const AxisScale scale({"", kind, Measure::number, Units::binary, true}, value, value, 9);
      CHECK(scale.at(value) > 0);
      CHECK(scale.at(value) < 1);
      CHECK(scale.ticks().size() >= 2);
    }
  }
  const AxisScale zero({"", Scale::linear, Measure::number}, 0, 0, 9);
  CHECK(zero.at(0) == 0.5);
}

TEST_CASE("any axis: ticks lie on it in order, no more than asked for") {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const Chart chart = drawable(test::random_chart(random));
    const std::size_t most = 2 + random() % 12;
    const Frame frame = frame_of(chart, most, most);
    for (const AxisScale* scale : {&frame.x, &frame.y}) {
      CAPTURE(scale->low());
      CAPTURE(scale->high());
      CHECK(scale->high() > scale->low());
      CHECK(scale->ticks().size() <= most + 1);
      double before = -HUGE_VAL;
      for (const Tick& tick : scale->ticks()) {
        CHECK(tick.value > before);
        CHECK_FALSE(tick.label.empty());
        before = tick.value;
      }
    }
  }
}

TEST_CASE("a chart without values has a frame") {
  const Frame frame = frame_of(Chart{}, 5, 5);
  CHECK(frame.x.at(1.5) == 0.75);
}

TEST_CASE("labels are spread") {
  using Places = std::vector<double>;
  CHECK(spread({}, 10, 0, 100) == Places{});
  CHECK(spread({50}, 10, 0, 100) == Places{50});
  CHECK(spread({50, 51, 52}, 10, 0, 100) == Places{50, 60, 70});
  CHECK(spread({95, 99}, 10, 0, 100) == Places{90, 100});
  CHECK(spread({1, 1, 1}, 10, 0, 15) == Places{0, 10, 20});
}

}  // namespace

}  // namespace kvtally::chart_scale_test
