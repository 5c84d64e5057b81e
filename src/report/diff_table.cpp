#include <fmt/format.h>

#include "core/print.hpp"
#include "report/diff.hpp"

namespace kvtally {

namespace {

// Longer texts stand among the notes, and whole in CSV.
constexpr std::size_t kLongestValue = 24;

// Whole numbers of four digits and more are grouped for people.
Cell value_cell(const Difference& d, const std::optional<std::string>& value) {
  if (!value) {
    return text_cell("none");
  }
  if (d.change && !d.setting) {
    return {print_grouped(Wide{std::stoll(*value)}), *value, {}, {}};
  }
  return {value->size() > kLongestValue ? "..." : *value, *value, {}, {}};
}

Cell change_cell(const Difference& d) {
  if (!d.change) {
    return text_cell(d.moved);
  }
  const Wide size = *d.change < 0 ? -*d.change : *d.change;
  const std::string sign = *d.change < 0 ? "-" : "+";
  return {sign + print_grouped(size), sign + fmt::format("{}", size), {}, {}};
}

}  // namespace

Table table_of(const Diff& diff) {
  constexpr auto kBeside = static_cast<std::uint8_t>(kWide | kMarkdown | kCsv);
  Table table;
  table.title = fmt::format("{}: {} against {}", diff.schema, diff.new_file, diff.old_file);
  table.columns = {{"path", "Value", Align::left, kEverywhere, false},
                   {"sort", "Sort", Align::left, kBeside, false},
                   {"old", "Old", Align::right, kEverywhere, false},
                   {"new", "New", Align::right, kEverywhere, false},
                   {"difference", "Difference", Align::right, kEverywhere, false},
                   {"ratio", "Ratio", Align::right, kEverywhere, false},
                   {"because", "Moved by", Align::left, kBeside, false}};
  for (const Difference& d : diff.differences) {
    table.rows.push_back({text_cell(d.path), text_cell(d.setting ? "setting" : "figure"), value_cell(d, d.old),
                          value_cell(d, d.now), change_cell(d),
                          text_cell(d.ratio ? fmt::format("{:.6g}", *d.ratio) : ""),
                          text_cell(fmt::format("{}", fmt::join(d.because, ", ")))});
  }
  std::vector<std::string> settings;
  for (const Difference& d : diff.differences) {
    if (d.setting && !d.element.empty()) {
      const std::string what =
          d.moved.empty() ? fmt::format("{} -> {}", d.old.value_or("none"), d.now.value_or("none")) : d.moved;
      settings.push_back(fmt::format("{}: {}", d.path, what));
    }
  }
  if (!settings.empty()) {
    table.notes.push_back("What moved the figures:");
    table.notes.insert(table.notes.end(), settings.begin(), settings.end());
  } else if (!diff.differences.empty()) {
    table.notes.emplace_back("Neither output says what moved the figures: the same models were asked the same.");
  }
  table.footer.push_back(diff.differences.empty() ? fmt::format("no difference in {} values", diff.same)
                                                  : fmt::format("{} values differ, {} are the same",
                                                                diff.differences.size(), diff.same));
  return table;
}

}  // namespace kvtally
