#include "witness/observations.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "read/zoo.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::test {

namespace {

constexpr std::string_view kRefused = "refused";

}  // namespace

std::vector<Observation> recorded_observations() {
  std::vector<Observation> out;
  for (const std::string& line : lines_of(source_text(kObservations))) {
    if (line.starts_with('#')) {
      continue;
    }
    const auto cells = split(std::string_view(line), '\t');
    Observation row{std::string(cells.at(0)), std::string(cells.at(1)), {}, {}};
    if (cells.size() > 3) {
      row.bytes = cells[2] == kRefused ? std::nullopt : std::optional(Bytes{*parse_integer(cells[2])});
      row.lines = cells[3];
    }
    out.push_back(std::move(row));
  }
  return out;
}

Model observed_model(const std::string& name) {
  static const Zoo zoo(embedded_files());
  const bool known = std::ranges::binary_search(zoo.ids(), name);
  const auto out =
      find_model(zoo, known ? name : fmt::format("{}/tests/data/corpus/{}.json", KVTALLY_SOURCE_DIR, name));
  REQUIRE_MESSAGE(out.has_value(), name);
  return out->model;
}

std::vector<std::vector<Observation>> by_model(const std::vector<Observation>& observations) {
  std::vector<std::vector<Observation>> out;
  for (const Observation& row : observations) {
    if (out.empty() || out.back().front().model != row.model || out.back().front().drafts() != row.drafts()) {
      out.emplace_back();
    }
    out.back().push_back(row);
  }
  return out;
}

std::string table_of(const std::vector<Observation>& observations) {
  std::string out;
  for (const std::string& line : lines_of(source_text(kObservations))) {
    out += line.starts_with('#') ? line + "\n" : "";
  }
  for (const Observation& row : observations) {
    const std::string bytes =
        row.bytes ? fmt::format("{}", static_cast<std::int64_t>(row.bytes->value)) : std::string(kRefused);
    out += fmt::format("{}\t{}\t{}\t{}\n", row.model, row.flags, bytes, row.lines);
  }
  return out;
}

}  // namespace kvtally::test
