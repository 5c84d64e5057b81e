#include "report/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kvtally {

namespace {

// The largest unit in which it is at least 1, with one decimal, or none where that is 0: "30.5 GiB", "488 GiB".
std::string short_bytes(Bytes bytes, Units units) {
  static constexpr std::array<std::array<std::string_view, 6>, 2> kNames{
      {{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}, {"B", "kB", "MB", "GB", "TB", "PB"}}};
  const Wide base = units == Units::binary ? 1024 : 1000;
  Wide unit = 1;
  std::size_t step = 0;
  const auto tenths = [&] { return (bytes.value * 10 + unit / 2) / unit; };
  while (step + 1 < kNames[0].size() && tenths() >= base * 10) {
    unit *= base;
    ++step;
  }
  const std::string_view name = kNames.at(units == Units::binary ? 0 : 1).at(step);
  return tenths() % 10 == 0 ? fmt::format("{} {}", tenths() / 10, name)
                            : fmt::format("{}.{} {}", tenths() / 10, tenths() % 10, name);
}

std::string ratio_text(const std::optional<Fraction<Bytes>>& ratio) {
  if (!ratio) {
    return "-";
  }
  const double value = ratio->approximate();
  return value >= 999.5 ? print_nearest(value) + "x" : fmt::format("{:.3g}x", value);
}

std::string devices_text(double value) {
  return value < 1 ? fmt::format("{:.3g}", value) : fmt::format("{:.3f}", value);
}

// With every digit where it is whole, as JSON has it.
std::string raw(const std::optional<Fraction<Bytes>>& fraction) {
  if (!fraction) {
    return "none";
  }
  return fraction->whole() ? plain_digits(fraction->floor()) : fmt::format("{}", fraction->approximate());
}

struct KeptColumn {
  std::string_view key;
  std::string_view title;
  Bytes bytes;
};

std::vector<KeptColumn> kept_in_order(const Tally& kept) {
  return {{"kv_bytes", "KV", kept[Part::entries]},       {"indexer_bytes", "Index keys", kept[Part::indexer]},
          {"state_bytes", "States", kept[Part::state]},  {"open_bytes", "Waiting", kept[Part::open]},
          {"cross_bytes", "Encoder", kept[Part::cross]}, {"draft_bytes", "Draft", kept[Part::draft]},
          {"total_bytes", "Total", kept.total()}};
}

constexpr std::uint8_t kPrograms = kWide | kCsv;

std::uint8_t shown_if(bool for_people) { return for_people ? std::uint8_t{kEverywhere} : kPrograms; }

// The first column always; the others for people where a row has something there; the total where it is more.
std::vector<bool> worth_reading(const Comparison& comparison) {
  std::vector<bool> out(kept_in_order({}).size(), false);
  for (const ComparedRow& row : comparison.rows) {
    const std::vector<KeptColumn> figures = kept_in_order(row.sheet.figures.kept);
    for (std::size_t i = 0; i < figures.size(); ++i) {
      out[i] = out[i] || figures[i].bytes.value != 0;
    }
  }
  out.back() = std::ranges::any_of(out.begin() + 1, out.end() - 1, [](bool some) { return some; });
  out.front() = true;
  return out;
}

bool contexts_differ(const Comparison& comparison) {
  return std::ranges::any_of(comparison.rows, [&](const ComparedRow& row) {
    return row.sheet.scenario.context != comparison.rows.front().sheet.scenario.context;
  });
}

std::vector<Column> compared_columns(const Comparison& comparison) {
  std::vector<Column> out{{"model", "Model", Align::left, shown_if(comparison.models.size() > 1), false},
                          {"as", "As", Align::left, shown_if(comparison.attentions), false},
                          {"counterfactual", "Counterfactual", Align::left, kPrograms, false},
                          {"context", "Context", Align::right, shown_if(contexts_differ(comparison)), false},
                          {"batch", "Batch", Align::right, kPrograms, false},
                          {"kv_dtype", "Entries", Align::right, kPrograms, false}};
  const std::vector<KeptColumn> figures = kept_in_order({});
  const std::vector<bool> worth = worth_reading(comparison);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    out.push_back(
        {std::string(figures[i].key), std::string(figures[i].title), Align::right, shown_if(worth[i]), false});
  }
  out.push_back({"marginal_bytes_per_token", "Bytes a token", Align::right, kEverywhere, false});
  out.push_back({"read_bytes_per_step", "Read a step", Align::right, kEverywhere, false});
  out.push_back({"written_bytes_per_step", "Written a step", Align::right, kPrograms, false});
  out.push_back({"macs_per_step", "Multiply-adds a step", Align::right, kPrograms, false});
  out.push_back({"ratio_to_first", "First / this", Align::right, kEverywhere, false});
  out.push_back({"devices_exact", "Devices (cache alone)", Align::right,
                 comparison.device ? std::uint8_t{kEverywhere} : std::uint8_t{kCsv}, false});
  return out;
}

