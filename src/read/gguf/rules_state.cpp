// Rules of architectures some of whose layers hold a state.

#include <algorithm>
#include <fmt/format.h>

#include "read/gguf/architectures.hpp"
#include "read/gguf/latent.hpp"
#include "read/gguf/layer_plan.hpp"

namespace kvtally {

namespace {

const std::string kState = "linear_attention";

void linear_type(GgufRule& r, std::string_view type) { r.out().give("linear_type", std::string(type), ""); }

// The number under `key`, divided.
std::int64_t quotient(GgufRule& r, std::string_view key, std::int64_t divisor) {
  const std::int64_t dividend = r.need(key);
  if (divisor == 0 || dividend % divisor != 0) {
    r.report(key, fmt::format("{} {} is no multiple of {}", r.full(key), dividend, divisor), "a multiple");
    return 1;
  }
  return dividend / divisor;
}

// Mamba: ssm.inner_size channels with ssm.state_size numbers each.
void mamba_shape(GgufRule& r) {
  linear_type(r, "mamba");
  r.require("ssm.conv_kernel", "mamba_d_conv");
  r.require("ssm.state_size", "mamba_d_state");
  r.give("mamba_expand", quotient(r, "ssm.inner_size", r.need("embedding_length")));
  r.ignore({"ssm.time_step_rank", "ssm.group_count", "ssm.dt_b_c_rms"});
}

// Mamba-2: ssm.time_step_rank is the number of heads.
void mamba2_shape(GgufRule& r) {
  linear_type(r, "mamba2");
  r.require("ssm.conv_kernel", "mamba_d_conv");
  r.require("ssm.state_size", "mamba_d_state");
  r.require("ssm.group_count", "mamba_n_groups");
  r.require("ssm.time_step_rank", "mamba_n_heads");
  r.give("mamba_d_head", quotient(r, "ssm.inner_size", r.need("ssm.time_step_rank")));
}

void matrix_heads(GgufRule& r, std::int64_t key_heads, std::int64_t value_heads, std::int64_t key,
                  std::int64_t value) {
  r.give("linear_num_key_heads", key_heads);
  r.give("linear_num_value_heads", value_heads);
  r.give("linear_key_head_dim", key);
  r.give("linear_value_head_dim", value);
}

// Their files have heads of 0, and keys that nothing reads.
void ignore_attention(GgufRule& r) {
  r.ignore({"attention.head_count", "attention.head_count_kv", "attention.key_length", "attention.value_length"});
}

// A state in the layers without key-value heads.
void write_hybrid(GgufRule& r, void (*shape)(GgufRule&)) {
  const LayerPlan plan = attention_plan(r, kState);
  if (any_of_type(plan, kState)) {
    shape(r);
  } else {
    r.ignore({"ssm.conv_kernel", "ssm.state_size", "ssm.group_count", "ssm.time_step_rank", "ssm.inner_size"});
  }
  write_plan(r, plan);
}

// Which blocks have a gated delta state: the file's list, else all but every interval-th; never a draft block.
std::vector<bool> recurrent_blocks(GgufRule& r) {
  std::vector<bool> out(static_cast<std::size_t>(r.blocks()), false);
  const std::vector<std::int64_t> given = r.each_mark("attention.recurrent_layers");
  const bool stated = r.has("full_attention_interval");
  const std::int64_t interval = std::max<std::int64_t>(r.number("full_attention_interval", 1).value_or(4), 1);
  if (given.empty() && !stated) {
    r.assume(fmt::format("one layer in {} is full: llama.cpp's interval for {}", interval, r.architecture().name));
  }
  for (std::int64_t i = 0; i < r.trunk(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    out[at] = given.empty() ? (i + 1) % interval != 0 : given[at] != 0;
  }
  return out;
}

void rwkv_shape(GgufRule& r) {
  const std::int64_t width = r.need("wkv.head_size");
  const std::int64_t heads = quotient(r, "embedding_length", width);
  matrix_heads(r, heads, heads, width, width);
  const auto shifts = r.number("token_shift_count");
  if (!shifts) {
    r.assume("token_shift_count 2: llama.cpp's default");
  } else if (*shifts != 2) {
    r.report("token_shift_count", fmt::format("{} {}", r.full("token_shift_count"), *shifts),
             "2: no layer type of ours has another number of token shifts");
  }
  ignore_attention(r);
  write_plan(r, uniform_plan(r, kState));
}

}  // namespace

void describe_mamba(GgufRule& r) {
  mamba_shape(r);
  ignore_attention(r);
  write_plan(r, uniform_plan(r, kState));
}

void describe_mamba2(GgufRule& r) {
  mamba2_shape(r);
  ignore_attention(r);
  write_plan(r, uniform_plan(r, kState));
}

// jamba; plamo2, whose heads share one convolution over the channels alone and so keep what Mamba keeps.
void describe_mamba_hybrid(GgufRule& r) { write_hybrid(r, mamba_shape); }

void describe_mamba2_hybrid(GgufRule& r) { write_hybrid(r, mamba2_shape); }

void describe_parallel_hybrid(GgufRule& r) {
  LayerPlan plan = attention_plan(r);
  for (PlannedLayer& layer : plan) {
    layer.type = "hybrid";
  }
  mamba2_shape(r);
  write_plan(r, plan);
}

// A block with key-value heads is attention, one with a feed-forward length an MLP or experts, the rest Mamba-2. A
// draft block has both of the former.
void describe_nemotron_h(GgufRule& r) {
  const bool experts = r.architecture().name == "nemotron_h_moe";
  LayerPlan plan = attention_plan(r, kState);
  std::vector<std::int64_t> feed_forward = r.each("feed_forward_length");
  feed_forward.resize(plan.size(), 0);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].type == kState && feed_forward[i] != 0) {
      plan[i].type = experts ? "moe" : "mlp";
    } else if (plan[i].type != kState && feed_forward[i] != 0 && static_cast<std::int64_t>(i) < r.trunk()) {
      r.report("feed_forward_length", fmt::format("block {} has key-value heads and a feed-forward length", i),
               "one of them");
      return;
    }
  }
  if (any_of_type(plan, kState)) {
    mamba2_shape(r);
  }
  write_plan(r, plan);
}

