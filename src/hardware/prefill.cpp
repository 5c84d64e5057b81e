#include <algorithm>
#include <cmath>

#include "hardware/step_parts.hpp"

namespace kvtally {

namespace {

// Chunks of a prompt: `whole` ones of `size` tokens, and a last one of `last`.
struct Chunks {
  Wide size = 0;
  Wide whole = 0;
  Wide last = 0;
};

Chunks chunks_of(const Prefill& prefill) {
  const Wide prompt = prefill.prompt.value;
  const Wide size = prefill.chunk > 0 ? std::min<Wide>(prefill.chunk, prompt) : prompt;
  const Wide whole = (prompt - 1) / size;
  return {size, whole, prompt - whole * size};
}

// The head's tokens: of every position, or of the prompt's last one.
void add_weights(StepParts& parts, const Model& model, const WeightLoad& weights, const Prefill& prefill) {
  const Chunks chunks = chunks_of(prefill);
  const Wide requests = prefill.sequences;
  if (chunks.whole > 0) {
    const Wide tokens = chunks.size * requests;
    add_weight_parts(parts, model, weights,
                     {tokens, prefill.all_logits ? tokens : 0, chunks.whole, prefill.dealing.expert_groups},
                     prefill.reading);
  }
  const Wide tokens = chunks.last * requests;
  // Behind a prefix, the encoder's keys and values are stored already.
  const Wide encoder = prefill.prefix.value == 0 ? encoder_positions(model) * requests : 0;
  add_weight_parts(parts, model, weights,
                   {tokens, prefill.all_logits ? tokens : requests, 1, prefill.dealing.expert_groups, encoder},
                   prefill.reading);
}

Step step_of_chunks(const Layer& layer, const Prefill& prefill) {
  const Chunks chunks = chunks_of(prefill);
  Step sum;
  Tokens before = prefill.prefix;
  for (Wide i = 0; i < chunks.whole; ++i) {
    sum += prefill_of(layer, {before, Tokens{chunks.size}}, LatentForm::expanded);
    before += Tokens{chunks.size};
  }
  sum += prefill_of(layer, {before, Tokens{chunks.last}}, LatentForm::expanded);
  return sum;
}

}  // namespace

StepWork prefill_work(const Model& model, const WeightLoad& weights, const Prefill& prefill) {
  StepParts parts;
  add_weights(parts, model, weights, prefill);
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    if (const std::int64_t count = count_of(model.order, i); count > 0) {
      const Layer& layer = model.layers[i];
      const Step all = step_of_chunks(layer, prefill) * (Wide{count} * prefill.sequences);
      add_cache_parts(parts, layer, dealt_over(all, prefill.dealing.position_groups));
    }
  }
  return parts.take();
}

PassArithmetic pass_arithmetic(const Model& model, const WeightLoad& weights, Tokens tokens) {
  PassArithmetic out;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const Wide count = count_of(model.order, i);
    const Arithmetic a = prefill_of(model.layers[i], {Tokens{0}, tokens}, LatentForm::expanded).arithmetic;
    out.attention += (a.scores + a.indexer) * count;
    out.all += a.total() * count;
  }
  for (const WeightGroup& group : weights.groups) {
    if (!stands_apart(group.part)) {
      out.all += macs_of(group) * (group.of_encoder_positions() ? encoder_positions(model) : tokens.value);
    }
  }
  return out;
}

// In floating point, each position against all that the last one sees: never less than the exact counts.
bool countable(const Model& model, const WeightLoad& weights, const Prefill& prefill) {
  const auto last = static_cast<double>((prefill.prefix + prefill.prompt).value);
  const auto tokens = static_cast<double>(prefill.prompt.value) * static_cast<double>(prefill.sequences);
  double sum = 0;
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      const Scoring& s = memory.expanded ? *memory.expanded : memory.scoring;
      const double a_pair =
          static_cast<double>(s.query_heads) * static_cast<double>(s.score_width + s.value_width);
      const auto* fixed = std::get_if<Fixed>(&memory.retention);
      const double entries = fixed != nullptr ? static_cast<double>(fixed->count) : last;
      const double keys = memory.indexer ? static_cast<double>(memory.indexer->heads) *
                                               static_cast<double>(memory.indexer->key.dim)
                                         : 0;
      const double bytes = static_cast<double>(entry_bytes(memory.entry).value);
      sum += tokens * (a_pair * entries + keys * last + bytes * (entries + 1));
    }
    for (const StateWork& work : layer.state.work) {
      sum += tokens * static_cast<double>(work.step.value);
    }
  }
  sum *= static_cast<double>(layer_count(model.order));
  for (const WeightGroup& group : weights.groups) {
    const double times = group.of_encoder_positions() ? static_cast<double>(prefill.sequences) *
                                                            static_cast<double>(encoder_positions(model))
                                                      : tokens;
    sum += std::max(times, tokens) * static_cast<double>(group.total().value + macs_of(group).value);
  }
  return sum < std::ldexp(1.0, 120);
}

}  // namespace kvtally