Cell short_bytes_cell(Bytes bytes, Units units) {
  return {short_bytes(bytes, units), plain_digits(bytes.value), {}, {}};
}

std::vector<Cell> compared_cells(const Comparison& comparison, const ComparedRow& row, Units units) {
  const Sheet& sheet = row.sheet;
  const Scenario& scenario = sheet.scenario;
  std::vector<Cell> out{{sheet.model.id, "", {}, {}},
                        {row.as, "", {}, {}},
                        {row.counterfactual ? "yes" : "no", row.counterfactual ? "true" : "false", {}, {}},
                        {print_grouped(scenario.context.value), plain_digits(scenario.context.value), {}, {}},
                        {plain_digits(scenario.batch), "", {}, {}},
                        {sheet.kv_dtype, "", {}, {}}};
  for (const KeptColumn& figure : kept_in_order(sheet.figures.kept)) {
    out.push_back(short_bytes_cell(figure.bytes, units));
  }
  const Fraction<Bytes>& marginal = sheet.figures.marginal;
  out.push_back(
      {marginal.whole() ? print_grouped(marginal.floor()) : fmt::format("{:.3f}", marginal.approximate()),
       raw(marginal),
       {},
       {}});
  const Step& step = sheet.figures.step;
  out.push_back(short_bytes_cell(step.read.total(), units));
  out.push_back(short_bytes_cell(step.written.total(), units));
  const Wide macs = step.arithmetic.total().value;
  out.push_back({print_grouped(macs), plain_digits(macs), {}, {}});
  const auto ratio = ratio_to_first(comparison, row);
  out.push_back({ratio_text(ratio), raw(ratio), {}, {}});
  const auto devices = devices_exact(comparison, row);
  out.push_back({devices ? devices_text(devices->approximate()) : "-", raw(devices), {}, {}});
  return out;
}

}  // namespace

Expected<ComparedDevice> compared_device(const Device& device) {
  if (!device.usable_memory || device.usable_memory->value <= 0) {
    return std::unexpected(Problems{{"",
                                     {},
                                     fmt::format("--on: the usable memory of {} is not published", device.id),
                                     "a device whose memory is, or its size behind a comma (memory=80GiB)",
                                     "",
                                     ""}});
  }
  std::string name = device.id;
  for (const std::string& changed : device.overrides) {
    name += ", " + changed;
  }
  return ComparedDevice{std::move(name), *device.usable_memory, device.usable_basis};
}

std::optional<Fraction<Bytes>> ratio_to_first(const Comparison& comparison, const ComparedRow& row) {
  const Bytes own = row.sheet.figures.kept.total();
  return own.value == 0
             ? std::nullopt
             : std::optional(Fraction<Bytes>{comparison.rows.front().sheet.figures.kept.total(), own.value});
}

std::optional<Fraction<Bytes>> devices_exact(const Comparison& comparison, const ComparedRow& row) {
  return comparison.device
             ? std::optional(Fraction<Bytes>{row.sheet.figures.kept.total(), comparison.device->usable.value})
             : std::nullopt;
}

Table table_of(const Comparison& comparison, Units units) {
  Table table;
  table.columns = compared_columns(comparison);
  for (const ComparedRow& row : comparison.rows) {
    table.rows.push_back(compared_cells(comparison, row, units));
  }
  return table;
}

}  // namespace kvtally
