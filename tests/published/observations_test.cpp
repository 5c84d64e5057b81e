#include "published/observations.hpp"

#include <cstdlib>
#include <map>
#include <set>

#include "core/text.hpp"
#include "support/lines.hpp"

namespace kvtally::observations_test {

namespace {

using test::Observation;

constexpr int kMostNotComputable = 12;

std::vector<Observation> all_observations() {
  const test::Document published(test::source_text("reports/published.yaml"));
  const auto files = files_in(std::string(KVTALLY_SOURCE_DIR) + "/tests/data/observations", ".yaml");
  REQUIRE(files.has_value());
  std::vector<Observation> out;
  for (const std::string& file : *files) {
    for (Observation& row : test::ObservationReader(file, published).read()) {
      out.push_back(std::move(row));
    }
  }
  std::ranges::sort(out, {}, &Observation::id);
  return out;
}

const std::vector<Observation>& observations() {
  static const std::vector<Observation> all = all_observations();
  return all;
}

bool is_printed(const test::Observed& computed, const std::string& text) {
  const auto printed = parse_amount(text);
  return computed.amount && printed && rounds_to(*computed.amount, *printed);
}

// What is wrong with a row; empty: it is as it says.
std::string fault_of(const Observation& row) {
  if (row.status != "agrees" && row.status != "explained" && row.status != "not computable") {
    return "its status is '" + row.status + "'";
  }
  if (const auto printed = parse_amount(row.printed); !printed) {
    return fmt::format("'{}' is printed: {}", row.printed, printed.error());
  }
  if (row.status != "agrees" && row.why.empty()) {
    return "it does not say why";
  }
  if (row.status == "not computable") {
    return "";
  }
  if (!row.computed.amount) {
    return row.computed.error;
  }
  const bool equal = is_printed(row.computed, row.printed);
  const std::string computed = print_amount(*row.computed.amount);
  if (equal != (row.status == "agrees")) {
    return fmt::format("{} is printed, {} is computed, but it is '{}'", row.printed, computed, row.status);
  }
  if (row.has_instead && !is_printed(row.instead, row.printed)) {
    return fmt::format("{} is printed, but its cause leads to {}", row.printed,
                       row.instead.amount ? print_amount(*row.instead.amount) : row.instead.error);
  }
  return "";
}

std::string computed_text(const Observation& row) {
  return row.computed.amount ? print_like(*row.computed.amount, row.printed, 2) : "-";
}

std::string engine_of(const Observation& row) { return row.engine.empty() ? "texts" : row.engine; }

Table table_of_rows() {
  Table table;
  table.columns = {{"id", "ID"},
                   {"engine", "Engine"},
                   {"model", "Model"},
                   {"printed", "Printed", Align::right},
                   {"computed", "Computed", Align::right},
                   {"status", "Status"},
                   {"why", "Why"}};
  for (const Observation& row : observations()) {
    const std::string status = row.status + (row.inferred ? " (inferred)" : "");
    table.rows.push_back({{row.id, "", {}, {}},
                          {engine_of(row), "", {}, {}},
                          {row.model, "", {}, {}},
                          {row.printed, "", {}, {}},
                          {computed_text(row), "", {}, {}},
                          {status, "", {}, {}},
                          {row.why, "", {}, {}}});
  }
  return table;
}

// Rows by engine and status; those whose model or setting was taken from the figure itself stand apart.
Table counts() {
  std::map<std::string, std::map<std::string, int>> by_engine;
  for (const Observation& row : observations()) {
    const std::string status = row.inferred ? "inferred" : row.status;
    ++by_engine[engine_of(row)][status];
    ++by_engine["all"][status];
  }
  Table table;
  table.columns = {{"", "Engine"}, {"", "Rows", Align::right}};
  const std::vector<std::string> statuses{"agrees", "explained", "not computable", "inferred"};
  for (const std::string& status : statuses) {
    table.columns.push_back({"", status, Align::right});
  }
  for (auto& [engine, of] : by_engine) {
    int rows = 0;
    std::vector<Cell> cells;
    for (const std::string& status : statuses) {
      rows += of[status];
      cells.push_back({fmt::format("{}", of[status]), "", {}, {}});
    }
    cells.insert(cells.begin(), {Cell{engine, "", {}, {}}, Cell{fmt::format("{}", rows), "", {}, {}}});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

TEST_CASE("what engines and texts printed is what is computed, or its row says why not") {
  int missing = 0;
  for (const Observation& row : observations()) {
    CAPTURE(row.id);
    if (!row.engine.empty() && engine_named(row.engine) == nullptr) {
      ++missing;
      continue;
    }
    const std::string fault = fault_of(row);
    CHECK_MESSAGE(fault.empty(), row.id << ": " << fault);
  }
  CHECK((missing == 0 || engines().empty()));
  MESSAGE(write_wide(counts(), Look{}));
  test::check_golden("tests/golden/published/observations.txt",
                     write_wide(table_of_rows(), Look{}) + "\n" + write_wide(counts(), Look{}));
}

TEST_CASE("each row has an id of its own, and few cannot be computed") {
  std::set<std::string> ids;
  std::ptrdiff_t not_computable = 0;
  for (const Observation& row : observations()) {
    CHECK_MESSAGE(ids.insert(row.id).second, row.id);
    not_computable += row.status == "not computable" ? 1 : 0;
  }
  CHECK(not_computable <= kMostNotComputable);
}

// The collection was made apart from this program; it is not part of the project.
TEST_CASE("every memory figure of the collection is there once") {
  const std::string path = std::string(KVTALLY_SOURCE_DIR) + "/../shared/observations.tsv";
  const auto text = std::filesystem::exists(path) ? read_file(path) : std::unexpected(Problems{});
  if (!text || engines().empty()) {
    MESSAGE("skipped: " << (text ? "there are no engines" : "the collection is not here"));
    return;
  }
  std::set<std::string> ours;
  for (const Observation& row : observations()) {
    ours.insert(row.id);
  }
  std::set<std::string> theirs;
  for (const std::string& line : test::lines_of(*text)) {
    const std::string id = line.substr(0, line.find('\t'));
    const bool latency = line.substr(std::min(id.size() + 1, line.size())).starts_with("latency");
    if (id != "id" && !id.empty() && !latency) {
      theirs.insert(id);
    }
  }
  CHECK(theirs.size() == 211);
  for (const std::string& id : theirs) {
    CHECK_MESSAGE(ours.contains(id), id << " is missing");
  }
  CHECK(ours.size() == theirs.size());
}

TEST_CASE("the judgement of a row finds what is wrong with it") {
  const auto row = [](const std::string& status, std::optional<Wide> computed, const std::string& why = "") {
    Observation out{"X1", "", "m", "27 MiB", status, why, false, false, {}, {}};
    if (computed) {
      out.computed.amount = whole(*computed, "bytes");
    }
    return out;
  };
  CHECK(fault_of(row("agrees", 27 << 20)) == "");
  CHECK(fault_of(row("agrees", (27 << 20) + (1 << 19))) == "");  // an exact half goes either way
  CHECK(fault_of(row("agrees", 28 << 20)) == "27 MiB is printed, 29360128 bytes is computed, but it is 'agrees'");
  CHECK(fault_of(row("explained", 27 << 20, "a cause")) ==
        "27 MiB is printed, 28311552 bytes is computed, but it is 'explained'");
  CHECK(fault_of(row("explained", 28 << 20)) == "it does not say why");
  CHECK(fault_of(row("explained", 28 << 20, "a cause")) == "");
  CHECK(fault_of(row("not computable", std::nullopt)) == "it does not say why");
  CHECK(fault_of(row("not computable", std::nullopt, "the batch is not given")) == "");
  CHECK(fault_of(row("nearly", 27 << 20)) == "its status is 'nearly'");
  auto instead = row("explained", 28 << 20, "a cause");
  instead.has_instead = true;
  instead.instead.amount = whole(29 << 20, "bytes");
  CHECK(fault_of(instead) == "27 MiB is printed, but its cause leads to 30408704 bytes");
  instead.instead.amount = whole(27 << 20, "bytes");
  CHECK(fault_of(instead) == "");
  auto unread = row("agrees", 27 << 20);
  unread.printed = "27 cups";
  CHECK(fault_of(unread) == "'27 cups' is printed: 'cups' is no unit that is known here");
}

}  // namespace

}  // namespace kvtally::observations_test
