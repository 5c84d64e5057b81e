#include <cmath>
#include <doctest/doctest.h>
#include <map>

#include "hardware/catalogue.hpp"
#include "hardware/roofline.hpp"
#include "model/adapt.hpp"
#include "plan/placement.hpp"
#include "published/corpus.hpp"
#include "report/compiled_in.hpp"

// Times of decode steps as benchmarks print them, against the least time that the bytes of the step take. Each row
// of tests/data/latency.tsv has the figure, a bound that was worked out apart from this program, and what the step
// is here.

namespace kvtally::latency_test {

namespace {

using Row = std::map<std::string, std::string>;

std::vector<Row> rows() {
  std::vector<Row> out;
  const auto lines = test::lines_of(test::source_text("tests/data/latency.tsv"));
  const auto header = test::tab_fields(lines.at(0));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = test::tab_fields(lines[i]);
    REQUIRE(fields.size() == header.size());
    Row row;
    for (std::size_t f = 0; f < header.size(); ++f) {
      row[header[f]] = fields[f];
    }
    out.push_back(std::move(row));
  }
  return out;
}

// Files of models and devices lie in the source folder.
std::string located(const std::string& word) {
  return word.starts_with("tests/") ? KVTALLY_SOURCE_DIR "/" + word : word;
}

Model model_of(const Row& row) {
  const auto description = find_model(test::zoo(), located(row.at("model")));
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  const Format format = *parse_format(row.at("kv"));
  Adaptation adaptation;
  adaptation.entries = {format, format};
  auto adapted = adapt(description->model, adaptation);
  REQUIRE_MESSAGE(adapted.has_value(), adapted.error().front());
  return std::move(*adapted);
}

Device device_of(const Row& row) {
  static const Catalogue catalogue(embedded_files());
  const auto device = catalogue.find(located(row.at("on")));
  REQUIRE_MESSAGE(device.has_value(), render(device.error()));
  return *device;
}

// All of a file but the embedding, of which a step looks up a row; the rest that it does not read is a few MB. The
// embedding of a Q4_K_M file is in q4_K, which has the 4.5 bits of q4_0.
WeightReading reading_of(const Row& row, const WeightLoad& weights) {
  WeightReading out;
  if (!row.at("file").empty()) {
    Bytes read = *parse_bytes(row.at("file"));
    for (const WeightGroup& group : weights.groups) {
      if (group.part == WeightPart::embedding) {
        read = read - group.total();
      }
    }
    out.active = read;
  }
  return out;
}

struct Bound {
  Bytes bytes;  // that a step moves in one device
  ByteRate bandwidth;
  double milliseconds(Bytes less = {}) const { return time_to_move(bytes - less, bandwidth).value * 1e3; }
};

Bound bound_of(const Row& row) {
  const Model model = model_of(row);
  const auto scheme = parse_weight_scheme(row.at("weights"));
  REQUIRE_MESSAGE(scheme.has_value(), scheme.error());
  const auto weights = load_in(model, *scheme);
  REQUIRE_MESSAGE(weights.has_value(), row.at("id"));
  Placement placement;
  placement.tp = std::stoll(row.at("tp"));
  placement.ep = std::stoll(row.at("ep"));
  const Tokens context{std::stoll(row.at("context"))};
  const auto stages = stages_of(model, *weights, placement, context);
  REQUIRE_MESSAGE(stages.has_value(), row.at("id"));
  const Stage& stage = stages->front();
  const auto rates = rates_of(device_of(row), stage.weights, false);
  REQUIRE_MESSAGE(rates.has_value(), row.at("id"));
  const DecodeStep step{context, std::stoll(row.at("batch")), 1, reading_of(row, stage.weights)};
  const StepTime time = decode_time(stage.model, stage.weights, step, *rates);
  return {time.weight_bytes + time.cache_bytes + time.written_bytes, rates->bandwidth};
}

// A row whose bound is another than the one worked out apart has `less_bytes` that this program counts beside it,
// and the reason.
TEST_CASE("bounds of decode steps: those that were worked out apart, and no benchmark is faster") {
  constexpr double kAllowed = 0.01;
  const auto off = [](double ours, double theirs) { return std::abs(ours / theirs - 1); };
  std::string out =
      "row    model                                measured ms  bound ms   apart ms   bound/measured\n";
  for (const Row& row : rows()) {
    CAPTURE(row.at("id"));
    const Bound bound = bound_of(row);
    const double measured = std::stod(row.at("measured_ms"));
    const double apart = std::stod(row.at("recomputed_ms"));
    const double ours = bound.milliseconds();
    if (row.at("reason").empty()) {
      CHECK_MESSAGE(off(ours, apart) < kAllowed, ours << " against " << apart);
    } else {
      CHECK_MESSAGE(off(ours, apart) >= kAllowed, "the reason is no longer needed");
      CHECK(off(bound.milliseconds(*parse_bytes(row.at("less_bytes") + " B")), apart) < kAllowed);
    }
    CHECK(ours < measured);
    out += fmt::format("{:6} {:36} {:11.2f} {:9.4f} {:10.4f} {:16.3f}\n", row.at("id"), row.at("printed"),
                       measured, ours, apart, ours / measured);
    if (!row.at("reason").empty()) {
      out += "       " + row.at("reason") + "\n";
    }
  }
  test::check_golden("tests/golden/published/latency.txt", out);
}

}  // namespace

}  // namespace kvtally::latency_test
