#include "reference/kind/alibi.hpp"
#include "reference/layer/fused.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"

// A layer with linear biases in place of rotation, as MPT has it.

namespace kvtally {

namespace {

using reference::Real;
using reference::Tensor;

// The bias that MPT adds for every query alike: that of the last one. [heads, tokens].
Tensor last_bias(const reference::Scoring& scoring, const LayerSizes& sizes) {
  Tensor out({sizes.heads, sizes.tokens});
  for (std::int64_t h = 0; h < sizes.heads; ++h) {
    for (std::int64_t key = 0; key < sizes.tokens; ++key) {
      out(h, key) = scoring.bias({.batch = 0, .head = h, .query = sizes.tokens - 1, .key = key});
    }
  }
  return out;
}

}  // namespace

void run_softmax_alibi(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const LayerSizes sizes = layer_sizes(file);
  const std::int64_t width = sizes.heads * sizes.dim;
  const std::vector<reference::Linear> parts =
      unfused(linear_of(file["weights"], "Wqkv", 3 * width, sizes.hidden), 1, 3);
  reference::SoftmaxLayer layer;
  layer.heads = layer.key_heads = sizes.heads;
  layer.query = parts[0];
  layer.key = parts[1];
  layer.value = parts[2];
  layer.output = linear_of(file["weights"], "out_proj", sizes.hidden, width);
  layer.scoring = scoring_of(file, sizes.heads);
  layer.scoring.bias =
      reference::alibi(reference::alibi_slopes(sizes.heads, static_cast<Real>(given["alibi_bias_max"].number())));
  if (given["clip_qkv"]) {
    layer.clip = static_cast<Real>(given["clip_qkv"].number());
  }
  if (sizes.key_heads != sizes.heads) {
    given["num_kv_heads"].refuse("a fused layer with fewer key heads isn't known");
  }
  if (given["max_seq_len"].size() < sizes.tokens) {
    given["max_seq_len"].refuse("there are more tokens than that");
  }
  const RecordedWhole recorded = recorded_whole(file, sizes);
  const Tensor bias = file["intermediates"]["bias"].tensor({sizes.heads, sizes.tokens});
  if (file.failed()) {
    return;
  }
  checks.near("bias", bias, last_bias(layer.scoring, sizes), kVectorBound);
  compare_whole(checks, layer, recorded);
  compare_decode(checks, layer, recorded.x, (sizes.tokens + 1) / 2, all_tokens());
}

}  // namespace kvtally
