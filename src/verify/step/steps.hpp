#pragma once

#include <string>

#include "model/model.hpp"
#include "reference/cache/cache_layer.hpp"
#include "verify/layer_step.hpp"

namespace kvtally {

/// How the executor runs one sort of layer. Of the layer it uses plain facts alone: heads, widths, names of
/// formats, window, chunk, rate, number of encoder positions.
struct StepRunner {
  /// Why it cannot; empty when it can.
  std::string (*why_not)(const Layer& layer);
  /// Fills containers with S − 1 tokens, then computes the S-th, which alone is counted.
  LayerStep (*run)(const Layer& layer, std::int64_t seen);
};

// ---- each in the file of its name

/// A window beside pooled entries: CSA and HCA.
StepRunner compressed_step();

/// Any number of softmax memories, each with a container and a kernel of its own; also where another layer owns
/// them.
StepRunner softmax_step();

/// A matrix state of linear attention's family, alone or behind a short convolution over queries, keys and values,
/// or over values alone.
StepRunner matrix_state_step();
/// Mamba, Mamba-2, Griffin's gated recurrence and a short convolution, each with what else it keeps
/// (recurrent.cpp).
StepRunner mamba_step();
StepRunner mamba2_step();
StepRunner gated_recurrence_step();
StepRunner convolution_step();
/// A block of RWKV-4, of RWKV-5 or 6, and of RWKV-7 (rwkv.cpp).
StepRunner rwkv4_step();
StepRunner rwkv6_step();
StepRunner rwkv7_step();
/// Gated slot attention, and an mLSTM (several_tensors.cpp).
StepRunner gated_slots_step();
StepRunner matrix_lstm_step();
/// One memory whose index keys, whole or pooled, choose what is read, or that is handed an earlier layer's choice:
/// DeepSeek's, Qwen's and MiniMax's sparse attention.
StepRunner deepseek_sparse_step();
StepRunner qwen_sparse_step();
StepRunner minimax_sparse_step();

/// Three branches, the second of which reads what the first one's weights choose.
StepRunner native_sparse_step();

}  // namespace kvtally
