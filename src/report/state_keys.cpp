#include "report/state_keys.hpp"

#include <array>
#include <fmt/format.h>

namespace kvtally {

namespace {

const StateTensor* tensor(const State& state, std::string_view name) {
  for (const StateTensor& t : state.tensors) {
    if (t.name == name) {
      return &t;
    }
  }
  return nullptr;
}

// [channels, kernel - 1]; null when there is none of that shape.
const StateTensor* convolution_of(const State& state) {
  const StateTensor* found = tensor(state, "convolution");
  return found != nullptr && found->shape.size() == 2 ? found : nullptr;
}

std::string linear_type(const State& state) {
  return state.kind == "gdn" ? "gated_delta" : state.kind == "conv" ? "short_conv" : state.kind;
}

std::int64_t kernel_of(const StateTensor* convolution) {
  return convolution == nullptr ? 0 : convolution->shape[1] + 1;
}

std::string vector_size(const State& state, std::string_view name) {
  const StateTensor* vector = tensor(state, name);
  return std::to_string(vector == nullptr || vector->shape.empty() ? 0 : vector->shape[0]);
}

// The sizes of a head, and what the convolution in front of it runs over.
struct Heads {
  std::int64_t heads, key_dim, value_dim;
};

// The heads of queries and keys show in the convolution's width alone; without one any number keeps the same.
std::int64_t convolved_key_heads(const Heads& of, std::int64_t queries_and_keys) {
  return queries_and_keys > 0 && of.key_dim > 0 ? queries_and_keys / (2 * of.key_dim) : of.heads;
}

void heads_keys(const State& state, const Heads& of, bool needs_convolution, LayerKeys& keys) {
  const StateTensor* convolution = convolution_of(state);
  const std::int64_t beside_values = convolution == nullptr ? 0 : convolution->shape[0] - of.heads * of.value_dim;
  keys.values["linear_num_key_heads"] = std::to_string(convolved_key_heads(of, beside_values));
  keys.values["linear_num_value_heads"] = std::to_string(of.heads);
  keys.values["linear_key_head_dim"] = std::to_string(of.key_dim);
  keys.values["linear_value_head_dim"] = std::to_string(of.value_dim);
  if (convolution != nullptr || needs_convolution) {
    keys.values["linear_conv_kernel_dim"] = std::to_string(kernel_of(convolution));
  } else {
    keys.absent.insert("linear_conv_kernel_dim");
  }
  if (convolution != nullptr && beside_values == 0) {
    keys.values["linear_conv_on"] = "values";
  } else {
    keys.absent.insert("linear_conv_on");
  }
}

bool matrix_keys(const Layer& layer, const std::string& type, LayerKeys& keys) {
  const StateTensor* matrix = tensor(layer.state, "matrix");
  if (matrix == nullptr || matrix->shape.size() != 3) {
    return false;
  }
  heads_keys(layer.state, {matrix->shape[0], matrix->shape[1], matrix->shape[2]},
             type == "delta" || type == "gated_delta" || type == "kda", keys);
  if (type == "rwkv6" || type == "rwkv7") {
    keys.values["hidden_size"] = vector_size(layer.state, "time-mix shift");
  }
  return true;
}

bool slot_keys(const Layer& layer, LayerKeys& keys) {
  const StateTensor* of_keys = tensor(layer.state, "keys");
  const StateTensor* of_values = tensor(layer.state, "values");
  if (of_keys == nullptr || of_keys->shape.size() != 3 || of_values == nullptr || of_values->shape.size() != 3) {
    return false;
  }
  heads_keys(layer.state, {of_keys->shape[0], of_keys->shape[1], of_values->shape[2]}, false, keys);
  keys.values["linear_num_slots"] = std::to_string(of_keys->shape[2]);
  return true;
}

bool rwkv4_keys(const Layer& layer, LayerKeys& keys) {
  keys.values["attention_hidden_size"] = vector_size(layer.state, "numerator");
  keys.values["hidden_size"] = vector_size(layer.state, "time-mix shift");
  return true;
}

bool gated_recurrence_keys(const Layer& layer, LayerKeys& keys) {
  keys.values["lru_width"] = vector_size(layer.state, "state");
  keys.values["linear_conv_kernel_dim"] = std::to_string(kernel_of(convolution_of(layer.state)));
  return true;
}

bool short_convolution_keys(const Layer& layer, LayerKeys& keys) {
  const StateTensor* convolution = convolution_of(layer.state);
  if (convolution == nullptr) {
    return false;
  }
  keys.values["linear_conv_channels"] = std::to_string(convolution->shape[0]);
  keys.values["linear_conv_kernel_dim"] = std::to_string(kernel_of(convolution));
  if (tensor(layer.state, "delayed values") != nullptr) {
    keys.values["linear_shift_size"] = vector_size(layer.state, "delayed values");
  } else {
    keys.absent.insert("linear_shift_size");
  }
  return true;
}

bool mamba_keys(const Layer& layer, const Model& model, LayerKeys& keys) {
  const StateTensor* state = tensor(layer.state, "state");
  if (state == nullptr || state->shape.size() != 2 || state->shape[0] == 0) {
    return false;
  }
  const std::int64_t inner = state->shape[0];
  const std::int64_t hidden = model.naive.hidden_size.value_or(inner);
  constexpr std::int64_t kLargestExpand = 64;  // what the reader takes
  const bool multiple = inner % hidden == 0 && inner / hidden <= kLargestExpand;
  keys.values["hidden_size"] = std::to_string(multiple ? hidden : inner);
  keys.values["mamba_expand"] = std::to_string(multiple ? inner / hidden : 1);
  keys.values["mamba_d_state"] = std::to_string(state->shape[1]);
  keys.values["mamba_d_conv"] = std::to_string(kernel_of(convolution_of(layer.state)));
  return true;
}

bool mamba2_keys(const Layer& layer, LayerKeys& keys) {
  const StateTensor* state = tensor(layer.state, "state");
  const StateTensor* convolution = convolution_of(layer.state);
  if (state == nullptr || state->shape.size() != 3 || state->shape[2] == 0 || convolution == nullptr) {
    return false;
  }
  keys.values["mamba_n_heads"] = std::to_string(state->shape[0]);
  keys.values["mamba_d_head"] = std::to_string(state->shape[1]);
  keys.values["mamba_d_state"] = std::to_string(state->shape[2]);
  keys.values["mamba_n_groups"] =
      std::to_string((convolution->shape[0] - state->shape[0] * state->shape[1]) / (2 * state->shape[2]));
  keys.values["mamba_d_conv"] = std::to_string(kernel_of(convolution));
  return true;
}

}  // namespace

std::optional<std::string> state_keys(const Layer& layer, const Model& model, LayerKeys& keys) {
  const StateTensor* convolution = convolution_of(layer.state);
  if (layer.tag == "conv" && convolution != nullptr) {
    keys.values["hidden_size"] = std::to_string(convolution->shape[0]);
    keys.values["conv_L_cache"] = std::to_string(kernel_of(convolution));
    return std::nullopt;
  }
  const std::string type = linear_type(layer.state);
  keys.values["linear_type"] = type;
  const bool known = type == "mamba"        ? mamba_keys(layer, model, keys)
                     : type == "mamba2"     ? mamba2_keys(layer, keys)
                     : type == "rwkv4"      ? rwkv4_keys(layer, keys)
                     : type == "rglru"      ? gated_recurrence_keys(layer, keys)
                     : type == "gsa"        ? slot_keys(layer, keys)
                     : type == "short_conv" ? short_convolution_keys(layer, keys)
                                            : !type.empty() && matrix_keys(layer, type, keys);
  return known ? std::nullopt
               : std::optional(fmt::format("{} layers: no linear_type has the state that they keep", layer.kind));
}

}  // namespace kvtally
