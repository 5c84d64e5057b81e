#include "model/limits.hpp"

#include <fmt/format.h>

#include "core/wide.hpp"

namespace kvtally {

namespace {

bool fits(std::initializer_list<std::int64_t> factors) {
  return checked_product(factors, limits::kElements).has_value();
}

std::optional<std::string> wide_row(const Entry& entry) {
  for (const Row& row : entry) {
    if (!fits({row.heads, row.dim})) {
      return fmt::format("{} {} heads of {} elements are more than 2^36", row.heads, name_of(row.role), row.dim);
    }
  }
  return std::nullopt;
}

std::optional<std::string> wide_memory(const Memory& memory) {
  if (auto row = wide_row(memory.entry)) {
    return row;
  }
  for (const Scoring& scoring : {memory.scoring, memory.expanded.value_or(Scoring{})}) {
    if (!fits({scoring.query_heads, scoring.score_width}) || !fits({scoring.query_heads, scoring.value_width})) {
      return fmt::format("{} query heads of {} + {} elements are more than 2^36", scoring.query_heads,
                         scoring.score_width, scoring.value_width);
    }
  }
  if (memory.indexer && !fits({memory.indexer->heads, memory.indexer->key.dim})) {
    return fmt::format("{} index heads of {} elements are more than 2^36", memory.indexer->heads,
                       memory.indexer->key.dim);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> beyond_limits(const Layer& layer) {
  for (const Memory& memory : layer.memories) {
    if (auto reason = wide_memory(memory)) {
      return reason;
    }
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    std::int64_t elements = 1;
    for (const std::int64_t size : tensor.shape) {
      const auto product = checked_product({elements, size}, limits::kElements);
      if (!product) {
        return fmt::format("the {} of a state has more than 2^36 elements", tensor.name);
      }
      elements = *product;
    }
  }
  return std::nullopt;
}

}  // namespace kvtally
