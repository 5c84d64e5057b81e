#include "verify/vectors/mla_fixture.hpp"

namespace kvtally::mla_test {

using test::altered_text;
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
  const auto unscaled =
      failures_of(altered_text(longcat, "\"kv_latent_scale\":1.5811388300841898", "\"kv_latent_scale\":1"));
  CHECK(unscaled.contains("absorbed final_cache_keys"));
  CHECK(unscaled.contains("expanded prefill_full"));
  CHECK_FALSE(unscaled.contains("absorbed final_cache_values"));
  // Longer queries change no cache.
  const auto sharper = failures_of(
      altered_text(longcat, "\"query_latent_scale\":1.4142135623730951", "\"query_latent_scale\":2.8"));
  CHECK(sharper.contains("naive prefill_full"));
  CHECK_FALSE(sharper.contains("naive final_cache_keys"));
  // The rotary key of another layout is the same one permuted: outputs stay.
  CHECK(failures_of(altered_text(longcat, "interleaved_deinterleaved_output", "interleaved")) ==
        std::set<std::string>{"absorbed final_cache_values", "naive final_cache_values"});
  const std::string yarn = vector_text("mla_deepseek_v3_yarn_mscale");
  CHECK(failures_of(altered_text(yarn, "\"mscale_all_dim\":1.0", "\"mscale_all_dim\":0.5")).contains("scale"));
  CHECK(failures_of(altered_text(yarn, "\"scale\":0.5925647297501544", "\"scale\":0.6")) ==
        std::set<std::string>{"scale"});
}

}  // namespace kvtally::mla_test
