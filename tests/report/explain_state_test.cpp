#include "model/presets.hpp"
#include "report/layer_explained.hpp"
#include "support/print.hpp"

namespace kvtally {

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

}  // namespace

}  // namespace kvtally
