#include "engine/llama_cpp/buffers.hpp"

#include <algorithm>

namespace kvtally::llama_cpp {

namespace {

constexpr Wide kFloat = 4;

struct Shape {
  Wide vocabulary = 0;
  Wide width = 0;
  Wide heads = 0;
  Wide value_width = 0;
  Wide cells = 0;
};

Wide cpu_bytes(const Shape& m, const Settings& settings) {
  const bool rotates = settings.key.elements > 1 || settings.value.elements > 1;
  const Wide widths = 2 + (rotates ? 1 : 0) + (settings.flash ? 0 : 1);
  const Wide logits = (m.vocabulary + widths * m.width) * kFloat + kFloat;
  const Wide attention = settings.flash
                             ? m.cells * 2 + 28 * m.width + 28
                             : m.cells * (kFloat * m.heads + kFloat) + 20 * m.width + 8 * m.value_width + 20;
  return std::max(logits, attention);
}

}  // namespace

std::optional<BufferEstimate> estimate_buffers(const Model& model, const StoredModel& stored,
                                               const Settings& settings, const ContextSizes& sizes) {
  if (!model.vocab_size || !model.naive.hidden_size) {
    return std::nullopt;
  }
  Shape shape{*model.vocab_size, *model.naive.hidden_size, model.naive.num_attention_heads.value_or(0), 0,
              sizes.cells};
  for (const StoredLayer& layer : stored.layers) {
    shape.value_width = std::max<Wide>(shape.value_width, layer.padded_value_width);
  }
  BufferEstimate out;
  out.output = {shape.vocabulary * kFloat * settings.sequences};
  if (settings.backend == Backend::cpu) {
    out.compute = {cpu_bytes(shape, settings) * sizes.ubatch};
    return out;
  }
  out.compute = {(shape.vocabulary + shape.width) * kFloat * sizes.ubatch};
  const Wide mask = settings.flash ? 2 : kFloat;
  out.host = Bytes{(shape.width * kFloat + shape.cells * mask) * sizes.ubatch};
  return out;
}

}  // namespace kvtally::llama_cpp
