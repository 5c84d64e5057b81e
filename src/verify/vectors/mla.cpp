#include "verify/vectors/mla_layer.hpp"
#include "verify/vectors/mla_run.hpp"
#include "verify/vectors/rope.hpp"
#include "verify/vectors/runner.hpp"

// Layers of multi-head latent attention as transformers has them, and Kimi Linear's: each form of ours against
// every recorded figure.

namespace kvtally {

namespace {

using reference::LatentLayer;
using reference::Tensor;

// A stretched rotary embedding may scale the scores too.
reference::Real scale_of(const LatentSizes& s, const Item& rope) {
  const Item given = rope["rope_parameters"];
  if (!given["mscale_all_dim"]) {
    return reference::latent_scale(s.nope + s.rope);
  }
  return reference::latent_scale(s.nope + s.rope, given["factor"].number(), given["mscale_all_dim"].number());
}

std::optional<Tensor> tensor_if_there(const Item& item, const reference::Shape& shape) {
  return item ? std::optional(item.tensor(shape)) : std::nullopt;
}

LatentFigures recorded_latent_figures(VectorFile& file, const LatentSizes& s) {
  const Item outputs = file["outputs"];
  LatentFigures out;
  out.whole = outputs["prefill_full"].tensor({s.batch, s.tokens, s.hidden});
  out.weights =
      tensor_if_there(file["intermediates"]["attention_probabilities"], {s.batch, s.heads, s.tokens, s.tokens});
  if (s.first) {
    out.first = tensor_if_there(outputs["prefill_first_P"], {s.batch, *s.first, s.hidden});
    out.steps = tensor_if_there(outputs["decode_steps"], {s.batch, s.tokens - *s.first, s.hidden});
    out.keys = tensor_if_there(outputs["final_cache_latent"], {s.batch, 1, s.tokens, s.rank});
    out.values = tensor_if_there(outputs["final_cache_k_rope"], {s.batch, 1, s.tokens, s.rope});
  }
  return out;
}

}  // namespace

void run_mla(VectorFile& file, Checks& checks) {
  const LatentSizes sizes = latent_sizes(file);
  LatentLayer layer = latent_weights_of(file, sizes, kLatentNames);
  const Item rope = file["parameters"]["rope"];
  if (rope) {
    layer.rotary = rotary_of(rope, sizes.rope, checks);
  }
  set_scale(layer, scale_of(sizes, rope), file, checks);
  const Tensor x = file["inputs"]["hidden_states"].tensor({sizes.batch, sizes.tokens, sizes.hidden});
  LatentFigures recorded = recorded_latent_figures(file, sizes);
  if (file.failed()) {
    return;
  }
  for (const LatentWay& way : latent_ways()) {
    if (!way.latent) {
      recorded.keys.reset();  // the file has the latent alone
      recorded.values.reset();
    }
    compare_latent(checks, layer, x, sizes.first, way, recorded);
  }
}

}  // namespace kvtally
