#include <array>

#include "check/asked_weights.hpp"
#include "core/wide.hpp"
#include "report/roofline.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kMostChunks = 100'000;  // each is worked out on its own

// ---- steps

std::optional<Prefill> decode_asked(const Ask& ask) {
  const auto context = ask.context();
  const auto batch = ask.batch();
  return context && batch ? std::optional(Prefill{*context, Tokens{1}, 0, *batch, false, {}}) : std::nullopt;
}

// A number of tokens, 0 where none is given.
std::optional<Tokens> tokens_or_none(const Ask& ask, std::string_view key) {
  return ask.fields().find(key) != nullptr ? ask.context(key) : std::optional(Tokens{0});
}

std::optional<Prefill> prefill_asked(const Ask& ask) {
  const std::size_t before = ask.fields().problems().size();
  const auto prompt = ask.context("prompt");
  const auto prefix = tokens_or_none(ask, "prefix");
  const auto chunk = tokens_or_none(ask, "chunk");
  const auto batch = ask.batch();
  const bool all_logits = ask.fields().boolean("all_logits").value_or(false);
  if (!prompt || !prefix || !chunk || !batch || ask.fields().problems().size() != before) {
    return std::nullopt;
  }
  if (chunk->value > 0 && ceil_div(prompt->value, chunk->value) > kMostChunks) {
    return ask.refuse("there are more than 100000 chunks");
  }
  return Prefill{*prefix, *prompt, static_cast<std::int64_t>(chunk->value), *batch, all_logits, {}};
}

// A decode step at the context that is its prefix, or a prefill.
template <bool prefill>
std::optional<StepTime> step_asked(const Ask& ask) {
  const auto model = ask.model();
  auto step = prefill ? prefill_asked(ask) : decode_asked(ask);
  const auto weights = model ? asked_weights(ask, *model) : std::nullopt;
  const auto reading = model ? asked_reading(ask, *model) : std::nullopt;
  const auto rates = weights ? asked_rates(ask, *weights) : std::nullopt;
  if (!step || !reading || !rates) {
    return std::nullopt;
  }
  step->reading = *reading;
  if (!countable(*model, *weights, *step)) {
    return ask.refuse("a figure passes 2^63", "a shorter context or a smaller batch");
  }
  if (prefill) {
    return prefill_time(*model, *weights, *step, *rates);
  }
  return decode_time(*model, *weights, DecodeStep{step->prefix, step->sequences, 1, *reading}, *rates);
}

// ---- their figures

Value step_weight_bytes(const StepTime& step) { return whole(step.weight_bytes.value, "bytes"); }
Value step_cache_bytes(const StepTime& step) { return whole(step.cache_bytes.value, "bytes"); }
Value step_written_bytes(const StepTime& step) { return whole(step.written_bytes.value, "bytes"); }
Value step_flop(const StepTime& step) { return whole(step.operations.value, "FLOP"); }
Value step_bound(const StepTime& step) { return std::string(name_of(step.bound)); }

template <Seconds StepTime::* seconds>
Value step_seconds(const StepTime& step) {
  return approximately((step.*seconds).value, "seconds");
}

Value step_intensity(const StepTime& step) {
  Amount out = quotient(whole(step.operations.value),
                        whole((step.weight_bytes + step.cache_bytes + step.written_bytes).value));
  out.unit = "FLOP/byte";
  return out;
}

template <bool prefill, Value (*select)(const StepTime&)>
std::optional<Value> of_step(const Ask& ask) {
  const auto step = step_asked<prefill>(ask);
  return step ? std::optional<Value>(select(*step)) : std::nullopt;
}

template <Value (*select)(const StepTime&)>
FigureKind decode(std::string_view name) {
  return {name, {"model", "context", "batch", "on", "weight_dtype", "active"}, of_step<false, select>};
}

template <Value (*select)(const StepTime&)>
FigureKind prefill(std::string_view name) {
  return {name,
          {"model", "prompt", "batch", "on", "weight_dtype", "active", "prefix", "chunk", "all_logits"},
          of_step<true, select>};
}

}  // namespace

std::span<const FigureKind> step_figures() {
  static const std::array kFigures{
      decode<step_seconds<&StepTime::weight_seconds>>("roofline.weight_seconds"),
      decode<step_seconds<&StepTime::total>>("roofline.total_seconds"),
      decode<step_seconds<&StepTime::overlapped>>("roofline.overlapped_seconds"),
      decode<step_weight_bytes>("roofline.weight_bytes"),
      decode<step_cache_bytes>("roofline.cache_bytes"),
      decode<step_written_bytes>("roofline.written_bytes"),
      decode<step_flop>("roofline.flop"),
      decode<step_intensity>("roofline.intensity_flop_per_byte"),
      decode<step_bound>("roofline.bound"),
      prefill<step_weight_bytes>("roofline.prefill.weight_bytes"),
      prefill<step_cache_bytes>("roofline.prefill.cache_bytes"),
      prefill<step_written_bytes>("roofline.prefill.written_bytes"),
      prefill<step_flop>("roofline.prefill.flop"),
      prefill<step_intensity>("roofline.prefill.intensity_flop_per_byte"),
      prefill<step_seconds<&StepTime::weight_seconds>>("roofline.prefill.weight_seconds"),
      prefill<step_seconds<&StepTime::cache_seconds>>("roofline.prefill.cache_seconds"),
      prefill<step_seconds<&StepTime::total>>("roofline.prefill.total_seconds"),
      prefill<step_seconds<&StepTime::overlapped>>("roofline.prefill.overlapped_seconds"),
      prefill<step_bound>("roofline.prefill.bound"),
  };
  return kFigures;
}

}  // namespace kvtally
