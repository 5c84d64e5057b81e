#include "hardware/recompute.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/print.hpp"
#include "hardware/step_parts.hpp"

namespace kvtally {

namespace {

constexpr Wide kMostTokens = Wide{1} << 30;

bool reads_all(const Memory& memory) {
  return std::holds_alternative<All>(memory.retention) && std::holds_alternative<Everything>(memory.selection) &&
         !memory.indexer && memory.visibility == Visibility::stored;
}

MultiplyAdds a_pair(const Memory& memory) {
  const Scoring& scoring = memory.expanded ? *memory.expanded : memory.scoring;
  return {Wide{scoring.query_heads} * (Wide{scoring.score_width} + scoring.value_width)};
}

}  // namespace

std::expected<PassArithmetic, std::string> recomputing_arithmetic(const Model& model, const WeightLoad& weights,
                                                                  Tokens tokens) {
  const Wide n = tokens.value;
  if (n < 1 || n > kMostTokens) {
    return std::unexpected(fmt::format("{} tokens: the cube is counted from 1 to {} tokens", print_grouped(n),
                                       print_grouped(kMostTokens)));
  }
  const Wide computed = n * (n + 1) / 2;         // tokens, in all steps
  const Wide pairs = n * (n + 1) * (n + 2) / 6;  // of query and key, in all steps
  PassArithmetic out;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const Layer& layer = model.layers[i];
    const Wide count = count_of(model.order, i);
    if (count > 0 && !std::ranges::all_of(layer.memories, reads_all)) {
      return std::unexpected(fmt::format("its {} layers do not read every position before them", layer.kind));
    }
    for (const Memory& memory : layer.memories) {
      out.attention += a_pair(memory) * (pairs * count);
    }
    for (const StateWork& work : layer.state.work) {
      out.all += work.step * (computed * count);
    }
  }
  out.all += out.attention;
  for (const WeightGroup& group : weights.groups) {
    if (!stands_apart(group.part)) {
      const bool head = group.part == WeightPart::head || group.also_head;
      out.all += macs_of(group) * (head ? n : computed);
    }
  }
  return out;
}

}  // namespace kvtally
