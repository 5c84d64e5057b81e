#include "reference/cache/sink_window.hpp"

#include <fmt/format.h>

#include "reference/kind/sinks.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"

// The first tokens and a window, attention alone: at once, and step by step through the container that keeps no
// more.

namespace kvtally {

namespace {

using reference::Tensor;

struct SinkWindowSizes {
  std::int64_t batch = 1, tokens = 1, heads = 1, key_heads = 1, dim = 1, value_dim = 1;
  std::int64_t first = 1, window = 1, prefill = 1;
};

SinkWindowSizes sink_window_sizes(const Item& given) {
  SinkWindowSizes s{.batch = given["B"].size(),
                    .tokens = given["S"].size(),
                    .heads = given["num_heads"].size(),
                    .key_heads = given["num_kv_heads"].size(),
                    .dim = given["head_dim"].size(),
                    .value_dim = given["v_head_dim"].size(),
                    .first = given["first"].size(),
                    .window = given["window"].size(),
                    .prefill = given["prefill_len"].size()};
  if (s.heads % s.key_heads != 0) {
    given["num_kv_heads"].refuse(
        fmt::format("{} query heads can't share {} key heads evenly", s.heads, s.key_heads));
  }
  if (s.prefill >= s.tokens) {
    given["prefill_len"].refuse(fmt::format("{} of {} tokens leave no step", s.prefill, s.tokens));
  }
  const double rows = static_cast<double>(s.batch * s.heads) * static_cast<double>(s.tokens);
  return can_be(given, rows * static_cast<double>(s.dim + s.value_dim + s.tokens)) ? s : SinkWindowSizes{};
}

struct RecordedSinkWindow {
  reference::NewTokens tokens;
  Tensor output, steps, weights, keys, values;
  std::vector<std::int64_t> positions;
};

RecordedSinkWindow recorded_sink_window(VectorFile& file, const SinkWindowSizes& s) {
  const Item in = file["inputs"];
  const Item out = file["outputs"];
  const std::int64_t held = std::min(s.first + s.window, s.tokens);
  return {
      {in["q"].tensor({s.batch, s.heads, s.tokens, s.dim}),
       in["k"].tensor({s.batch, s.key_heads, s.tokens, s.dim}),
       in["v"].tensor({s.batch, s.key_heads, s.tokens, s.value_dim})},
      out["attn_output"].tensor({s.batch, s.tokens, s.heads, s.value_dim}),
      out["decode_steps"].tensor({s.batch, std::max<std::int64_t>(s.tokens - s.prefill, 0), s.heads, s.value_dim}),
      file["intermediates"]["probabilities"].tensor({s.batch, s.heads, s.tokens, s.tokens}),
      out["final_cache_keys"].tensor({s.batch, s.key_heads, held, s.dim}),
      out["final_cache_values"].tensor({s.batch, s.key_heads, held, s.value_dim}),
      out["final_cache_positions"].integers()};
}

void compare_sink_window(Checks& checks, const RecordedSinkWindow& recorded, const SinkWindowSizes& s,
                         const reference::Scoring& scoring, const reference::Kernel& kernel) {
  const auto name = [&](const char* what) { return fmt::format("{} ({})", what, kernel.name); };
  const auto real = reference::codec("real");
  reference::Counter counter;
  reference::Cache cache;
  cache.add(std::make_unique<reference::SinkWindowLayer>(s.first, s.window, real, real, counter));
  const auto run = [&](std::int64_t from, std::int64_t to) {
    const auto part = [&](const Tensor& tensor) { return slice(tensor, 2, from, to); };
    return first_tokens_kept(
        {cache, 0, kernel, counter},
        {part(recorded.tokens.query), part(recorded.tokens.keys), part(recorded.tokens.values)}, s.first, s.window,
        scoring);
  };
  const reference::Attended whole = run(0, s.tokens);
  checks.near(name("attn_output"), recorded.output, heads_first(whole.output), kVectorBound);
  if (whole.weights) {
    checks.near(name("probabilities"), recorded.weights, *whole.weights, kVectorBound);
  }
  cache.reset();
  run(0, s.prefill);
  Tensor steps({s.batch, 0, s.heads, s.value_dim});
  for (std::int64_t t = s.prefill; t < s.tokens; ++t) {
    steps = joined(steps, heads_first(run(t, t + 1).output), 1);
  }
  checks.near(name("decode_steps"), recorded.steps, steps, kVectorBound);
  const reference::KeyValues held = cache.layer(0).current();
  checks.holds(name("final_cache_positions"), held.keys.positions() == recorded.positions);
  checks.near(name("final_cache_keys"), recorded.keys, held.keys.numbers(), kVectorBound);
  checks.near(name("final_cache_values"), recorded.values, held.values.numbers(), kVectorBound);
}

}  // namespace

void run_sink_window(VectorFile& file, Checks& checks) {
  const SinkWindowSizes sizes = sink_window_sizes(file["parameters"]);
  const reference::Scoring scoring = scoring_of(file, sizes.heads);
  const RecordedSinkWindow recorded = recorded_sink_window(file, sizes);
  file["weights"].pass();
  if (file.failed()) {
    return;
  }
  for (const reference::Kernel* kernel : plain_kernels()) {
    compare_sink_window(checks, recorded, sizes, scoring, *kernel);
  }
}

}  // namespace kvtally
