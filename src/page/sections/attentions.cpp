#include "page/sections/attentions.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>

#include "hardware/roofline.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

namespace {

struct OtherAttention {
  std::string_view word;
  std::string_view value;
  std::string_view name;
};

constexpr std::array<OtherAttention, 3> kOthers{
    {{"mha", "mha", "MHA"}, {"gqa-8", "gqa8", "GQA-8"}, {"mqa", "mqa", "MQA"}}};

}  // namespace

std::string own_label(const Model& model) { return std::string(kind_of(model.layers.front().kind).label); }

Expected<std::vector<ShapeWith>> four_shapes(const PageSources& sources, const Model& model) {
  std::vector<ShapeWith> out;
  for (const OtherAttention& asked : kOthers) {
    auto other = with_attention(model, asked.word);
    if (!other) {
      return std::unexpected(std::move(other.error()));
    }
    out.push_back({std::string(asked.value), std::string(asked.name), KindFamily::full, std::move(*other)});
  }
  out.push_back(
      {"own", sources.words->fill("{kind} (its own)", {{"kind", own_label(model)}}), family_of(model), model});
  return out;
}

namespace {

std::string_view entries_name(KindFamily family) {
  switch (family) {
    case KindFamily::full: return "keys and values";
    case KindFamily::latent: return "latents";
    default: return "cache read";
  }
}

}  // namespace

std::vector<CacheRead> cache_reads(const Words& words, const ShapeWith& shape, Tokens context) {
  CacheRead entries{words.say(entries_name(shape.family)), Bytes{}, shape.family};
  CacheRead scan{words.say("index keys that are scanned"), Bytes{}, KindFamily::other};
  for (const PartWork& part : decode_work(shape.model, {}, DecodeStep{context, 1, 1, {}})) {
    (part.name == "index scan" ? scan : entries).bytes += part.bytes;
  }
  if (scan.bytes.value == 0) {
    return {entries};
  }
  entries.name = words.say("entries that are chosen");
  return {entries, scan};
}

Bytes total_of(const std::vector<CacheRead>& reads) {
  Bytes out;
  for (const CacheRead& read : reads) {
    out += read.bytes;
  }
  return out;
}

std::string ratio_words(Bytes over, Bytes under) {
  const double ratio = static_cast<double>(over.value) / static_cast<double>(under.value);
  return ratio >= 999.5 ? print_nearest(ratio) : fmt::format("{:.3g}", ratio);
}

Cell ratio_cell(Bytes over, Bytes under) {
  return under.value == 0
             ? text_cell("-")
             : number_cell(ratio_words(over, under),
                           fmt::format("{}", static_cast<double>(over.value) / static_cast<double>(under.value)));
}

Cell bytes_cell(Bytes bytes, Units units) {
  return number_cell(print_bytes(bytes, units), fmt::format("{}", static_cast<std::int64_t>(bytes.value)));
}

}  // namespace kvtally
