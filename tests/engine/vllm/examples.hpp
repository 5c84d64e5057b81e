#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/vllm/allocating.hpp"

/// The models of the worked examples and unit tests of vLLM that its rules were taken from.
namespace kvtally::test {

/// A figure that must be numerator / denominator.
struct ExactFigure {
  std::string name;
  Wide numerator = 0;
  Wide denominator = 1;
};

struct VllmExample {
  std::string what;
  Model model;
  std::string flags;
  std::vector<ExactFigure> figures;
};

/// Checks every figure, and gives their number.
inline int check_examples(const std::vector<VllmExample>& examples) {
  int count = 0;
  for (const VllmExample& example : examples) {
    CAPTURE(example.what);
    const Allocation allocation = allocated(example.model, example.flags);
    CAPTURE(allocation.refusal);
    for (const ExactFigure& figure : example.figures) {
      CAPTURE(figure.name);
      const EngineFigure* found = figure_named(allocation, figure.name);
      REQUIRE(found != nullptr);
      CHECK_MESSAGE(is_fraction(allocation, figure.name, figure.numerator, figure.denominator),
                    static_cast<long long>(found->numerator)
                        << " / " << static_cast<long long>(found->denominator));
      ++count;
    }
  }
  return count;
}

inline const std::string kWindowOf1 = "sliding_window: 1\n";

/// A state of two tensors as vLLM's own tests have them: (2, 512) and (3, 32, 32).
inline Model with_tested_state(std::int64_t attention_layers) {
  Model model = described(fmt::format("full_attention x{}", attention_layers), attention_layers, 2, 64);
  Layer layer;
  layer.kind = "gdn";
  layer.tag = "linear_attention";
  layer.state.kind = "gdn";
  layer.state.tensors = {{"convolution", StateRole::convolution, {512, 2}, bf16(), StateTensor::Rewrite::column},
                         {"matrix", StateRole::recurrent, {3, 32, 32}, f32(), StateTensor::Rewrite::whole}};
  append_layer(model, model.order, layer, 1);
  return model;
}

inline Model latent_model(std::string_view type, std::int64_t layers) {
  return described(fmt::format("{} x{}", type, layers), layers, 16, 128,
                   "kv_lora_rank: 512\nqk_rope_head_dim: 64\nqk_nope_head_dim: 128\nv_head_dim: 128\n" +
                       std::string(type == "full_attention" ? ""
                                                            : "index_n_heads: 64\nindex_head_dim: 128\n"
                                                              "index_topk: 2048\n"));
}

/// DeepSeek-V4's layers with rates 4, 128, 4, 128.
inline Model compressed_model() {
  return described("[compressed_sparse_attention, heavily_compressed_attention] x2", 4, 1, 512,
                   "shared_key_value: true\nsliding_window: 128\nindex_n_heads: 64\nindex_head_dim: 128\n"
                   "index_topk: 512\ncompress_rates: {compressed_sparse_attention: 4, "
                   "heavily_compressed_attention: 128}\n");
}

}  // namespace kvtally::test
