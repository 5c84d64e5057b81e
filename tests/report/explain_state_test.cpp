#include "model/presets.hpp"
#include "report/layer_explained.hpp"
#include "support/print.hpp"

namespace kvtally::explain_state_test {

namespace {

using test::line_of;

TEST_CASE("states are products of their shapes, and a convolution replaces one column") {
  const Layer gdn = state_layer(gated_delta_state({16, 32, 128, 128, 4}));
  CHECK(line_of(gdn, 5, "state", "convolution") == "elements × 2 = 8,192 × 3 × 2 = 49,152");
  CHECK(line_of(gdn, 5, "state", "matrix") == "elements × 4 = 32 × 128 × 128 × 4 = 2,097,152");
  CHECK(line_of(gdn, 5, "state", "kept") ==
        "layers × (convolution + matrix) = 1 × (49,152 + 2,097,152) = 2,146,304");
  CHECK(line_of(gdn, 5, "state", "written") ==
        "layers × (convolution ÷ columns + matrix) = 1 × (49,152 ÷ 3 + 2,097,152) = 2,113,536");
  CHECK(line_of(gdn, 5, "state", "multiplied") ==
        "layers × channels × (columns + 1) = 1 × 8,192 × (3 + 1) = 32,768");
}

TEST_CASE("each part of the work has a line that names it") {
  const auto sections = test::explained(state_layer(linear_state({4, 4, 8, 8, 4})), 5);
  std::vector<std::string> works;
  for (const ExplainLine& line : sections.at(0).lines) {
    if (line.result == Result::multiplied) {
      works.push_back(line.detail + ": " + line.formula.symbols);
    }
  }
  CHECK(works == std::vector<std::string>{"convolution: layers × channels × (columns + 1)",
                                          "recurrence: layers × 2 × elements of the matrix",
                                          "normaliser: layers × 2 × elements of the normaliser"});
}

TEST_CASE("states of several tensors multiply with each of them") {
  const auto works = [](const State& state) {
    std::string out;
    const auto sections = test::explained(state_layer(state), 5);
    for (const ExplainLine& line : sections.at(0).lines) {
      if (line.result == Result::multiplied) {
        out += line.formula.symbols + " = " + line.formula.numbers + "\n";
      }
    }
    return out;
  };
  CHECK(works(rwkv6_state({4, 4, 8, 16, 0}, 64)) ==
        "layers × 3 × elements of the matrix = 1 × 3 × 4 × 8 × 16\n"
        "layers × heads × (2 × key width + value width) = 1 × 4 × (2 × 8 + 16)\n");
  CHECK(works(rwkv4_state(48, 64)) ==
        "layers × 4 × elements of the numerator = 1 × 4 × 48\n"
        "layers × 2 × elements of the denominator = 1 × 2 × 48\n");
  CHECK(works(gated_slots_state({4, 4, 8, 8, 0}, 10)) ==
        "layers × 3 × elements of the keys = 1 × 3 × 4 × 8 × 10\n"
        "layers × 3 × elements of the values = 1 × 3 × 4 × 10 × 8\n");
}

}  // namespace

}  // namespace kvtally::explain_state_test
