#include "verify/vectors/mla_fixture.hpp"

namespace kvtally::mla_reference_test {

using test::altered_text;
using test::failures_of;
using test::fault_of;
using test::vector_text;

TEST_CASE("both routes of DeepSeek-V3's own layer are reproduced") {
  // Per form: three outputs and two caches; two of the rotation, the gain, the scale, the routes' own difference.
  test::check_reproduced("mla_deepseek_v3_reference_naive_absorb", 3 * 5 + 5);
  test::check_reproduced("mla_deepseek_v3_reference_naive_absorb_qdirect_yarn", 20);
}

TEST_CASE("yarn stretches DeepSeek-V3's own layer where it applies") {
  const std::string plain = vector_text("mla_deepseek_v3_reference_naive_absorb");
  const std::string yarn = vector_text("mla_deepseek_v3_reference_naive_absorb_qdirect_yarn");
  CHECK(fault_of(altered_text(plain, "\"applies\":false", "\"applies\":true")) ==
        "the type is 'default'; expected yarn where it applies");
  CHECK(fault_of(altered_text(yarn, "\"applies\":true", "\"applies\":false")) ==
        "the type is 'yarn'; expected yarn where it applies");
  CHECK(failures_of(altered_text(yarn, "\"mscale\":1.138629436111989", "\"mscale\":1")) ==
        std::set<std::string>{"mscale"});
  CHECK(failures_of(altered_text(plain, "\"max_abs_diff_naive_vs_absorb\":8.881784197001252e-16",
                                 "\"max_abs_diff_naive_vs_absorb\":1e-3")) ==
        std::set<std::string>{"max_abs_diff_naive_vs_absorb"});
}

TEST_CASE("each route has its own cache") {
  const std::string plain = vector_text("mla_deepseek_v3_reference_naive_absorb");
  // The first of the routes' cached numbers, made larger by more than a hundred.
  const auto with = [&](const std::string& name, const std::string& shape) {
    const std::string start = "\"" + name + "\":{\"shape\":" + shape + ",\"data\":[";
    const std::size_t number = plain.find(start) + start.size();
    const std::size_t end = plain.find(',', number);
    return failures_of(
        altered_text(plain, plain.substr(number - start.size(), end - number + start.size()), start + "123"));
  };
  CHECK(with("naive_final_k_cache", "[2,10,4,10]") == std::set<std::string>{"expanded final_cache_keys"});
  CHECK(with("absorb_final_pe_cache", "[2,10,4]") ==
        std::set<std::string>{"absorbed final_cache_values", "naive final_cache_values"});
}

}  // namespace kvtally::mla_reference_test
