#include "engine/transformers/quantized.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace kvtally::transformers {

namespace {

constexpr std::int64_t kRowsOfThreeBits = 10;  // to an int32
constexpr std::int64_t kIntBytes = 4;

bool is_quanto(const QuantizedCacheConfig& config) { return config.backend == "quanto"; }

Wide groups_of(const QuantizedShape& shape, const QuantizedCacheConfig& config) {
  return shape.elements() / config.q_group_size;
}

// quanto groups axis 0 as (N ÷ g, g); HQQ its axis 1.
bool groups_are_rows(const QuantizedCacheConfig& config, std::int64_t axis) {
  return is_quanto(config) ? axis == 0 : axis == 1;
}

Wide packing_rows(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t axis) {
  return groups_are_rows(config, axis) ? groups_of(shape, config) : Wide{config.q_group_size};
}

std::string quanto_error(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t axis) {
  const Wide along = shape.elements() / (axis == 0 ? shape.batch : shape.dim);
  if (config.q_group_size > along || along % config.q_group_size != 0) {
    return fmt::format("ValueError: Group size ({}) must be a divisor of ({})", config.q_group_size,
                       static_cast<std::int64_t>(along));
  }
  return {};
}

std::string hqq_error(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t axis) {
  const auto text = [](Wide value) { return static_cast<std::int64_t>(value); };
  if (shape.elements() % config.q_group_size != 0) {
    return fmt::format(
        "AssertionError: group_size should be divisible by the total tensor dimensions. shape: "
        "torch.Size([{}, {}, {}, {}]), group_size: {}",
        text(shape.batch), text(shape.heads), text(shape.tokens), text(shape.dim), config.q_group_size);
  }
  // Parts of ⌊rows ÷ n⌋ rows are laid over each other; the last part has what is left.
  const Wide rows = packing_rows(shape, config, axis);
  const Wide parts = config.nbits == 3 ? 1 : 8 / config.nbits;
  if (rows % parts != 0) {
    const Wide step = rows / parts;
    return fmt::format(
        "RuntimeError: The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton dimension "
        "0",
        text(step), text(rows - (parts - 1) * step));
  }
  return {};
}

std::string choice_error(std::string_view name, std::string_view backend, std::string_view choices,
                         std::int64_t value) {
  return fmt::format("ValueError: `{}` for `{}` backend has to be one of [{}] but got {}{}{}", name, backend,
                     choices, name == "nbits" ? "" : "`", value, name == "nbits" ? "" : "`");
}

QuantizedShape shape_of(const CachedRows& rows, const GenerateSetting& setting, Wide tokens, std::int64_t dim) {
  return {setting.rows(), heads_on_rank(rows, setting.tp), tokens, dim};
}

std::string axes_error(const CachedRows& rows, const GenerateSetting& setting, Wide tokens) {
  const QuantizedCacheConfig& config = setting.quantized;
  const std::string keys = quantizer_error(shape_of(rows, setting, tokens, rows.key_dim), config, config.axis_key);
  return !keys.empty()
             ? keys
             : quantizer_error(shape_of(rows, setting, tokens, rows.value_dim), config, config.axis_value);
}

}  // namespace

QuantizedTokens quantized_tokens(Wide prefill, Wide decoded, std::int64_t residual_length) {
  const Wide period = std::max<std::int64_t>(residual_length, 2);
  return {prefill + decoded / period * period, decoded % period};
}

Bytes packed_bytes(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t axis) {
  const Wide rows = packing_rows(shape, config, axis);
  const Wide columns = shape.elements() / rows;
  if (config.nbits == 3) {
    return Bytes{ceil_div(rows, kRowsOfThreeBits) * columns * kIntBytes};
  }
  return Bytes{ceil_div(rows, 8 / config.nbits) * columns};
}

Bytes scale_bytes(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t element_bytes) {
  return Bytes{2 * groups_of(shape, config) * element_bytes};
}

std::string quantizer_error(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t axis) {
  return is_quanto(config) ? quanto_error(shape, config, axis) : hqq_error(shape, config, axis);
}

std::string config_error(const QuantizedCacheConfig& config) {
  const bool quanto = is_quanto(config);
  const std::string_view backend = quanto ? "quanto" : "HQQ";
  const std::string_view axes = quanto ? "`0`, `-1`" : "`0`, `1`";
  const std::vector<std::int64_t> bits =
      quanto ? std::vector<std::int64_t>{2, 4} : std::vector<std::int64_t>{1, 2, 3, 4, 8};
  if (std::ranges::find(bits, config.nbits) == bits.end()) {
    return choice_error("nbits", backend, quanto ? "`2`, `4`" : "`1`, `2`, `3`, `4`, `8`", config.nbits);
  }
  const auto known = [&](std::int64_t axis) { return axis == 0 || axis == (quanto ? -1 : 1); };
  if (!known(config.axis_key)) {
    return choice_error("axis_key", backend, axes, config.axis_key);
  }
  return known(config.axis_value) ? "" : choice_error("axis_value", backend, axes, config.axis_value);
}

std::vector<CacheTensor> quantized_tensors(const CachedRows& rows, const GenerateSetting& setting) {
  const QuantizedCacheConfig& config = setting.quantized;
  const QuantizedTokens tokens = quantized_tokens(setting.prefill, setting.decoded(), config.residual_length);
  std::vector<CacheTensor> out;
  const auto add = [&](const std::string& name, const std::vector<Wide>& sizes, std::int64_t element_bytes) {
    std::vector<std::int64_t> shape;
    for (const Wide size : sizes) {
      shape.push_back(static_cast<std::int64_t>(size));
    }
    out.push_back({name, shape, shape, element_bytes, Part::entries});
  };
  const auto add_side = [&](const std::string& name, std::int64_t dim, std::int64_t axis) {
    const QuantizedShape shape = shape_of(rows, setting, tokens.quantized, dim);
    const std::int64_t code_bytes = config.nbits == 3 ? kIntBytes : 1;
    add("quantized " + name, {packed_bytes(shape, config, axis).value / code_bytes}, code_bytes);
    add("scale and zero of " + name, {2, groups_of(shape, config)}, setting.dtype.bytes);
    add(name, {shape.batch, shape.heads, tokens.residual, dim}, setting.dtype.bytes);
  };
  add_side("keys", rows.key_dim, config.axis_key);
  add_side("values", rows.value_dim, config.axis_value);
  return out;
}

// The sizes at which all is quantised are prefill + k × residual_length: where the first two suit, all do.
std::string quantized_layer_error(const CachedRows& rows, const GenerateSetting& setting) {
  std::string error = axes_error(rows, setting, setting.prefill);
  const Wide period = std::max<std::int64_t>(setting.quantized.residual_length, 2);
  if (error.empty() && setting.decoded() >= period) {
    error = axes_error(rows, setting, setting.prefill + period);
  }
  return error;
}

}  // namespace kvtally::transformers
