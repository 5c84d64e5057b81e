#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::lightning_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("MiniMax's lightning layer is reproduced, and its parameters are obeyed") {
  const std::string vector = "lightning_attention_minimax";
  test::check_reproduced(vector);
  CHECK(failures_without_first_number(vector, "state_after_P") ==
        "prefill_first_P matrix (recurrent)\nprefill_first_P matrix (blocks)\n");
  CHECK(failures_without_first_number(vector, "decode_steps") ==
        "decode_steps output (recurrent)\ndecode_steps output (blocks)\n");
  CHECK(failures_with(vector, R"("layer_idx":1)", R"("layer_idx":2)").starts_with("slope_rate\nprefill_full"));
  CHECK(failures_with(vector, R"("num_hidden_layers":4)", R"("num_hidden_layers":8)").starts_with("slope_rate\n"));
  CHECK(failures_with(vector, R"("scale":1.0)", R"("scale":2.0)") == "scale\n");
  CHECK(failures_with(vector, R"("block_size":4)", R"("block_size":5)") == "");
  // the norm changes no state
  const std::string norm = failures_with(vector, R"("norm_eps":1e-06)", R"("norm_eps":0.1)");
  CHECK(norm.starts_with("prefill_full output (recurrent)\n"));
  CHECK(norm.find("matrix") == std::string::npos);
  CHECK(test::refused_with(vector, R"("prefill_len":6)", R"("prefill_len":11)",
                           "the first pass leaves no token to the steps"));
}

}  // namespace kvtally::lightning_test
