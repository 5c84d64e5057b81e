#include "report/container_list.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "reference/cache/container_list.hpp"
#include "report/growth.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

using reference::ContainerSort;
using reference::Course;

// Two sizes, so that what depends on the size can be told from what does not; tokens enough to pass both.
constexpr std::int64_t kSmall = 6;
constexpr std::int64_t kLarge = 9;
constexpr std::int64_t kTokens = 24;

constexpr std::string_view kSource =
    "The six containers of the last page of the lecture notes. Growth and limit are not written down: each "
    "container was run over 24 tokens, one by one, in two sizes.";

struct ContainerRow {
  const ContainerSort& sort;
  Course course;
  std::string growth;
  std::optional<std::string> limit;
};

std::vector<ContainerRow> container_rows() {
  std::vector<ContainerRow> out;
  for (const ContainerSort& sort : reference::container_sorts()) {
    Course small = course_of(sort, kSmall, kTokens);
    const Course large = course_of(sort, kLarge, kTokens);
    std::string growth = growth_of(small, large, sort.size_name);
    auto limit = limit_of(small, large, sort.size_name);
    out.push_back({sort, std::move(small), std::move(growth), std::move(limit)});
  }
  return out;
}

}  // namespace

Table list_of_containers() {
  constexpr auto kBeside = static_cast<std::uint8_t>(kEverywhere & ~kTerminal);
  Table table;
  table.columns = {{"id", "ID", Align::left, kCsv, false},
                   {"container", "Container", Align::left, kEverywhere, false},
                   {"growth", "Growth", Align::left, kEverywhere, false},
                   {"limit", "Limit", Align::left, kEverywhere, false},
                   {"used_for", "Used for", Align::left, kBeside, false},
                   {"price", "Price", Align::left, kBeside, false},
                   {"cache_class", "Cache class", Align::left, kCsv | kWide, false},
                   {"", "", Align::left, kTerminal, true}};
  for (const ContainerRow& row : container_rows()) {
    const auto cell = [](std::string_view text) { return Cell{std::string(text), "", {}, ""}; };
    table.rows.push_back({cell(row.sort.id), cell(row.sort.name), cell(row.growth),
                          cell(row.limit.value_or("none")), cell(row.sort.used_for), cell(row.sort.price),
                          cell(row.sort.cache_class),
                          cell(fmt::format("used for: {}\nprice: {}", row.sort.used_for, row.sort.price))});
  }
  table.notes = {std::string(kSource)};
  return table;
}

std::string json_of_containers() {
  Json out = document("containers");
  out["containers"] = Json::array();
  for (const ContainerRow& row : container_rows()) {
    Json entry;
    entry["id"] = row.sort.id;
    entry["name"] = row.sort.name;
    entry["growth"] = row.growth;
    entry["limit"] = row.limit ? Json(*row.limit) : Json(nullptr);
    entry["used_for"] = row.sort.used_for;
    entry["price"] = row.sort.price;
    entry["cache_class"] = row.sort.cache_class;
    entry["run"] = {{"size", row.course.size},
                    {"maximum_tokens", number_or_null(row.course.maximum)},
                    {"stored_bytes", row.course.stored}};
    out["containers"].push_back(std::move(entry));
  }
  out["notes"] = {kSource};
  return print(out);
}

}  // namespace kvtally
