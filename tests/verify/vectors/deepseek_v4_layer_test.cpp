#include "verify/vectors/deepseek_v4_layer.hpp"

#include "verify/vectors/mla_fixture.hpp"

namespace kvtally::deepseek_v4_layer_test {

using test::altered_text;
using test::fault_of;
using test::vector_text;

TEST_CASE("sizes of DeepSeek-V4's layers") {
  const auto sizes = [](std::string_view name) {
    const auto file = VectorFile::parse("v.json", vector_text(name));
    REQUIRE(file.has_value());
    return compressed_sizes(**file);
  };
  const CompressedSizes csa = sizes("deepseek_v4_csa");
  CHECK(csa.rate == 3);
  CHECK(csa.indexed);
  CHECK(csa.entries() == 5);  // of 17 tokens
  CHECK(csa.rest() == 2);
  CHECK(csa.raw_width(8) == 16);
  const CompressedSizes hca = sizes("deepseek_v4_hca");
  CHECK(hca.entries() == 3);
  CHECK_FALSE(hca.indexed);
  CHECK(hca.raw_width(8) == 8);
  CHECK(sizes("deepseek_v4_sliding").entries() == 0);
}

TEST_CASE("what can't be a layer of DeepSeek-V4 is named") {
  const std::string csa = vector_text("deepseek_v4_csa");
  CHECK(fault_of(altered_text(csa, "\"num_kv_heads\":1", "\"num_kv_heads\":2")) ==
        "all heads share one row; expected 1");
  CHECK(fault_of(altered_text(csa, "\"o_groups\":2", "\"o_groups\":3")) == "4 heads don't split into 3 groups");
  CHECK(fault_of(altered_text(csa, "\"layer_rope\":\"compress\"", "\"layer_rope\":\"none\"")) ==
        "there is no rotary table 'none'; expected main or compress");
  CHECK(fault_of(altered_text(csa, "\"index_head_dim\":6", "\"index_head_dim\":3")) ==
        "index keys are narrower than the rotation");
  CHECK(fault_of(altered_text(vector_text("deepseek_v4_sliding"), "\"compress_rate\":null",
                              "\"compress_rate\":4")) == "a sliding layer compresses nothing; expected null");
  CHECK(fault_of(altered_text(csa, "\"prefill_len\":10", "\"prefill_len\":9")) ==
        "the first chunk of cached_step has another length");
  CHECK(fault_of(altered_text(csa, "\"chunks\":[7", "\"chunks\":[8")) == "the chunks aren't those of 17 tokens");
}

}  // namespace kvtally::deepseek_v4_layer_test