// lfm2: a convolution's tail in the layers without key-value heads; the others slide where the file has a window.
void describe_short_convolution(GgufRule& r) {
  LayerPlan plan = attention_plan(r, "conv");
  const std::int64_t window = r.number("attention.sliding_window").value_or(0);
  for (PlannedLayer& layer : plan) {
    if (layer.type != "conv" && window > 0) {
      layer.type = "sliding_attention";
    }
  }
  if (any_of_type(plan, "sliding_attention")) {
    r.give("sliding_window", window);
  }
  if (any_of_type(plan, "conv")) {
    r.require("shortconv.l_cache", "conv_L_cache", 2);
  } else {
    r.ignore({"shortconv.l_cache"});
  }
  write_plan(r, plan);
}

// qwen3next, qwen35: ssm.group_count key heads, ssm.time_step_rank value heads.
void describe_gated_delta(GgufRule& r) {
  LayerPlan plan = attention_plan(r);
  const std::vector<bool> recurrent = recurrent_blocks(r);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (recurrent[i]) {
      plan[i] = {.type = kState};
    }
  }
  if (any_of_type(plan, kState)) {
    linear_type(r, "gated_delta");
    const std::int64_t key_heads = r.need("ssm.group_count");
    const std::int64_t value_heads = r.need("ssm.time_step_rank");
    const std::int64_t key = r.need("ssm.state_size");
    matrix_heads(r, key_heads, value_heads, key, quotient(r, "ssm.inner_size", value_heads));
    r.require("ssm.conv_kernel", "linear_conv_kernel_dim");
  }
  write_plan(r, plan);
}

// A latent in the layers with a key-value head, a KDA state in the others.
void describe_kimi_linear(GgufRule& r) {
  LayerPlan plan = uniform_plan(r, "full_attention");
  const std::vector<std::int64_t> heads = r.each("attention.head_count_kv");
  for (std::size_t i = 0; i < plan.size() && i < heads.size(); ++i) {
    plan[i].type = heads[i] != 0 ? "full_attention" : kState;
  }
  latent_shape(r);
  if (any_of_type(plan, kState)) {
    const std::vector<std::int64_t> query_heads = r.each("attention.head_count");
    const std::int64_t count = query_heads.empty() ? 1 : query_heads.front();
    const std::int64_t width = r.need("kda.head_dim");
    linear_type(r, "kda");
    matrix_heads(r, count, count, width, width);
    r.require("ssm.conv_kernel", "linear_conv_kernel_dim");
  }
  write_plan(r, plan);
}

void describe_rwkv6(GgufRule& r) {
  linear_type(r, "rwkv6");
  rwkv_shape(r);
}

void describe_rwkv7(GgufRule& r) {
  linear_type(r, "rwkv7");
  rwkv_shape(r);
}

}  // namespace kvtally
