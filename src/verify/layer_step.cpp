#include "verify/layer_step.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "verify/step/steps.hpp"

namespace kvtally {

namespace {

struct Row {
  std::string_view kind;
  StepRunner runner;
};

// By the kind of the layer; any other is a softmax layer, perhaps beside a state.
const std::vector<Row>& layer_rows() {
  static const std::vector<Row> kRows{
      {"csa", compressed_step()},     {"dsa", deepseek_sparse_step()}, {"hca", compressed_step()},
      {"msa", minimax_sparse_step()}, {"nsa", native_sparse_step()},   {"qsa", qwen_sparse_step()},
  };
  return kRows;
}

// By the kind of the state.
const std::vector<Row>& state_rows() {
  static const std::vector<Row> kRows{
      {"linear", matrix_state_step()},
      {"retention", matrix_state_step()},
      {"lightning", matrix_state_step()},
      {"gla", matrix_state_step()},
      {"delta", matrix_state_step()},
      {"gdn", matrix_state_step()},
      {"kda", matrix_state_step()},
      {"mamba", mamba_step()},
      {"mamba2", mamba2_step()},
      {"rwkv7", rwkv7_step()},
      {"rwkv6", rwkv6_step()},
      {"rwkv4", rwkv4_step()},
      {"rglru", gated_recurrence_step()},
      {"gsa", gated_slots_step()},
      {"mlstm", matrix_lstm_step()},
      {"conv", convolution_step()},
  };
  return kRows;
}

const StepRunner* find(const std::vector<Row>& rows, std::string_view kind) {
  const auto found = std::ranges::find(rows, kind, &Row::kind);
  return found == rows.end() ? nullptr : &found->runner;
}

// A hybrid's two halves know nothing of each other.
Layer state_of(const Layer& layer) {
  Layer half = layer;
  half.memories.clear();
  return half;
}

Layer memories_of(const Layer& layer) {
  Layer half = layer;
  half.state = {};
  return half;
}

StepRunner memory_runner(const Layer& layer) {
  const StepRunner* own = find(layer_rows(), layer.kind);
  return own != nullptr ? *own : softmax_step();
}

}  // namespace

std::string not_executable(const Layer& layer) {
  const bool state = !layer.state.tensors.empty();
  if (!state && layer.memories.empty()) {
    return "it keeps nothing";
  }
  if (state) {
    const StepRunner* runner = find(state_rows(), layer.state.kind);
    if (runner == nullptr) {
      return fmt::format("no executor changes a state as '{}' does", layer.state.kind);
    }
    if (std::string why = runner->why_not(state_of(layer)); !why.empty()) {
      return why;
    }
  }
  const Layer rest = memories_of(layer);
  return layer.memories.empty() ? "" : memory_runner(layer).why_not(rest);
}

std::expected<LayerStep, std::string> run_step(const Layer& layer, std::int64_t seen) {
  if (std::string why = not_executable(layer); !why.empty()) {
    return std::unexpected(std::move(why));
  }
  LayerStep step;
  const auto add = [&](const LayerStep& half) {
    step.footprint += half.footprint;
    reference::Counter sum;
    sum.add(step.counts);
    sum.add(half.counts);
    step.counts = sum.counts();
  };
  if (!layer.state.tensors.empty()) {
    add(find(state_rows(), layer.state.kind)->run(state_of(layer), seen));
  }
  if (!layer.memories.empty()) {
    add(memory_runner(layer).run(memories_of(layer), seen));
  }
  return step;
}

}  // namespace kvtally
