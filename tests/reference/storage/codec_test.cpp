#include "reference/storage/codec.hpp"

#include <doctest/doctest.h>

#include "model/format.hpp"

namespace kvtally::reference::codec_test {

namespace {

// Widths of a row that the codec and the model's format disagree about, and how often they agree on a size.
struct Agreement {
  std::vector<std::int64_t> different;
  int equal = 0;
};

Agreement compare(const Codec& codec, const Format& format) {
  Agreement out;
  for (std::int64_t width = 1; width <= 320; ++width) {
    const auto bytes = row_bytes(format, 1, width);
    const bool same = codec.holds(width) == bytes.has_value() && (!bytes || *bytes == Bytes{codec.bytes(width)});
    if (!same) {
      out.different.push_back(width);
    } else if (bytes) {
      ++out.equal;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("a row takes the bytes that the model's format says, for every name that both know") {
  std::vector<std::string_view> names = format_names();
  for (const std::string_view grouped :
       {"int4@64+bf16+bf16", "int4@60+bf16", "int2@32+f16+f16", "int4@head+bf16+bf16", "int4@head+bf16",
        "int8@head+f32", "int3@8+f32", "int3@head+fp8", "fp8@head+fp32", "fp8_e5m2@128+float32", "int8@1+f32"}) {
    names.push_back(grouped);
  }
  int known = 0;
  for (const std::string_view name : names) {
    const auto codec = find_codec(name);
    const auto format = parse_format(name);
    if (codec && format) {
      CAPTURE(name);
      ++known;
      CHECK((*codec)->name() == format->name);
      const Agreement agreement = compare(**codec, *format);
      CHECK(agreement.different == std::vector<std::int64_t>{});
      CHECK(agreement.equal > 0);
    }
  }
  CHECK(known == 17 + 6 + 11);  // plain names and blocks, spellings, grouped ones
}

TEST_CASE("an unknown codec is refused with the names that there are") {
  const std::string there =
      "; there are real, f32, f16, bf16, fp8_e4m3, fp8_e5m2, int8, int4, int3, int2, mxfp4, nvfp4, q8_0, q5_1, "
      "q5_0, q4_1, q4_0, iq4_nl and grouped ones such as int4@64+bf16+bf16";
  CHECK(find_codec("q9_0").error() == "no codec 'q9_0', did you mean 'q8_0'?" + there);
  CHECK(find_codec("nothing-like-it").error() == "no codec 'nothing-like-it'" + there);
  CHECK(find_codec("").error() == "no codec ''" + there);
}

TEST_CASE("every codec gives back a row of zeros as zeros") {
  for (const std::string_view name : codec_names()) {
    CAPTURE(name);
    const std::vector<Real> row(64);
    std::vector<std::byte> bytes(static_cast<std::size_t>(codec(name)->bytes(64)));
    std::vector<Real> back(64, 1);
    codec(name)->pack(row, bytes);
    codec(name)->unpack(bytes, back);
    CHECK(back == row);
  }
}

}  // namespace kvtally::reference::codec_test
