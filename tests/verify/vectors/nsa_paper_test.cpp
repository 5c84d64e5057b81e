#include "verify/vectors/reproduced.hpp"

namespace kvtally::nsa_paper_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("the paper's three branches are reproduced, and each figure is looked at") {
  const std::string name = "nsa_numpy";
  test::check_reproduced(name);
  for (const std::string array : {"output", "compressed_branch", "selected_branch", "window_branch",
                                  "selected_blocks_sorted_ascending", "compressed_keys", "compressed_values",
                                  "open_keys", "open_values", "compressed_probabilities", "block_scores"}) {
    CAPTURE(array);
    CHECK(failures_without_first_number(name, array) == array + "\n");
  }
}

TEST_CASE("each branch has keys and values of its own") {
  const std::string name = "nsa_numpy";
  CHECK(failures_without_first_number(name, "k_window") == "output\nwindow_branch\n");
  CHECK(failures_without_first_number(name, "v_selected") == "output\nselected_branch\n");
  CHECK(failures_without_first_number(name, "v_compressed") == "output\ncompressed_branch\ncompressed_values\n");
  // The first gate is that of a branch that sees nothing yet; the second one is not.
  CHECK(failures_without_first_number(name, "gate_logits") == "");
  std::string text = test::source_text("tests/golden/vectors/" + name + ".json");
  const std::size_t second = text.find(',', text.find("\"data\":[", text.find("\"gate_logits\""))) + 1;
  CHECK(test::failures(text.replace(second, text.find(',', second) - second, "9")) == "output\n");
  const std::string places = failures_without_first_number(name, "key_pool.places");
  CHECK(places.find("compressed_keys") != std::string::npos);
  CHECK(places.find("open_keys") == std::string::npos);
}

TEST_CASE("stretches, blocks and windows that can't be") {
  const std::string name = "nsa_numpy";
  const std::string wider = failures_with(name, "\"window\":5", "\"window\":6");
  CHECK(wider == "output\nwindow_branch\n");
  CHECK(test::refused_with(name, "\"compress_stride\":2", "\"compress_stride\":3",
                           "entries don't lie on whole strides"));
  CHECK(test::refused_with(name, "\"block_size\":4", "\"block_size\":5", "blocks don't lie on whole strides"));
}

}  // namespace kvtally::nsa_paper_test
