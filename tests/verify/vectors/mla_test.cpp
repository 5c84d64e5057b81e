#include "verify/vectors/mla_fixture.hpp"

namespace kvtally {

using test::altered;
using test::failures_of;
using test::vector_text;

TEST_CASE("every latent layer of transformers is reproduced in every form") {
  // Per form: outputs of one pass, of the first tokens and of the steps, weights, and two caches where the latent
  // is cached; the rotation's frequencies and scaling; the scale.
  test::check_reproduced("mla_deepseek_v3_q_direct_half", 3 * 4 + 2 * 2 + 3);
  test::check_reproduced("mla_deepseek_v3_q_lora_interleaved", 19);
  test::check_reproduced("mla_deepseek_v3_yarn_mscale", 19);
  test::check_reproduced("mla_longcat_flash_scaled", 19);
  test::check_reproduced("mla_kimi_linear_nope", 3 + 1);
}

TEST_CASE("a latent vector's parameters are obeyed") {
  const std::string longcat = vector_text("mla_longcat_flash_scaled");
  // Unscaled latents are other latents, but the rotary keys stay.
  const auto failures =
      failures_of(altered(longcat, "\"kv_latent_scale\":1.5811388300841898", "\"kv_latent_scale\":1"));
  CHECK(std::ranges::count(failures, "absorbed final_cache_keys (eager)") == 1);
  CHECK(std::ranges::count(failures, "absorbed final_cache_values (eager)") == 0);
  // A query twice as long changes no cache.
  const auto sharper =
      failures_of(altered(longcat, "\"query_latent_scale\":1.4142135623730951", "\"query_latent_scale\":2.8"));
  CHECK(std::ranges::count(sharper, "naive prefill_full (eager)") == 1);
  CHECK(std::ranges::count(sharper, "naive final_cache_keys (eager)") == 0);
  // The rotary key of another layout is the same one permuted: outputs stay.
  const auto permuted = failures_of(altered(longcat, "interleaved_deinterleaved_output", "interleaved"));
  CHECK(std::ranges::count(permuted, "absorbed final_cache_values (eager)") == 1);
  CHECK(std::ranges::count(permuted, "absorbed prefill_full (eager)") == 0);
  const std::string yarn = vector_text("mla_deepseek_v3_yarn_mscale");
  CHECK(failures_of(altered(yarn, "\"mscale_all_dim\":1.0", "\"mscale_all_dim\":0.5")).front() ==
        "rope.attention_scaling");
  CHECK(failures_of(altered(yarn, "\"scale\":0.5925647297501544", "\"scale\":0.6")) ==
        std::vector<std::string>{"scale"});
}

}  // namespace kvtally
