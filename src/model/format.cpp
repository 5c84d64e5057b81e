#include "model/format.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "core/text.hpp"

namespace kvtally {

namespace {

struct FormatRow {
  std::string_view name;
  std::int64_t elements;
  std::int64_t bytes;
  bool plain = true;  // codes alone; false: the block holds its own scales
};

constexpr std::array kFormats{
    FormatRow{"f32", 1, 4},
    FormatRow{"f16", 1, 2},
    FormatRow{"bf16", 1, 2},
    FormatRow{"fp8_e4m3", 1, 1},
    FormatRow{"fp8_e5m2", 1, 1},
    FormatRow{"int8", 1, 1},
    FormatRow{"int4", 2, 1},
    FormatRow{"int3", 8, 3},
    FormatRow{"int2", 4, 1},
    FormatRow{"mxfp4", 32, 17, false},   // 32 codes of 4 bits, one 8-bit exponent
    FormatRow{"nvfp4", 16, 9, false},    // 16 codes of 4 bits, one fp8_e4m3 scale
    FormatRow{"q8_0", 32, 34, false},    // 32 codes of 8 bits, f16 scale
    FormatRow{"q5_1", 32, 24, false},    // 32 codes of 5 bits, f16 scale and minimum
    FormatRow{"q5_0", 32, 22, false},    // 32 codes of 5 bits, f16 scale
    FormatRow{"q4_1", 32, 20, false},    // 32 codes of 4 bits, f16 scale and minimum
    FormatRow{"q4_0", 32, 18, false},    // 32 codes of 4 bits, f16 scale
    FormatRow{"iq4_nl", 32, 18, false},  // 32 codes of 4 bits into a fixed table, f16 scale
};

struct Spelling {
  std::string_view spelling;
  std::string_view name;
};

constexpr std::array kSpellings{
    Spelling{"fp32", "f32"},    Spelling{"float32", "f32"},   Spelling{"fp16", "f16"},
    Spelling{"float16", "f16"}, Spelling{"bfloat16", "bf16"}, Spelling{"fp8", "fp8_e4m3"},
};

constexpr std::string_view kWholeEntry = "fp8_ds_mla";

std::string_view full_name(std::string_view text) {
  const auto* spelling = std::ranges::find(kSpellings, text, &Spelling::spelling);
  return spelling == kSpellings.end() ? text : spelling->name;
}

Parsed<FormatRow> find_row(std::string_view text) {
  if (text == kWholeEntry) {
    return std::unexpected(fmt::format("'{}' stores whole entries and has no groups", text));
  }
  const auto* row = std::ranges::find(kFormats, full_name(text), &FormatRow::name);
  if (row != kFormats.end()) {
    return *row;
  }
  const auto near = nearest(text, format_names());
  return std::unexpected(
      fmt::format("'{}' is no format{}", text, near ? fmt::format("; did you mean '{}'?", *near) : ""));
}

// Bytes of the scale, or of scale and zero point, of one group.
Parsed<std::int64_t> scale_bytes(const std::vector<std::string_view>& names) {
  if (names.empty() || names.size() > 2) {
    return std::unexpected(
        "a grouped format needs a scale format and at most a zero format, as in int4@64+bf16+bf16");
  }
  std::int64_t bytes = 0;
  for (const std::string_view name : names) {
    const auto row = find_row(name);
    if (!row) {
      return std::unexpected(row.error());
    }
    if (row->elements != 1) {
      return std::unexpected(fmt::format("'{}' cannot hold one scale", name));
    }
    bytes += row->bytes;
  }
  return bytes;
}

Parsed<Format> parse_grouped(std::string_view text) {
  const std::size_t at = text.find('@');
  std::vector<std::string_view> parts = split(text.substr(at + 1), '+');
  const auto codes = find_row(text.substr(0, at));
  if (!codes) {
    return std::unexpected(codes.error());
  }
  if (!codes->plain) {
    return std::unexpected(
        fmt::format("the codes of a grouped format are plain, and '{}' holds scales", codes->name));
  }
  std::string name = fmt::format("{}{}", codes->name, text.substr(at));
  const std::string_view group = parts.empty() ? "" : parts.front();
  const auto scales = scale_bytes({parts.begin() + (parts.empty() ? 0 : 1), parts.end()});
  if (!scales) {
    return std::unexpected(scales.error());
  }
  if (group == "head") {
    return Format{std::move(name), codes->elements, codes->bytes, *scales, false};
  }
  const auto elements = parse_integer(group);
  if (!elements || *elements < 1 || *elements > 65536 || *elements % codes->elements != 0) {
    return std::unexpected(fmt::format("'{}' is no group size of {} codes", group, codes->name));
  }
  return Format{std::move(name), *elements, *elements / codes->elements * codes->bytes + *scales, 0, false};
}

}  // namespace

Parsed<Format> parse_format(std::string_view text) {
  text = trim(text);
  if (text == kWholeEntry) {
    return Format{std::string(text), 0, 0, 0, true};
  }
  if (text.find('@') != std::string_view::npos) {
    return parse_grouped(text);
  }
  const auto row = find_row(text);
  return row ? Parsed<Format>(Format{std::string(row->name), row->elements, row->bytes, 0, false})
             : std::unexpected(row.error());
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const FormatRow& row : kFormats) {
    names.push_back(row.name);
  }
  names.push_back(kWholeEntry);
  for (const Spelling& spelling : kSpellings) {
    names.push_back(spelling.spelling);
  }
  return names;
}

Format bf16() { return {"bf16", 1, 2, 0, false}; }
Format f32() { return {"f32", 1, 4, 0, false}; }

std::optional<Bytes> row_bytes(const Format& format, std::int64_t heads, std::int64_t dim) {
  if (format.whole_entry || dim % format.elements != 0) {
    return std::nullopt;
  }
  const Wide head = Wide{dim} / format.elements * format.bytes + format.head_bytes;
  return Bytes{head * heads};
}

}  // namespace kvtally
