#include "model/weight_scheme.hpp"

#include <fmt/format.h>

namespace kvtally {

namespace {

std::string layers_text(const std::vector<std::int64_t>& layers) {
  std::string out;
  for (std::size_t i = 0; i < layers.size();) {
    std::size_t j = i;
    while (j + 1 < layers.size() && layers[j + 1] == layers[j] + 1) {
      ++j;
    }
    out += out.empty() ? "@" : "+";
    out += i == j ? fmt::format("{}", layers[i]) : fmt::format("{}-{}", layers[i], layers[j]);
    i = j + 1;
  }
  return out;
}

std::string blocks_text(const WeightScheme::Blocks& blocks) {
  const std::string scale = blocks.scale.name;
  if (blocks.columns == 0) {
    return fmt::format("@{}+{}", blocks.rows == 0 ? "tensor" : "channel", scale);
  }
  return blocks.rows == 1 ? fmt::format("@{}+{}", blocks.columns, scale)
                          : fmt::format("@{}x{}+{}", blocks.rows, blocks.columns, scale);
}

}  // namespace

bool is_plain_float(const Format& format) {
  return format.name == "f32" || format.name == "f16" || format.name == "bf16";
}

bool is_ggml(const Format& format) {
  const std::string_view name = format.name;
  return (name.starts_with('q') || name.starts_with("iq")) && name.find('_') != std::string_view::npos;
}

Format usual_rest(const Format& matrices) {
  if (is_ggml(matrices)) {
    return f32();
  }
  return is_plain_float(matrices) ? matrices : bf16();
}

std::string print(const WeightScheme& scheme) {
  std::string out = scheme.matrices.name + (scheme.blocks ? blocks_text(*scheme.blocks) : "");
  for (const auto& [part, format] : scheme.parts) {
    out += fmt::format(",{}={}", name_of(part), format.name);
  }
  if (scheme.rest != usual_rest(scheme.matrices)) {
    out += ",rest=" + scheme.rest.name;
  }
  for (const WeightScheme::Kept& kept : scheme.kept) {
    out += fmt::format(",{}={}{}{}{}", kept.as_matrices ? "matrices" : "keep", name_of(kept.part),
                       kept.tensor.empty() ? "" : "/", kept.tensor, layers_text(kept.layers));
  }
  return out;
}

}  // namespace kvtally
