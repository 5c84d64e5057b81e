#include "witness/state_keys.hpp"

#include <algorithm>

namespace kvtally::test {

namespace {

using Numbers = std::vector<int>;

int narrowed(std::int64_t value) { return static_cast<int>(value); }

void rwkv(GgufWriter& out, int width) {
  out.set("wkv.head_size", width);
  for (const char* key : {"attention.decay_lora_rank", "attention.iclr_lora_rank",
                          "attention.value_residual_mix_lora_rank", "attention.gate_lora_rank"}) {
    out.set(key, 64);
  }
}

// Mamba, Mamba-2 and gated delta states: `matrix` and `tail` are the shapes of the state and its convolution.
void ssm(GgufWriter& out, const std::string& kind, const Numbers& matrix, const Numbers& tail) {
  out.set("ssm.conv_kernel", tail[1] + 1);
  if (kind == "kda") {
    out.set("kda.head_dim", matrix[1]);
    return;
  }
  const bool mamba = kind == "mamba";
  const int inner = mamba ? matrix[0] : matrix[0] * (kind == "gdn" ? matrix[2] : matrix[1]);
  const int size = mamba || kind == "gdn" ? matrix[1] : matrix[2];
  out.set("ssm.inner_size", inner);
  out.set("ssm.state_size", size);
  out.set("ssm.time_step_rank", mamba ? 64 : matrix[0]);
  if (!mamba) {
    out.set("ssm.group_count", (tail[0] - inner) / (2 * size));
  }
}

}  // namespace

void write_state_keys(GgufWriter& out, const std::string& architecture, const std::vector<PlacedLayer>& layers) {
  const auto with = std::ranges::find_if(layers, [](const PlacedLayer& layer) { return layer.parts.has_state; });
  if (with == layers.end()) {
    return;
  }
  Numbers matrix;
  Numbers tail;
  for (const StateTensor& tensor : with->layer->state.tensors) {
    Numbers& shape = tensor.role == StateRole::recurrent ? matrix : tail;
    if (shape.empty()) {
      std::ranges::transform(tensor.shape, std::back_inserter(shape), narrowed);
    }
  }
  const std::string& kind = with->layer->state.kind;
  if (kind == "conv") {
    out.set("shortconv.l_cache", tail[1] + 1);
  } else if (kind.starts_with("rwkv")) {
    rwkv(out, matrix[1]);
  } else {
    ssm(out, kind, matrix, tail);
  }
  if (architecture.starts_with("qwen3")) {
    out.set("full_attention_interval", 4);
    out.set("rope.dimension_sections", Numbers{11, 11, 10, 0});
  }
}

}  // namespace kvtally::test
