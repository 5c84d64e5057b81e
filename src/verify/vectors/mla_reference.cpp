#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/mla_layer.hpp"
#include "verify/vectors/mla_run.hpp"
#include "verify/vectors/rope.hpp"
#include "verify/vectors/runner.hpp"

// DeepSeek-V3's own layer (inference/model.py), whose two routes cache keys and values of each head ("naive") or
// the latent and its rotary key ("absorb").

namespace kvtally {

namespace {

using reference::LatentLayer;
using reference::Tensor;

// Names of the weights.
constexpr LatentNames kNames{.query = "wq",
                             .query_down = "wq_a",
                             .query_norm = "q_norm",
                             .query_up = "wq_b",
                             .latent_and_key = "wkv_a",
                             .latent_norm = "kv_norm",
                             .up = "wkv_b",
                             .output = "wo"};

// Yarn applies where the longest context is longer than the original one, and then to the frequencies and the
// scores' scale, not to cos and sin.
void set_stretch(VectorFile& file, const LatentSizes& s, LatentLayer& layer, Checks& checks) {
  const Item rope = file["parameters"]["rope"];
  const Item given = rope["rope_parameters"];
  const bool applies = given["applies"].flag();
  if (applies != (rope["type"].text() == "yarn")) {
    given["applies"].refuse(fmt::format("the type is '{}'", rope["type"].text()), "yarn where it applies");
  }
  const double factor = applies ? given["factor"].number() : 1;
  if (!applies) {
    given.pass();
  }
  layer.rotary = rotary_of(rope, s.rope, checks, false);
  checks.within("mscale", std::abs(file["parameters"]["mscale"].number() - reference::yarn_gain(factor)),
                kVectorBound);
  set_scale(layer, reference::latent_scale(s.nope + s.rope, factor), file, checks);
}

// The recorded figures of one route. Caches are [batch, tokens, (heads,) dim] there.
LatentFigures route_of(VectorFile& file, const LatentSizes& s, bool latent) {
  const Item outputs = file["outputs"];
  const std::string route = latent ? "absorb_" : "naive_";
  LatentFigures out;
  out.whole = outputs[route + "prefill_full"].tensor({s.batch, s.tokens, s.hidden});
  if (!s.first) {
    return out;
  }
  out.first = outputs[route + "prefill_first_P"].tensor({s.batch, *s.first, s.hidden});
  out.steps = outputs[route + "decode_steps"].tensor({s.batch, s.tokens - *s.first, s.hidden});
  if (latent) {
    out.keys = reshaped(outputs[route + "final_kv_cache"].tensor({s.batch, s.tokens, s.rank}),
                        {s.batch, 1, s.tokens, s.rank});
    out.values = reshaped(outputs[route + "final_pe_cache"].tensor({s.batch, s.tokens, s.rope}),
                          {s.batch, 1, s.tokens, s.rope});
  } else {
    out.keys = heads_first(outputs[route + "final_k_cache"].tensor({s.batch, s.tokens, s.heads, s.nope + s.rope}));
    out.values = heads_first(outputs[route + "final_v_cache"].tensor({s.batch, s.tokens, s.heads, s.value_dim}));
  }
  return out;
}

}  // namespace

void run_mla_reference(VectorFile& file, Checks& checks) {
  const LatentSizes sizes = latent_sizes(file);
  LatentLayer layer = latent_weights_of(file, sizes, kNames);
  set_stretch(file, sizes, layer, checks);
  const Tensor x = file["inputs"]["hidden_states"].tensor({sizes.batch, sizes.tokens, sizes.hidden});
  const LatentFigures absorb = route_of(file, sizes, true);
  const LatentFigures naive = route_of(file, sizes, false);
  const double difference = file["outputs"]["max_abs_diff_naive_vs_absorb"].number();
  if (file.failed()) {
    return;
  }
  checks.within("max_abs_diff_naive_vs_absorb",
                std::abs(largest_difference(*naive.whole, *absorb.whole) - difference), kVectorBound);
  for (const LatentWay& way : latent_ways()) {
    compare_latent(checks, layer, x, sizes.first, way, way.latent ? absorb : naive);
  }
}

}  // namespace kvtally
