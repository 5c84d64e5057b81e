#include "page/sections/latent_forms.hpp"

#include "page/lecture.hpp"

namespace kvtally::latent_forms_test {

TEST_CASE("unit costs of a latent's forms come from the executor, and the sums agree with its counts") {
  const test::Lecture lecture;
  const auto forms = latent_forms((*lecture.describe()("deepseek-v3")).model);
  REQUIRE(forms.has_value());
  CHECK(forms->heads == 128);
  CHECK(forms->layers == 61);
  CHECK(forms->expansion == 131072);  // (128 + 128) x 512
  CHECK(forms->pair_expanded == 320);
  CHECK(forms->pair_absorbed == 1088);
  for (const auto& [prefix, tokens] : {std::pair<std::int64_t, std::int64_t>{0, 1}, {0, 3}, {4, 1}, {5, 3}}) {
    CHECK(forms->expanded(prefix, tokens) == reference::naive_work(forms->sizes, prefix, tokens).total().value);
    CHECK(forms->absorbed(prefix, tokens) == reference::absorbed_work(forms->sizes, prefix, tokens).total().value);
  }
}

TEST_CASE("where unpacking becomes the cheaper form") {
  LatentForms forms;
  forms.expansion = 10;
  forms.pair_expanded = 1;
  forms.pair_absorbed = 3;
  // behind 4: expanded 10 (4 + n) + p, absorbed 10 n + 3 p with p = 4 n + n (n + 1) / 2: 40 <= 2 p, p >= 20: n = 4
  // (26)
  CHECK(forms.crossing(4) == 4);
  CHECK(forms.crossing(0) == 1);  // without a prefix both unpack what they compute
  forms.pair_absorbed = 1;
  CHECK_FALSE(forms.crossing(4).has_value());
}

TEST_CASE("only latents that are read whole have two forms here") {
  const test::Lecture lecture;
  CHECK_FALSE(latent_forms((*lecture.describe()("deepseek-v3.2")).model).has_value());
  CHECK_FALSE(latent_forms((*lecture.describe()("gemma-3-27b")).model).has_value());
  CHECK_FALSE(latent_forms((*lecture.describe()("llama-2-7b")).model).has_value());
  CHECK(latent_forms((*lecture.describe()("kimi-k2")).model)->heads == 64);
}

TEST_CASE("digits of numbers beyond 64 bits") {
  CHECK(wide_text(0) == "0");
  CHECK(wide_text(Wide{1000000000} * 1000000000 * 1000) == "1000000000000000000000");
}

}  // namespace kvtally::latent_forms_test
