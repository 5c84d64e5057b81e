#include <array>
#include <cmath>
#include <fmt/format.h>

#include "reference/cache/dynamic.hpp"
#include "reference/kind/latent_absorbed.hpp"
#include "reference/kind/latent_expanded.hpp"
#include "reference/kind/latent_naive.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/mla_file.hpp"
#include "verify/vectors/rope.hpp"
#include "verify/vectors/runner.hpp"

// Whole layers of multi-head latent attention: each form of it against every recorded figure.

namespace kvtally {

namespace {

using reference::Attended;
using reference::LatentForm;
using reference::LatentLayer;
using reference::Shape;
using reference::Tensor;

struct Form {
  std::string_view name;
  LatentForm run;
  bool latent;  // what it caches: c and r, or keys and values of each head
};
constexpr std::array kForms{
    Form{"absorbed", reference::latent_absorbed, true},
    Form{"naive", reference::latent_naive, true},
    Form{"expanded", reference::latent_expanded, false},
};

// The figures of a run, or those that a file has of one.
struct Figures {
  std::optional<Tensor> whole;    // output over all tokens at once
  std::optional<Tensor> weights;  // of that
  std::optional<Tensor> first;    // over the first tokens at once,
  std::optional<Tensor> steps;    // then over the others one by one,
  std::optional<Tensor> keys;     // and what the container holds at the end
  std::optional<Tensor> values;
};

std::optional<Tensor> tensor_if_there(const Item& item, const Shape& shape) {
  return item ? std::optional(item.tensor(shape)) : std::nullopt;
}

Figures figures_of(const LatentLayer& layer, const Tensor& x, std::optional<std::int64_t> first, LatentForm form) {
  reference::Counter counter;
  reference::Cache cache;
  const auto real = reference::codec("real");
  cache.add(std::make_unique<reference::DynamicLayer>(real, real, counter));
  const reference::Means means{cache, 0, reference::kernel("eager"), counter};
  const auto on = [&](std::int64_t from, std::int64_t to) {
    return latent_layer(means, layer, slice(x, 1, from, to), form);
  };

  Figures out;
  Attended whole = on(0, x.size(1));
  out.whole = std::move(whole.output);
  out.weights = std::move(whole.weights);
  cache.reset();
  if (first) {
    out.first = on(0, *first).output;
    out.steps = on(*first, *first + 1).output;
    for (std::int64_t t = *first + 1; t < x.size(1); ++t) {
      out.steps = joined(*out.steps, on(t, t + 1).output, 1);
    }
    const reference::KeyValues held = cache.layer(0).current();
    out.keys = held.keys.numbers();
    out.values = held.values.numbers();
  }
  return out;
}

void compare(Checks& checks, std::string_view form, const Figures& recorded, const Figures& ours) {
  const auto one = [&](std::string_view what, const std::optional<Tensor>& expected,
                       const std::optional<Tensor>& counted) {
    if (expected) {
      checks.near(fmt::format("{}.{}", form, what), *expected, counted.value_or(Tensor()), kVectorBound);
    }
  };
  one("prefill_full", recorded.whole, ours.whole);
  one("attention_probabilities", recorded.weights, ours.weights);
  one("prefill_first_P", recorded.first, ours.first);
  one("decode_steps", recorded.steps, ours.steps);
  one("final_cache_keys", recorded.keys, ours.keys);
  one("final_cache_values", recorded.values, ours.values);
}

// ---- "mla": transformers' layers, and Kimi Linear's

const LatentNames kTransformers{.query = "q_proj",
                                .query_down = "q_a_proj",
                                .query_norm = "q_a_layernorm",
                                .query_up = "q_b_proj",
                                .latent_and_key = "kv_a_proj_with_mqa",
                                .latent_norm = "kv_a_layernorm",
                                .up = "kv_b_proj",
                                .output = "o_proj"};

reference::Real stretched_scale(const LatentSizes& s, const Item& rope) {
  const Item given = rope["rope_parameters"];
  if (!given["mscale_all_dim"]) {
    return reference::latent_scale(s.nope + s.rope);
  }
  return reference::latent_scale(s.nope + s.rope, given["factor"].number(), given["mscale_all_dim"].number());
}

Figures recorded_of(VectorFile& file, const LatentSizes& s) {
  const Item outputs = file["outputs"];
  Figures out;
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

// ---- "mla_reference": DeepSeek-V3's own, which caches in two ways

const LatentNames kDeepSeek{.query = "wq",
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
Figures route_of(VectorFile& file, const LatentSizes& s, bool latent) {
  const Item outputs = file["outputs"];
  const std::string route = latent ? "absorb_" : "naive_";
  Figures out;
  out.whole = outputs[route + "prefill_full"].tensor({s.batch, s.tokens, s.hidden});
  if (!s.first) {
    return out;
  }
  out.first = outputs[route + "prefill_first_P"].tensor({s.batch, *s.first, s.hidden});
  out.steps = outputs[route + "decode_steps"].tensor({s.batch, s.tokens - *s.first, s.hidden});
  if (latent) {
    out.keys = reshaped(outputs["absorb_final_kv_cache"].tensor({s.batch, s.tokens, s.rank}),
                        {s.batch, 1, s.tokens, s.rank});
    out.values = reshaped(outputs["absorb_final_pe_cache"].tensor({s.batch, s.tokens, s.rope}),
                          {s.batch, 1, s.tokens, s.rope});
  } else {
    out.keys = heads_first(outputs["naive_final_k_cache"].tensor({s.batch, s.tokens, s.heads, s.nope + s.rope}));
    out.values = heads_first(outputs["naive_final_v_cache"].tensor({s.batch, s.tokens, s.heads, s.value_dim}));
  }
  return out;
}

}  // namespace

void run_mla(VectorFile& file, Checks& checks) {
  const LatentSizes sizes = latent_sizes(file);
  LatentLayer layer = latent_weights_of(file, sizes, kTransformers);
  const Item rope = file["parameters"]["rope"];
  if (rope) {
    layer.rotary = rotary_of(rope, sizes.rope, checks);
  }
  set_scale(layer, stretched_scale(sizes, rope), file, checks);
  const Tensor x = file["inputs"]["hidden_states"].tensor({sizes.batch, sizes.tokens, sizes.hidden});
  Figures recorded = recorded_of(file, sizes);
  if (file.failed()) {
    return;
  }
  for (const Form& form : kForms) {
    Figures ours = figures_of(layer, x, sizes.first, form.run);
    if (!form.latent) {
      recorded.keys.reset();
      recorded.values.reset();
    }
    compare(checks, form.name, recorded, ours);
  }
}

void run_mla_reference(VectorFile& file, Checks& checks) {
  const LatentSizes sizes = latent_sizes(file);
  LatentLayer layer = latent_weights_of(file, sizes, kDeepSeek);
  set_stretch(file, sizes, layer, checks);
  const Tensor x = file["inputs"]["hidden_states"].tensor({sizes.batch, sizes.tokens, sizes.hidden});
  const Figures absorb = route_of(file, sizes, true);
  const Figures naive = route_of(file, sizes, false);
  const double recorded = file["outputs"]["max_abs_diff_naive_vs_absorb"].number();
  if (file.failed()) {
    return;
  }
  std::vector<Tensor> outputs;
  for (const Form& form : kForms) {
    const Figures ours = figures_of(layer, x, sizes.first, form.run);
    compare(checks, form.name, form.latent ? absorb : naive, ours);
    outputs.push_back(*ours.whole);
  }
  checks.within("max_abs_diff_naive_vs_absorb",
                std::abs(largest_difference(outputs.front(), outputs.back()) - recorded), kVectorBound);
}

}  // namespace kvtally
