#include "engine/transformers/transformers.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/transformers/generate.hpp"
#include "engine/transformers/logs.hpp"
#include "engine/transformers/paged.hpp"
#include "engine/transformers/refusals.hpp"
#include "model/adapt.hpp"

namespace kvtally {

namespace transformers {

namespace {

// Keys and values as the quantiser stores them, where each row is a whole number of groups.
std::optional<Format> quantized_format(const GenerateSetting& setting) {
  const auto format = parse_format(fmt::format("int{0}@{1}+{2}+{2}", setting.quantized.nbits,
                                               setting.quantized.q_group_size, setting.dtype.name));
  return format ? std::optional(*format) : std::nullopt;
}

Expected<Model> adapted(const Model& model, const GenerateSetting& setting) {
  Adaptation to;
  to.entries = KeyValueFormats{setting.dtype, setting.dtype};
  to.index_keys = setting.dtype;
  to.recurrent = f32();
  to.convolution = setting.dtype;
  to.encoder_tokens = setting.encoder_tokens;
  const auto format = setting.cache == CacheClass::quantized ? quantized_format(setting) : std::nullopt;
  if (format) {
    Adaptation quantized = to;
    quantized.entries = KeyValueFormats{*format, *format};
    if (auto out = adapt(model, quantized)) {
      return std::move(*out);
    }
  }
  return in_formats(model, to);
}

Allocation described(const GenerateSetting& setting) {
  Allocation out;
  out.engine = "transformers";
  out.version = setting.version;
  out.context = setting.context;
  out.requests = setting.batch;
  out.devices = setting.tp;
  return out;
}

Problems too_large(const Model& model) {
  return {{model.id, {}, "the cache passes 2^63 bytes", "a shorter context or fewer sequences", {}, {}}};
}

Expected<Allocation> finished(const Model& model, GenerateSetting setting, Allocation out) {
  Wide sum = 0;
  for (const EngineHold& hold : out.held) {
    sum += hold.bytes.value;
  }
  if (!narrow(sum)) {
    return std::unexpected(too_large(model));
  }
  if (!out.refusal.empty()) {
    out.held.clear();
    out.causes.clear();
    out.log.clear();
    out.figures.clear();
  }
  setting.assumptions.insert(setting.assumptions.end(), out.assumptions.begin(), out.assumptions.end());
  out.assumptions = std::move(setting.assumptions);
  close(out);
  return out;
}

Expected<Allocation> allocate(const Model& original, const FlagTexts& given) {
  auto setting = read_setting(original, given);
  if (!setting) {
    return std::unexpected(std::move(setting.error()));
  }
  ignore_implementation(original, *setting);
  const auto model = adapted(original, *setting);
  if (!model) {
    return std::unexpected(model.error());
  }
  const auto layers = placed_layers(*model, false);
  if (!layers) {
    return std::unexpected(layers.error());
  }
  if (auto problems = unsupported(*model, *layers, *setting); !problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  assume_states(*model, *layers, *setting);
  const auto needed = needed_by(*model, setting->context, setting->batch);
  if (!needed) {
    return std::unexpected(needed.error());
  }
  if (model->model_type.empty()) {
    setting->assumptions.emplace_back("model_type: not known; the rules are those of the kinds of layers");
  }
  Allocation out = described(*setting);
  out.needed = needed->kept.total();
  out.naive = naive_figure(*model, setting->context, setting->batch, setting->dtype, setting->dtype);
  if (setting->cache == CacheClass::paged) {
    if (auto paged = allocate_paged(*model, *layers, *setting, out); !paged) {
      return std::unexpected(std::move(paged.error()));
    }
  } else if (out.refusal = generate_error(*layers, *setting); out.refusal.empty()) {
    allocate_cache(*model, *layers, *needed, *setting, out);
  }
  return finished(*model, std::move(*setting), std::move(out));
}

}  // namespace

}  // namespace transformers

Engine transformers_engine() {
  return {"transformers",        "transformers",         transformers::versions(),
          transformers::flags(), transformers::allocate, transformers::read_log};
}

}  // namespace kvtally
