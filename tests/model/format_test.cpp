#include "model/format.hpp"

#include <doctest/doctest.h>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/print.hpp"

namespace kvtally::format_test {

namespace {

TEST_CASE("every named format and the bytes of its rows") {
  struct Row {
    std::string name;
    std::int64_t elements;
    std::int64_t bytes;
    Wide of_32;
    Wide of_64;
    Wide of_128;
    Wide of_256;
  };
  const std::vector<Row> rows{
      {"f32", 1, 4, 128, 256, 512, 1024},
      {"f16", 1, 2, 64, 128, 256, 512},
      {"bf16", 1, 2, 64, 128, 256, 512},
      {"fp8_e4m3", 1, 1, 32, 64, 128, 256},
      {"fp8_e5m2", 1, 1, 32, 64, 128, 256},
      {"int8", 1, 1, 32, 64, 128, 256},
      {"int4", 2, 1, 16, 32, 64, 128},
      {"int3", 8, 3, 12, 24, 48, 96},
      {"int2", 4, 1, 8, 16, 32, 64},
      {"mxfp4", 32, 17, 17, 34, 68, 136},   // 16 bytes of codes, 1 of exponent
      {"nvfp4", 16, 9, 18, 36, 72, 144},    // 8 bytes of codes, 1 of scale
      {"q8_0", 32, 34, 34, 68, 136, 272},   // 32 + 2
      {"q5_1", 32, 24, 24, 48, 96, 192},    // 20 + 2 × 2
      {"q5_0", 32, 22, 22, 44, 88, 176},    // 20 + 2
      {"q4_1", 32, 20, 20, 40, 80, 160},    // 16 + 2 × 2
      {"q4_0", 32, 18, 18, 36, 72, 144},    // 16 + 2
      {"iq4_nl", 32, 18, 18, 36, 72, 144},  // 16 + 2
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto format = parse_format(row.name);
    REQUIRE(format.has_value());
    CHECK(*format == Format{row.name, row.elements, row.bytes, 0, false});
    CHECK(row_bytes(*format, 1, 32) == std::optional(Bytes{row.of_32}));
    CHECK(row_bytes(*format, 1, 64) == std::optional(Bytes{row.of_64}));
    CHECK(row_bytes(*format, 1, 128) == std::optional(Bytes{row.of_128}));
    CHECK(row_bytes(*format, 1, 256) == std::optional(Bytes{row.of_256}));
    CHECK(row_bytes(*format, 8, 128) == std::optional(Bytes{8 * row.of_128}));
  }
}

TEST_CASE("other spellings stand for the same format") {
  struct Row {
    std::string spelling;
    std::string name;
  };
  const std::vector<Row> rows{
      {"fp32", "f32"},      {"float32", "f32"},  {"fp16", "f16"},     {"float16", "f16"},
      {"bfloat16", "bf16"}, {"fp8", "fp8_e4m3"}, {"  bf16 ", "bf16"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.spelling);
    CHECK(parse_format(row.spelling) == parse_format(row.name));
    CHECK(parse_format(row.spelling)->name == row.name);
  }
  CHECK(parse_format("bf16") == bf16());
  CHECK(parse_format("f32") == f32());
}

TEST_CASE("every listed name is a format, and none is listed twice") {
  const std::vector<std::string_view> names = format_names();
  CHECK(std::set<std::string_view>(names.begin(), names.end()).size() == names.size());
  CHECK(names.size() == 24);  // 17 formats of blocks, 1 of whole entries, 6 spellings
  for (const std::string_view name : names) {
    CAPTURE(name);
    CHECK(parse_format(name).has_value());
  }
}

TEST_CASE("grouped formats") {
  struct Row {
    std::string text;
    std::int64_t elements;
    std::int64_t bytes;
    std::int64_t head_bytes;
    Wide of_two_heads;  // of 128 elements
  };
  const std::vector<Row> rows{
      {"int4@64+bf16+bf16", 64, 36, 0, 144},                                       // 32 + 2 + 2; 2 × 2 × 36
      {"int2@64+f16+f16", 64, 20, 0, 80},                                          // 16 + 2 + 2; 2 × 2 × 20
      {"int3@64+f16", 64, 26, 0, 104},                                             // 24 + 2; 2 × 2 × 26
      {"int8@128+f32", 128, 132, 0, 264},                                          // 128 + 4; 2 × 132
      {"int8@1+f32", 1, 5, 0, 1280},                                               // 1 + 4; 2 × 128 × 5
      {"int4@2+fp8", 2, 2, 0, 256},                                                // 1 + 1; 2 × 64 × 2
      {"fp8_e4m3@head+f32", 1, 1, 4, 264},                                         // 2 × (128 + 4)
      {"int8@head+f32", 1, 1, 4, 264},       {"int8@head+f32+f32", 1, 1, 8, 272},  // 2 × (128 + 8)
      {"int4@head+bf16+bf16", 2, 1, 4, 136},                                       // 2 × (64 + 4)
      {"int2@head+f16", 4, 1, 2, 68},                                              // 2 × (32 + 2)
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto format = parse_format(row.text);
    REQUIRE(format.has_value());
    CHECK(*format == Format{row.text, row.elements, row.bytes, row.head_bytes, false});
    CHECK(row_bytes(*format, 2, 128) == std::optional(Bytes{row.of_two_heads}));
  }
  CHECK(parse_format("int4@65536+f32")->bytes == 32772);  // 32768 + 4
  CHECK(parse_format("fp8@64+f16")->name == "fp8_e4m3@64+f16");
  CHECK(parse_format("fp8@head+f32")->name == "fp8_e4m3@head+f32");
}

TEST_CASE("what is no format, with the whole sentence") {
  struct Row {
    std::string text;
    std::string error;
  };
  const std::string scales =
      "a grouped format needs a scale format and at most a zero format, as in int4@64+bf16+bf16";
  const std::vector<Row> rows{
      {"", "'' is no format"},
      {"nothing", "'nothing' is no format"},
      {"bf61", "'bf61' is no format; did you mean 'bf16'?"},
      {"fp8_e4m4", "'fp8_e4m4' is no format; did you mean 'fp8_e4m3'?"},
      {"q8_1", "'q8_1' is no format; did you mean 'q8_0'?"},
      {"int4@", scales},
      {"int4@64", scales},
      {"int4@64+bf16+bf16+bf16", scales},
      {"int4@head", scales},
      {"int4@+bf16", "'' is no group size of int4 codes"},
      {"int4@0+bf16", "'0' is no group size of int4 codes"},
      {"int4@-64+bf16", "'-64' is no group size of int4 codes"},
      {"int4@63+bf16", "'63' is no group size of int4 codes"},
      {"int3@12+bf16", "'12' is no group size of int3 codes"},
      {"int8@65537+bf16", "'65537' is no group size of int8 codes"},
      {"int4@65538+bf16", "'65538' is no group size of int4 codes"},
      {"int4@heads+bf16", "'heads' is no group size of int4 codes"},
      {"@64+bf16", "'' is no format"},
      {"int5@64+bf16", "'int5' is no format; did you mean 'int8'?"},
      {"int4@64+bf61", "'bf61' is no format; did you mean 'bf16'?"},
      {"int4@64+bf16+int4", "'int4' cannot hold one scale"},
      {"int4@64+q8_0", "'q8_0' cannot hold one scale"},
      {"q8_0@64+f16", "the codes of a grouped format are plain, and 'q8_0' holds scales"},
      {"nvfp4@64+f16", "the codes of a grouped format are plain, and 'nvfp4' holds scales"},
      {"fp8_ds_mla@64+f16", "'fp8_ds_mla' stores whole entries and has no groups"},
      {"fp8_ds_mla@head+f16", "'fp8_ds_mla' stores whole entries and has no groups"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto format = parse_format(row.text);
    REQUIRE_FALSE(format.has_value());
    CHECK(format.error() == row.error);
  }
}

TEST_CASE("a row is a whole number of blocks, or it cannot be stored") {
  struct Row {
    std::string format;
    std::int64_t dim;
    std::optional<Bytes> expected;
  };
  const std::vector<Row> rows{
      {"q8_0", 576, Bytes{612}},                                     // 18 × 34
      {"q8_0", 80, std::nullopt},         {"nvfp4", 80, Bytes{45}},  // 5 × 9
      {"nvfp4", 72, std::nullopt},        {"int4", 127, std::nullopt},
      {"int4@64+bf16", 96, std::nullopt}, {"int4@head+bf16", 127, std::nullopt},
      {"int8@head+f32", 127, Bytes{131}}, {"bf16", 0, Bytes{0}},
      {"fp8_ds_mla", 512, std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.format);
    CAPTURE(row.dim);
    CHECK(row_bytes(*parse_format(row.format), 1, row.dim) == row.expected);
  }
}

}  // namespace

}  // namespace kvtally::format_test
