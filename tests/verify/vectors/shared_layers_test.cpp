#include "verify/vectors/reproduced.hpp"

namespace kvtally::shared_layers_test {

TEST_CASE("two layers on one memory are reproduced, at once and step by step") {
  test::check_reproduced("shared_layers_numpy");
}

TEST_CASE("each recorded figure of two layers on one memory is compared") {
  const std::string vector = "shared_layers_numpy";
  for (const char* figure : {"owner_decode_steps", "sharer_decode_steps", "final_cache_keys", "final_cache_values",
                             "owner_probabilities", "sharer_probabilities"}) {
    CHECK(test::failures_without_first_number(vector, figure).starts_with(std::string(figure) + " (eager)\n"));
  }
  const std::string sharper = test::failures_with(vector, R"("scale":0.4)", R"("scale":0.5)");
  CHECK(sharper.starts_with("owner (eager)\n"));
  CHECK(sharper.find("\nsharer (streaming)\n") != std::string::npos);
  CHECK(sharper.find("final_cache_keys") == std::string::npos);
  CHECK(test::refused_with(vector, R"("prefill_len":6)", R"("prefill_len":10)", "10 of 10 tokens leave no step"));
}

}  // namespace kvtally::shared_layers_test
