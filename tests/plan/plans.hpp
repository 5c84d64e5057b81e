#pragma once

#include <doctest/doctest.h>
#include <fmt/ranges.h>
#include <string>

#include "account/weights_text.hpp"
#include "plan/search.hpp"
#include "support/print.hpp"

/// Small models, devices with round figures and questions, for the tests of plans.
namespace kvtally::test {

inline const std::string kDense =
    "name: Dense\nhidden_size: 64\nvocab_size: 512\nnum_hidden_layers: 4\nnum_attention_heads: 4\n"
    "num_key_value_heads: 2\nhead_dim: 16\nintermediate_size: 128\nlayer_types: full_attention x4\n"
    "tie_word_embeddings: false\nweights: {norms_per_layer: 2}\n";

inline const std::string kMixture =
    "name: Mixture\nhidden_size: 64\nvocab_size: 256\nnum_hidden_layers: 3\nnum_attention_heads: 8\n"
    "num_key_value_heads: 8\nhead_dim: 8\nmoe_intermediate_size: 32\nnum_experts: 8\nnum_experts_per_tok: 2\n"
    "sliding_window: 32\nlayer_types: [full_attention, sliding_attention, full_attention]\n"
    "tie_word_embeddings: false\nweights: {norms_per_layer: 2}\n";

inline const std::string kStates =
    "name: States\nhidden_size: 64\nvocab_size: 256\nnum_hidden_layers: 4\nnum_attention_heads: 4\n"
    "linear_type: gated_delta\nlinear_num_key_heads: 4\nlinear_num_value_heads: 4\nlinear_key_head_dim: 16\n"
    "linear_value_head_dim: 16\nlinear_conv_kernel_dim: 4\nintermediate_size: 128\n"
    "layer_types: linear_attention x4\n"
    "tie_word_embeddings: false\nweights: {norms_per_layer: 2}\n";

/// `bytes` of memory at 1 GB/s and 1 TFLOP/s; a link of 100 MB/s between `domain` devices.
inline Device device(const std::string& id, std::int64_t bytes, std::int64_t domain = 8) {
  Device out;
  out.id = id;
  out.name = id;
  out.usable_memory = Bytes{bytes};
  out.bandwidth = ByteRate{1'000'000'000};
  out.peaks["bf16"].rate = OperationRate{1'000'000'000'000};
  out.peaks["fp8"].rate = OperationRate{2'000'000'000'000};
  out.scale_up = {"Wire", ByteRate{100'000'000}};
  out.host = {"Bus", ByteRate{50'000'000}};
  out.scale_up_domain = domain;
  return out;
}

/// A description with its weights in one format.
inline PlanFormats formats(const std::string& description, const std::string& weights = "bf16") {
  PlanFormats out;
  out.weights_name = weights;
  out.kv_name = "bf16";
  out.model = described(description);
  WeightScheme scheme = usual_scheme(out.model);
  scheme.matrices = *parse_format(weights);
  auto load = load_in(out.model, scheme);
  REQUIRE_MESSAGE(load.has_value(),
                  fmt::format("{}", fmt::join(load ? std::vector<std::string>{} : load.error(), "; ")));
  out.weights = std::move(*load);
  return out;
}

inline Demand demand(std::int64_t context) {
  Demand out = demand_of(Tokens{context});
  out.batched_tokens = 16;
  return out;
}

/// `users` users of `context` tokens on one device and its like, at most 8 together.
inline PlanQuestion question(const std::string& description, const Device& on, std::int64_t users = 4,
                             std::int64_t context = 100) {
  PlanQuestion out;
  out.devices = {on};
  out.formats = {formats(description)};
  out.demand = demand(context);
  out.users = users;
  out.prompt = Tokens{context};
  out.most_devices = 8;
  return out;
}

/// The same, with requests that grow from a prompt.
inline PlanQuestion growing(const std::string& description, const Device& on, std::int64_t users,
                            std::int64_t prompt, std::int64_t output) {
  PlanQuestion out = question(description, on, users, prompt + output);
  out.demand.prompt = Tokens{prompt};
  out.prompt = Tokens{prompt};
  return out;
}

}  // namespace kvtally::test
