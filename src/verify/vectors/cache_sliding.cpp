#include <fmt/format.h>
#include <numeric>

#include "reference/cache/sliding.hpp"
#include "reference/cache/static_sliding.hpp"
#include "verify/vectors/runner.hpp"

// The containers of sliding windows, call by call: what they report before, hand out, and keep. No bound: a
// container changes no bit.

namespace kvtally {

namespace {

using reference::KeyValues;
using reference::Shape;
using reference::Tensor;

struct SlidingStep {
  std::int64_t tokens = 1;
  reference::MaskSizes mask;
  std::int64_t returned = 0;
  std::optional<Tensor> first_keys;  // handed out in the first slot
  std::optional<std::int64_t> stored;
  std::int64_t cumulative = 0;
};

struct SlidingRun {
  std::int64_t window = 1;
  std::int64_t most = 1;  // max_cache_len, of a static one
  Tensor keys;
  Tensor values;
  std::vector<SlidingStep> steps;
  std::vector<std::int64_t> positions;  // of the slots at the end
  Tensor final_keys;
  Tensor final_values;
};

SlidingStep read_step(const Item& item, const Shape& first) {
  SlidingStep out{item["tokens_added"].size(),
                  {item["mask_kv_length"].integer(), item["mask_kv_offset"].integer()},
                  item["returned_length"].integer(),
                  {},
                  {},
                  item["cumulative_length"].integer()};
  if (const Item keys = item["returned_keys_first"]) {
    out.first_keys = keys.tensor(first);
  }
  if (const Item stored = item["stored_length"]) {
    out.stored = stored.integer();
  }
  return out;
}

SlidingRun read_run(VectorFile& file, const Item& item, std::string_view layer) {
  const Item sizes = file["parameters"];
  const std::int64_t batch = sizes["B"].size();
  const std::int64_t heads = sizes["num_heads"].size();
  const std::int64_t dim = sizes["head_dim"].size();
  SlidingRun out;
  if (const std::string text = item["layer"].text(); text != layer) {
    item["layer"].refuse(fmt::format("the container '{}'", text), std::string(layer));
  }
  out.window = item["window"].size();
  const std::vector<std::int64_t> chunks = item["chunks"].integers();
  const std::int64_t tokens = std::accumulate(chunks.begin(), chunks.end(), std::int64_t{0});
  out.keys = item["keys"].tensor({batch, heads, tokens, dim});
  out.values = item["values"].tensor({batch, heads, tokens, dim});
  std::vector<std::int64_t> added;
  for (const Item& step : item["steps"].items()) {
    out.steps.push_back(read_step(step, {batch, heads, dim}));
    added.push_back(out.steps.back().tokens);
  }
  if (added != chunks) {
    item["steps"].refuse("steps that add other tokens than 'chunks' says");
  }
  out.positions = item["stored_token_indices"].integers();
  const Shape slots{batch, heads, static_cast<std::int64_t>(out.positions.size()), dim};
  out.final_keys = item["final_keys"].tensor(slots);
  out.final_values = item["final_values"].tensor(slots);
  return out;
}

// What the source calls the cumulative length.
std::int64_t cumulative(const reference::SlidingLayer& layer) { return layer.length(); }
std::int64_t cumulative(const reference::StaticSlidingLayer& layer) { return layer.placed(); }

template <class Layer>
void compare_step(const SlidingStep& expected, const SlidingRun& run, Layer& layer, const std::string& name,
                  Checks& checks) {
  const std::int64_t from = layer.length();
  const std::int64_t to = from + expected.tokens;
  const reference::MaskSizes mask = layer.mask_sizes(expected.tokens);
  const KeyValues out = layer.update(slice(run.keys, 2, from, to), slice(run.values, 2, from, to));
  checks.equal(name + "/mask length", expected.mask.length, mask.length, "slots");
  checks.equal(name + "/mask offset", expected.mask.offset, mask.offset, "tokens");
  checks.equal(name + "/handed out", expected.returned, out.keys.slots(), "slots");
  checks.equal(name + "/cumulative length", expected.cumulative, cumulative(layer), "tokens");
  if (expected.first_keys) {
    checks.near(name + "/first key", *expected.first_keys,
                reshaped(slice(out.keys.numbers(), 2, 0, 1), expected.first_keys->shape()));
  }
  if (expected.stored) {
    checks.equal(name + "/kept", *expected.stored, layer.kept().keys.slots(), "slots");
  }
}

template <class Layer>
void compare_run(const SlidingRun& run, Layer layer, const std::string& name, Checks& checks) {
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    compare_step(run.steps[i], run, layer, fmt::format("{}/step {}", name, i), checks);
  }
  const KeyValues kept = layer.kept();
  checks.holds(name + "/tokens kept", kept.keys.positions() == run.positions);
  checks.near(name + "/keys kept", run.final_keys, kept.keys.numbers());
  checks.near(name + "/values kept", run.final_values, kept.values.numbers());
}

}  // namespace

void run_cache_sliding(VectorFile& file, Checks& checks) {
  std::vector<SlidingRun> growing;
  std::vector<SlidingRun> fixed;
  for (const Item& item : file["outputs"]["dynamic"].items()) {
    growing.push_back(read_run(file, item, "DynamicSlidingWindowLayer"));
  }
  for (const Item& item : file["outputs"]["static"].items()) {
    fixed.push_back(read_run(file, item, "StaticSlidingWindowLayer"));
    fixed.back().most = item["max_cache_len"].size();
  }
  if (file.failed()) {
    return;
  }
  reference::Counter counter;
  const reference::CodecPtr real = reference::codec("real");
  for (std::size_t i = 0; i < growing.size(); ++i) {
    compare_run(growing[i], reference::SlidingLayer(growing[i].window, real, real, counter),
                fmt::format("dynamic {}", i), checks);
  }
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    compare_run(fixed[i], reference::StaticSlidingLayer(fixed[i].window, fixed[i].most, real, real, counter),
                fmt::format("static {}", i), checks);
  }
}

}  // namespace kvtally
