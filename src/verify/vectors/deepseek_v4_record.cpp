#include "verify/vectors/deepseek_v4_record.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

namespace {

RecordedRun recorded_run(const Item& item, const CompressedSizes& s) {
  RecordedRun run;
  run.chunks = item["chunks"].integers();
  Wide sum = 0;
  for (const std::int64_t chunk : run.chunks) {
    sum += chunk;
  }
  const bool forward = std::ranges::all_of(run.chunks, [](std::int64_t chunk) { return chunk > 0; });
  if (sum != s.tokens || !forward) {
    item["chunks"].refuse(fmt::format("the chunks aren't those of {} tokens", s.tokens));
  }
  run.outputs = item["outputs"].tensor({s.batch, s.tokens, s.hidden});
  run.from_full = item["max_abs_diff_vs_full"].number();
  const Item held = item["final_cache"];
  run.window = held["window_kv"].tensor({s.batch, 1, std::min(s.tokens, s.window - 1), s.dim});
  run.seen = held["cumulative_length"].integer();
  if (s.rate) {
    run.pool = recorded_pool(held["compressor"], s.dim, s);
  }
  if (s.indexed) {
    run.index = recorded_pool(held["indexer"], s.index_dim, s);
  }
  return run;
}

RecordedIndex recorded_index(const Item& between, const CompressedSizes& s) {
  RecordedIndex out{
      .queries = between["indexer_queries"].tensor({s.batch, s.tokens, s.index_heads, s.index_dim}),
      .keys = between["indexer_compressed_keys"].tensor({s.batch, s.entries(), s.index_dim}),
      .scores = between["indexer_scores_before_causal_mask"].tensor({s.batch, s.tokens, s.entries()}),
      .choices = between["indexer_topk_sorted_ascending"].integers(),
      .margin = between["smallest_topk_margin"].number()};
  between["indexer_topk_sorted_ascending"].tensor({s.batch, s.tokens, s.index_count});
  return out;
}

}  // namespace

CompressedRecord compressed_record(VectorFile& file, const CompressedSizes& s) {
  const Item between = file["intermediates"];
  const reference::Shape rows{s.batch, s.tokens, s.hidden};
  CompressedRecord out;
  out.x = file["inputs"]["hidden_states"].tensor(rows);
  out.output = file["outputs"]["prefill_full"].tensor(rows);
  out.weights = between["attention_probabilities_window_then_compressed"].tensor(
      {s.batch, s.heads, s.tokens, s.tokens + s.entries()});
  if (s.rate) {
    out.entries = between["compressed_entries"].tensor({s.batch, s.entries(), s.dim});
    out.visible = between["compressed_visible"].tensor({s.batch, s.tokens, s.entries()});
  }
  if (s.indexed) {
    out.index = recorded_index(between, s);
  }
  for (const char* name : {"cached_step", "cached_chunked"}) {
    out.runs.emplace_back(name, recorded_run(file["outputs"][name], s));
  }
  const std::int64_t first = file["parameters"]["prefill_len"].integer();
  const std::vector<std::int64_t>& steps = out.runs.front().second.chunks;
  if (steps.empty() || steps.front() != first) {
    file["parameters"]["prefill_len"].refuse("the first chunk of cached_step has another length");
  }
  return out;
}

}  // namespace kvtally
