#pragma once

#include <span>
#include <string_view>

#include "read/gguf/rule.hpp"

namespace kvtally {

/// How a GGUF file of one architecture is read: a rule, or the reason why there is none.
struct Architecture {
  std::string_view name;
  void (*describe)(GgufRule&) = nullptr;
  std::string_view refusal;
  WindowShape window;
};

/// Every architecture of llama.cpp b10256, sorted by name.
std::span<const Architecture> architectures();

/// The architecture of that name; null when there is none.
const Architecture* architecture_of(std::string_view name);

// ---- the rules (sources: llama.cpp b10256, each architecture's hyperparameters)

void describe_full(GgufRule& r);     // keys and values in every layer, counted from per-layer heads
void describe_sliding(GgufRule& r);  // some layers slide
void describe_drafter(GgufRule& r);  // a draft model of its own
void describe_phi3(GgufRule& r);     // all layers slide
void describe_exaone4(GgufRule& r);  // some slide in the model of 64 layers
void describe_gemma3n(GgufRule& r);  // the last layers read earlier ones' keys and values
void describe_gemma4(GgufRule& r);   // the same, and sliding layers with heads of their own
void describe_llama4(GgufRule& r);   // chunks
void describe_looped(GgufRule& r);   // the layers run several times
void describe_encoder_decoder(GgufRule& r);

void describe_latent(GgufRule& r);         // a latent, where the file has one
void describe_expanded(GgufRule& r);       // a latent model whose weights are laid out for single heads
void describe_sparse_latent(GgufRule& r);  // a latent and an index key
void describe_block_sparse(GgufRule& r);   // keys and values and an index key
void describe_deepseek4(GgufRule& r);      // windows and pooled entries

void describe_mamba(GgufRule& r);
void describe_mamba2(GgufRule& r);
void describe_mamba_hybrid(GgufRule& r);     // jamba, plamo2: Mamba where a layer has no key-value heads
void describe_mamba2_hybrid(GgufRule& r);    // granitehybrid
void describe_parallel_hybrid(GgufRule& r);  // falcon-h1: both in every layer
void describe_nemotron_h(GgufRule& r);
void describe_short_convolution(GgufRule& r);
void describe_gated_delta(GgufRule& r);
void describe_kimi_linear(GgufRule& r);
void describe_rwkv6(GgufRule& r);
void describe_rwkv7(GgufRule& r);

}  // namespace kvtally
