#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/rope.hpp"
#include "verify/vectors/runner.hpp"

// A layer of differential attention, as DiffLlama has it.

namespace kvtally {

namespace {

reference::Difference difference_of(VectorFile& file, const LayerSizes& sizes) {
  const Item weights = file["weights"];
  const Item layer = file["parameters"]["layer_idx"];
  if (layer.integer() < 0) {
    layer.refuse(fmt::format("there is no layer {}", layer.integer()));
  }
  if (sizes.heads % 2 != 0 || sizes.key_heads % 2 != 0) {
    file["parameters"]["num_heads"].refuse("query and key heads make pairs, so that their numbers are even");
  }
  return {.query_1 = weights["lambda_q1"].tensor({sizes.dim}),
          .key_1 = weights["lambda_k1"].tensor({sizes.dim}),
          .query_2 = weights["lambda_q2"].tensor({sizes.dim}),
          .key_2 = weights["lambda_k2"].tensor({sizes.dim}),
          .start = reference::start_of_layer(layer.integer()),
          .eps = static_cast<reference::Real>(file["parameters"]["norm_eps"].number())};
}

}  // namespace

void run_softmax_diff(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const LayerSizes sizes = layer_sizes(file);
  reference::SoftmaxLayer layer = projections_of(file, sizes);
  layer.difference = difference_of(file, sizes);
  if (given["rope"]) {
    layer.rotary = rotary_of(given["rope"], sizes.dim, checks);
  }
  layer.mask = mask_of(given);
  const double start = given["lambda_init"].number();
  const RecordedWhole recorded = recorded_whole(file, sizes);
  if (file.failed()) {
    return;
  }
  checks.within("lambda_init", std::abs(start - static_cast<double>(layer.difference->start)), kVectorBound);
  compare_whole(checks, layer, recorded);
  compare_decode(checks, layer, recorded.x, (sizes.tokens + 1) / 2, all_tokens());
}

}  // namespace kvtally
