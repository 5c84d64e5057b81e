#include "reference/kind/native_sparse.hpp"

namespace kvtally::reference {

NativeAttended native_sparse(NativeBranches& memory, const NativeTokens& tokens, const NativePlan& plan,
                             const Scoring& scoring, Counter& counter) {
  const std::int64_t first_query = memory.length();
  const auto run = [&](const char* name, const KeyValues& there, const Mask& mask, const BlockChoice* choice) {
    return kernel(name).run({tokens.query, first_query, there.keys, there.values, mask, scoring, counter, choice});
  };
  memory.compressed().append(
      {tokens.compressed.keys, tokens.compressed.values}, [&](const std::vector<Tensor>& raw, std::int64_t) {
        return std::vector{learned_pool(raw[0], plan.keys, counter), learned_pool(raw[1], plan.values, counter)};
      });
  const KeyValues pooled{memory.compressed().rows(0), memory.compressed().rows(1)};
  Attended compressed = run("eager", pooled, causal(), nullptr);

  const KeyValues all = memory.selected().update(tokens.selected.keys, tokens.selected.values);
  const std::int64_t blocks = (all.keys.slots() + plan.size - 1) / plan.size;
  Chosen chosen =
      native_choice(block_importance(*compressed.weights, all.keys.heads(), memory.stretch(), plan.size, blocks),
                    first_query, plan.blocks, plan.size);
  Attended selected = run("block_sparse", all, causal(), &chosen.blocks);

  const KeyValues near = memory.window().update(tokens.window.keys, tokens.window.values);
  Attended window = run("streaming", near, all_of(causal(), within(memory.window_size())), nullptr);

  Tensor output = gated({&compressed.output, &selected.output, &window.output}, tokens.gates);
  return {std::move(output),        std::move(compressed.output),   std::move(selected.output),
          std::move(window.output), std::move(*compressed.weights), std::move(chosen)};
}

}  // namespace kvtally::reference
