#include <array>
#include <fmt/format.h>

#include "check/asked_weights.hpp"
#include "hardware/roofline.hpp"

namespace kvtally {

namespace {

std::optional<DecodeStep> asked_step(const Ask& ask) {
  const auto context = ask.context();
  const auto batch = ask.batch();
  return context && batch ? std::optional(DecodeStep{*context, *batch, 1, {}}) : std::nullopt;
}

// The peak of bf16 over the bandwidth of the main memory, or of the one that `level` names.
std::optional<Value> ridge_point(const Ask& ask) {
  const auto device = ask.device();
  if (!device) {
    return std::nullopt;
  }
  const auto bandwidth = memory_bandwidth(*device, ask.fields().text("level").value_or("memory"));
  const auto peak = peak_for(*device, "bf16");
  if (!bandwidth) {
    return ask.refuse(bandwidth.error());
  }
  if (!peak) {
    return ask.refuse(fmt::format("no peak of {} for bf16 is published", device->id));
  }
  Amount out = quotient(whole(peak->rate.value), whole(bandwidth->value));
  out.unit = "FLOP/byte";
  return out;
}

using WantedPart = bool (*)(const PartWork&);

bool is_cache(const PartWork& part) { return !part.weights; }
bool is_entries(const PartWork& part) { return !part.weights && part.name.ends_with(" entries"); }
bool is_index(const PartWork& part) { return part.name == "index scan"; }

// What the parts of a decode step read of their sort of the caches, of one kind of layers where `kind` names it.
struct CacheWork {
  Bytes read;
  MultiplyAdds macs;
};

template <WantedPart wanted>
std::optional<CacheWork> cache_work(const Ask& ask) {
  const auto model = ask.model();
  const auto step = asked_step(ask);
  if (!model || !step) {
    return std::nullopt;
  }
  const auto kind = ask.fields().text("kind");
  CacheWork out;
  for (const PartWork& part : decode_work(*model, {}, *step)) {
    if (wanted(part) && (!kind || part.kind == *kind)) {
      out.read += part.bytes;
      for (const auto& [format, macs] : part.macs) {
        out.macs += macs;
      }
    }
  }
  return out.read > Bytes{} ? std::optional(out) : ask.refuse("a step reads nothing of this sort");
}

template <WantedPart wanted>
std::optional<Value> cache_seconds(const Ask& ask) {
  const auto work = cache_work<wanted>(ask);
  const auto rates = asked_rates(ask, {});
  if (!work || !rates) {
    return std::nullopt;
  }
  return approximately(time_to_move(work->read, rates->bandwidth).value, "seconds");
}

// Attention's own: what it multiplies with the entries it reads.
std::optional<Value> attention_intensity(const Ask& ask) {
  const auto work = cache_work<is_entries>(ask);
  if (!work) {
    return std::nullopt;
  }
  Amount out = quotient(whole(operations_of(work->macs).value), whole(work->read.value));
  out.unit = "FLOP/byte";
  return out;
}

}  // namespace

std::span<const FigureKind> roofline_figures() {
  static const std::vector<std::string_view> caches{"model", "context", "batch", "kind", "on"};
  static const std::array kFigures{
      FigureKind{"roofline.ridge_flop_per_byte", {"on", "level"}, ridge_point},
      FigureKind{"roofline.cache_seconds", caches, cache_seconds<is_cache>},
      FigureKind{"roofline.entries_seconds", caches, cache_seconds<is_entries>},
      FigureKind{"roofline.indexer_seconds", caches, cache_seconds<is_index>},
      FigureKind{"roofline.intensity", {"model", "context", "batch", "kind"}, attention_intensity},
  };
  return kFigures;
}

}  // namespace kvtally
