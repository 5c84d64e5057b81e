#include "model/parts.hpp"

#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

#include "support/print.hpp"

namespace kvtally::parts_test {

namespace {

Row row_of(Role role, std::int64_t heads, std::int64_t dim, const std::string& format) {
  return {role, heads, dim, *parse_format(format)};
}

Entry key_value(const std::string& key, const std::string& value) {
  return {row_of(Role::key, 8, 128, key), row_of(Role::value, 8, 128, value)};
}

Entry latent(const std::string& format, std::int64_t rank, std::int64_t rope) {
  return {row_of(Role::latent, 1, rank, format), row_of(Role::rope, 1, rope, format)};
}

TEST_CASE("the bytes of one entry") {
  struct Case {
    std::string name;
    Entry entry;
    Wide expected;
  };
  const std::vector<Case> cases{
      {"nothing", {}, 0},
      {"keys and values in bf16", key_value("bf16", "bf16"), 4096},                            // 2 × 8 × 128 × 2
      {"keys in q8_0, values in q4_0", key_value("q8_0", "q4_0"), 1664},                       // 8 × 4 × (34 + 18)
      {"int4 in groups of 64", key_value("int4@64+bf16+bf16", "int4@64+bf16+bf16"), 1152},     // 2 × 8 × 2 × 36
      {"fp8 with a scale a head", key_value("fp8_e4m3@head+f32", "fp8_e4m3@head+f32"), 2112},  // 2 × 8 × (128 + 4)
      {"a latent in bf16", latent("bf16", 512, 64), 1152},                                     // (512 + 64) × 2
      {"a latent in q8_0", latent("q8_0", 512, 64), 612},                                      // 18 × 34
      {"a latent in fp8_ds_mla", latent("fp8_ds_mla", 512, 64), 656},  // 512 + 4 × 4 + 64 × 2
      {"a shared row in bf16", {row_of(Role::key_and_value, 1, 512, "bf16")}, 1024},
      // 448 + 64 × 2 + 8
      {"a shared row in fp8_ds_mla", {row_of(Role::key_and_value, 1, 512, "fp8_ds_mla")}, 584},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(entry_bytes(c.entry) == Bytes{c.expected});
    CHECK(unstorable_row(c.entry) == std::nullopt);
  }
}

TEST_CASE("formats of whole entries hold two widths") {
  struct Case {
    std::string name;
    Entry entry;
    std::optional<Bytes> expected;
  };
  const std::vector<Case> cases{
      {"512 + 64", latent("bf16", 512, 64), Bytes{656}},
      {"256 + 64", latent("bf16", 256, 64), std::nullopt},
      {"512 + 32", latent("bf16", 512, 32), std::nullopt},
      {"a latent alone", {row_of(Role::latent, 1, 512, "bf16")}, std::nullopt},
      {"a shared row of 512", {row_of(Role::key_and_value, 1, 512, "bf16")}, Bytes{584}},
      {"a shared row of 256", {row_of(Role::key_and_value, 1, 256, "bf16")}, std::nullopt},
      {"two shared rows", {row_of(Role::key_and_value, 2, 512, "bf16")}, std::nullopt},
      {"keys and values", key_value("bf16", "bf16"), std::nullopt},
      {"an index key", {row_of(Role::index_key, 1, 512, "bf16")}, std::nullopt},
      {"nothing", {}, std::nullopt},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(fixed_entry_bytes(c.entry) == c.expected);
  }
}

TEST_CASE("the first row that cannot be stored, as a sentence") {
  struct Case {
    std::string name;
    Entry entry;
    std::string expected;
  };
  const std::string whole =
      "fp8_ds_mla stores a latent of 512 with 64 rotary elements (656 bytes) or one shared row of 512 (584 "
      "bytes), not this entry";
  const std::vector<Case> cases{
      {"keys of 80 in blocks of 32",
       {row_of(Role::key, 8, 80, "q8_0"), row_of(Role::value, 8, 72, "q8_0")},
       "q8_0 stores blocks of 32 elements, and the key row has 80"},
      {"values of 72",
       {row_of(Role::key, 8, 80, "bf16"), row_of(Role::value, 8, 72, "nvfp4")},
       "nvfp4 stores blocks of 16 elements, and the value row has 72"},
      {"rotary rows of 24", latent("nvfp4", 512, 24),
       "nvfp4 stores blocks of 16 elements, and the rope row has 24"},
      {"a latent of 96", latent("int4@64+bf16", 96, 64),
       "int4@64+bf16 stores blocks of 64 elements, and the latent row has 96"},
      {"an odd index key",
       {row_of(Role::index_key, 1, 127, "int4")},
       "int4 stores blocks of 2 elements, and the index key row has 127"},
      {"a shared row",
       {row_of(Role::key_and_value, 1, 80, "q4_0")},
       "q4_0 stores blocks of 32 elements, and the key=value row has 80"},
      {"keys and values in whole entries", key_value("fp8_ds_mla", "fp8_ds_mla"), whole},
      {"values alone in whole entries", key_value("bf16", "fp8_ds_mla"), whole},
      {"a narrow latent in whole entries", latent("fp8_ds_mla", 256, 64), whole},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(unstorable_row(c.entry).value_or("storable") == c.expected);
  }
}

TEST_CASE("state tensors and what a step rewrites of them") {
  using Rewrite = StateTensor::Rewrite;
  struct Case {
    std::string name;
    StateTensor tensor;
    Wide elements;
    Wide bytes;
    Wide rewritten;
  };
  const std::vector<Case> cases{
      {"a matrix", {"m", StateRole::recurrent, {32, 128, 128}, f32(), Rewrite::whole}, 524288, 2097152, 2097152},
      {"a matrix in bf16",
       {"m", StateRole::recurrent, {32, 128, 128}, bf16(), Rewrite::whole},
       524288,
       1048576,
       1048576},
      // 8192 × 3 × 2 bytes in three columns
      {"a convolution tail",
       {"c", StateRole::convolution, {8192, 3}, bf16(), Rewrite::column},
       24576,
       49152,
       16384},
      {"a tail of one column",
       {"c", StateRole::convolution, {8192, 1}, bf16(), Rewrite::column},
       8192,
       16384,
       16384},
      {"a tail of none", {"c", StateRole::convolution, {8192, 0}, bf16(), Rewrite::column}, 0, 0, 0},
      {"a shift", {"s", StateRole::shift, {2560}, bf16(), Rewrite::whole}, 2560, 5120, 5120},
      {"a number", {"n", StateRole::recurrent, {}, f32(), Rewrite::column}, 1, 4, 4},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(element_count(c.tensor) == c.elements);
    CHECK(tensor_bytes(c.tensor) == Bytes{c.bytes});
    CHECK(rewritten_bytes(c.tensor) == Bytes{c.rewritten});
  }
}

}  // namespace

}  // namespace kvtally::parts_test
