#include "account/naive.hpp"

#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

#include "support/print.hpp"

namespace kvtally::naive_test {

namespace {

Model shaped(NaiveShape shape) {
  Model model;
  model.naive = shape;
  return model;
}

Format format(const std::string& name) { return *parse_format(name); }

TEST_CASE("the naive figure and the product as it was formed") {
  struct Row {
    std::string name;
    NaiveShape shape;
    std::int64_t context;
    std::int64_t batch;
    std::string key;
    std::string value;
    Wide bytes;
    std::string what;
  };
  const NaiveShape llama{80, 64, 8, 128, 8192};
  const NaiveShape latent{61, 128, 128, std::nullopt, 7168};  // 7168 ÷ 128 = 56
  const NaiveShape plain{32, 32, std::nullopt, 128, 4096};
  const std::vector<Row> rows{
      // 80 × 8 × 128 × 2 × 2 × 131072
      {"all given", llama, 131072, 1, "bf16", "bf16", 42949672960,
       "80 layers × 8 num_key_value_heads × 128 head_dim × 2 (K and V) × bf16 × 131072 tokens × batch 1"},
      {"a batch", llama, 1000, 7, "bf16", "bf16", 2293760000,
       "80 layers × 8 num_key_value_heads × 128 head_dim × 2 (K and V) × bf16 × 1000 tokens × batch 7"},
      // 61 × 128 × 56 × 2 × 2 × 1000
      {"without head_dim", latent, 1000, 1, "bf16", "bf16", 1748992000,
       "61 layers × 128 num_key_value_heads × 56 (hidden_size 7168 ÷ 128 heads) × 2 (K and V) × bf16 × "
       "1000 tokens × batch 1"},
      // 32 × 32 × 128 × 2 × 2 × 4096
      {"without num_key_value_heads", plain, 4096, 1, "bf16", "bf16", 2147483648,
       "32 layers × 32 num_attention_heads × 128 head_dim × 2 (K and V) × bf16 × 4096 tokens × batch 1"},
      // 80 × 8 × 128 × 1000 = 81920000 elements, × 34/32 and × 18/32
      {"blocks", llama, 1000, 1, "q8_0", "q4_0", 133120000,
       "80 layers × 8 num_key_value_heads × 128 head_dim × (K q8_0 + V q4_0) × 1000 tokens × batch 1"},
      // 30 elements: 255/8 and 135/8 bytes, 32 and 17
      {"blocks that do not fill",
       {1, 1, 1, 30, 30},
       1,
       1,
       "q8_0",
       "q4_0",
       49,
       "1 layers × 1 num_key_value_heads × 30 head_dim × (K q8_0 + V q4_0) × 1 tokens × batch 1"},
      // Codes of one byte; 81920000 elements twice
      {"whole entries", llama, 1000, 1, "fp8_ds_mla", "fp8_ds_mla", 163840000,
       "80 layers × 8 num_key_value_heads × 128 head_dim × 2 (K and V) × fp8_ds_mla × 1000 tokens × batch 1"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Naive naive =
        naive_figure(shaped(row.shape), Tokens{row.context}, row.batch, format(row.key), format(row.value));
    CHECK(naive.bytes == std::optional(Bytes{row.bytes}));
    CHECK(naive.what == row.what);
  }
}

TEST_CASE("the largest figure that an input can ask for stays within 128 bits") {
  // (2^16 − 1) layers × 2^36 elements × 2^40 tokens × 2^24 requests, 65540 bytes of 65536 elements, twice
  const NaiveShape shape{65535, 64, 64, std::int64_t{1} << 30, 1};
  const Tokens context{(std::int64_t{1} << 40) - 1};
  const std::int64_t batch = (std::int64_t{1} << 24) - 1;
  const Naive naive =
      naive_figure(shaped(shape), context, batch, format("int8@65536+f32"), format("int8@65536+f32"));
  const Wide blocks = (Wide{65535} << 20) * context.value * batch;  // 2^36 ÷ 2^16
  CHECK(naive.bytes == std::optional(Bytes{2 * blocks * 65540}));
}

TEST_CASE("a part of a group is rounded up once") {
  const NaiveShape shape{1, 1, 1, 3, 3};
  // 3 × 65540 ÷ 65536 bytes are 4, twice
  CHECK(naive_figure(shaped(shape), Tokens{1}, 1, format("int8@65536+f32"), format("int8@65536+f32")).bytes ==
        std::optional(Bytes{8}));
  // 65537 elements are 65540 bytes and 1 × 65540 ÷ 65536, rounded up to 2
  CHECK(naive_figure(shaped({1, 1, 1, 65537, 1}), Tokens{1}, 1, format("int8@65536+f32"), format("bf16")).bytes ==
        std::optional(Bytes{65542 + 131074}));
}

TEST_CASE("a model without attention heads has no naive figure") {
  const std::vector<NaiveShape> shapes{
      {24, std::nullopt, std::nullopt, std::nullopt, 2048},
      {24, std::nullopt, std::nullopt, 64, 2048},
      {24, std::nullopt, 8, std::nullopt, 2048},
      {24, 8, 8, std::nullopt, std::nullopt},
  };
  for (const NaiveShape& shape : shapes) {
    const Naive naive = naive_figure(shaped(shape), Tokens{1000}, 1, bf16(), bf16());
    CHECK_FALSE(naive.bytes.has_value());
    CHECK(naive.what == "the model has no attention heads to multiply");
  }
}

}  // namespace

}  // namespace kvtally::naive_test
