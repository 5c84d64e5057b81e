#include "verify/vectors/mla_layer.hpp"

#include "verify/vectors/mla_fixture.hpp"

namespace kvtally::mla_layer_test {

using test::altered_text;
using test::fault_of;
using test::vector_text;

TEST_CASE("sizes of a latent layer") {
  const auto file = VectorFile::parse("v.json", vector_text("mla_kimi_linear_nope"));
  REQUIRE(file.has_value());
  const LatentSizes sizes = latent_sizes(**file);
  CHECK(sizes.batch == 2);
  CHECK(sizes.rank == 8);
  CHECK(sizes.value_dim == 5);
  CHECK_FALSE(sizes.query_rank.has_value());
  CHECK_FALSE(sizes.first.has_value());
}

TEST_CASE("what a latent vector says and nothing understands is named") {
  const std::string text = vector_text("mla_deepseek_v3_q_direct_half");
  CHECK(fault_of(altered_text(text, "\"num_heads\":4", "\"num_heads\":4,\"window\":3")) ==
        "nothing reads 'window'; expected a parameter or a figure that this kind of vector knows");
  CHECK(fault_of(altered_text(text, "\"layout\":\"half\"", "\"layout\":\"thirds\"")) ==
        "the rotary layout 'thirds' isn't known; expected half, interleaved or interleaved_deinterleaved_output");
  CHECK(fault_of(altered_text(text, "\"rope_type\":\"default\"", "\"rope_type\":\"spiral\"")).find("'spiral'") !=
        std::string::npos);
  CHECK(fault_of(altered_text(text, "\"kv_lora_rank\":8", "\"kv_lora_rank\":9")) ==
        "'weights.kv_a_proj_with_mqa.weight' has the shape [12, 20]; expected [13, 20]");
  CHECK(fault_of(altered_text(text, "\"qk_rope_head_dim\":4", "\"qk_rope_head_dim\":-4")) ==
        "'parameters.qk_rope_head_dim' is -4; expected a size from 1 to 1048576");
  CHECK(fault_of(altered_text(text, "\"prefill_len\":7", "\"prefill_len\":11")) ==
        "the first pass leaves no token to the steps; expected less than S");
  CHECK(fault_of(altered_text(text, "\"decode_steps\"", "\"decoded\"")) ==
        "nothing reads 'decoded'; expected a parameter or a figure that this kind of vector knows");
  CHECK(fault_of(altered_text(text, "\"prefill_full\"", "\"whole\"")) ==
        "'outputs.prefill_full' is missing or no array; expected an array {\"shape\", \"data\"}");
  // 2^20 heads of 6 + 4 + 5 numbers, out of a query latent of 10 or an input of 20.
  CHECK(fault_of(altered_text(text, "\"num_heads\":4", "\"num_heads\":1048576")).find("can't be meant") !=
        std::string::npos);
}

}  // namespace kvtally::mla_layer_test
