#include "page/sections/latent_forms.hpp"

#include <algorithm>

#include "core/print.hpp"
#include "model/attended.hpp"

namespace kvtally {

namespace {

Wide pairs(std::int64_t prefix, std::int64_t tokens) {
  return Wide{tokens} * prefix + Wide{tokens} * (tokens + 1) / 2;
}

}  // namespace

Wide LatentForms::expanded(std::int64_t prefix, std::int64_t tokens) const {
  return expansion * (Wide{prefix} + tokens) + pair_expanded * pairs(prefix, tokens);
}

Wide LatentForms::absorbed(std::int64_t prefix, std::int64_t tokens) const {
  return expansion * tokens + pair_absorbed * pairs(prefix, tokens);
}

std::optional<std::int64_t> LatentForms::crossing(std::int64_t prefix) const {
  constexpr std::int64_t kMost = 1 << 20;
  const auto cheaper = [&](std::int64_t tokens) { return expanded(prefix, tokens) <= absorbed(prefix, tokens); };
  if (!cheaper(kMost)) {
    return std::nullopt;
  }
  std::int64_t low = 0;  // not cheaper, or no tokens at all
  std::int64_t high = kMost;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (cheaper(middle) ? high : low) = middle;
  }
  return high;
}

std::optional<LatentForms> latent_forms(const Model& model) {
  const auto widths = model.layers.size() == 1 ? latent_of(model.layers[0]) : std::nullopt;
  const Memory* memory = widths ? attended(model.layers[0]) : nullptr;
  if (memory == nullptr || !memory->expanded || !std::holds_alternative<Everything>(memory->selection)) {
    return std::nullopt;
  }
  LatentForms out;
  out.sizes = {widths->rank, widths->rope, memory->expanded->score_width - widths->rope,
               memory->expanded->value_width};
  out.heads = memory->scoring.query_heads;
  out.layers = layer_count(model.order);
  const reference::LatentWork naive = reference::naive_work(out.sizes, 0, 1);
  out.expansion = naive.expansion.value;
  out.pair_expanded = naive.attention.value;
  out.pair_absorbed = reference::absorbed_work(out.sizes, 0, 1).attention.value;
  return out;
}

std::string wide_text(Wide value) {
  std::string digits = print_grouped(value);
  std::erase(digits, ',');
  return digits;
}

}  // namespace kvtally
