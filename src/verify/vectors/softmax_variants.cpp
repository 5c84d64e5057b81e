#include <cmath>
#include <fmt/format.h>

#include "reference/kind/alibi.hpp"
#include "reference/layer/fused.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/rope.hpp"
#include "verify/vectors/runner.hpp"

// Layers with a score or a softmax of their own: ALiBi as in MPT, differential attention as in DiffLlama. Both are
// recorded over all tokens at once.

namespace kvtally {

namespace {

using reference::Real;
using reference::SoftmaxLayer;
using reference::Tensor;

struct Recorded {
  Tensor x, output, weights;
};

Recorded recorded_of(VectorFile& file, const LayerSizes& sizes) {
  const reference::Shape rows{sizes.batch, sizes.tokens, sizes.hidden};
  return {file["inputs"]["hidden_states"].tensor(rows), file["outputs"]["prefill_full"].tensor(rows),
          file["intermediates"]["attention_probabilities"].tensor(
              {sizes.batch, sizes.heads, sizes.tokens, sizes.tokens})};
}

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

reference::Difference difference_of(VectorFile& file, const LayerSizes& sizes) {
  const Item weights = file["weights"];
  const Item layer = file["parameters"]["layer_idx"];
  if (layer.integer() < 0 || sizes.heads % 2 != 0 || sizes.key_heads % 2 != 0) {
    layer.refuse("a difference needs a layer from 0 on, and query and key heads in pairs");
  }
  return {.query_1 = weights["lambda_q1"].tensor({sizes.dim}),
          .key_1 = weights["lambda_k1"].tensor({sizes.dim}),
          .query_2 = weights["lambda_q2"].tensor({sizes.dim}),
          .key_2 = weights["lambda_k2"].tensor({sizes.dim}),
          .start = reference::start_of_layer(layer.integer()),
          .eps = static_cast<Real>(file["parameters"]["norm_eps"].number())};
}

}  // namespace

void run_softmax_alibi(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const LayerSizes sizes = layer_sizes(file);
  const std::int64_t width = sizes.heads * sizes.dim;
  const std::vector<reference::Linear> parts =
      unfused(linear_of(file["weights"], "Wqkv", 3 * width, sizes.hidden), 1, 3);
  SoftmaxLayer layer;
  layer.heads = layer.key_heads = sizes.heads;
  layer.query = parts[0];
  layer.key = parts[1];
  layer.value = parts[2];
  layer.output = linear_of(file["weights"], "out_proj", sizes.hidden, width);
  layer.scoring = scoring_of(file, sizes.heads);
  layer.scoring.bias = reference::alibi(
      reference::alibi_slopes(sizes.heads, static_cast<Real>(given["alibi_bias_max"].number())));
  if (given["clip_qkv"]) {
    layer.clip = static_cast<Real>(given["clip_qkv"].number());
  }
  if (sizes.key_heads != sizes.heads || given["max_seq_len"].size() < sizes.tokens) {
    given.refuse("a fused layer with fewer key heads, or more tokens than max_seq_len, isn't known");
  }
  const Recorded recorded = recorded_of(file, sizes);
  const Tensor bias = file["intermediates"]["bias"].tensor({sizes.heads, sizes.tokens});
  if (file.failed()) {
    return;
  }
  checks.near("bias", bias, last_bias(layer.scoring, sizes), kVectorBound);
  compare_whole(checks, layer, recorded.x, recorded.output, recorded.weights);
}

void run_softmax_diff(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const LayerSizes sizes = layer_sizes(file);
  SoftmaxLayer layer = projections_of(file, sizes);
  layer.difference = difference_of(file, sizes);
  if (given["rope"]) {
    layer.rotary = rotary_of(given["rope"], sizes.dim, checks);
  }
  layer.mask = mask_of(given);
  const double start = given["lambda_init"].number();
  const Recorded recorded = recorded_of(file, sizes);
  if (file.failed()) {
    return;
  }
  checks.within("lambda_init", std::abs(start - static_cast<double>(layer.difference->start)), kVectorBound);
  compare_whole(checks, layer, recorded.x, recorded.output, recorded.weights);
}

}  // namespace kvtally
