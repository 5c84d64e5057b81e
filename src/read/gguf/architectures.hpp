#pragma once

#include <span>
#include <string_view>

#include "read/gguf/rule.hpp"

namespace kvtally {

/// How a GGUF file of one architecture is read: a rule, or the reason why there is none.
struct Architecture {
  std::string_view name;
  void (*describe)(Rule&) = nullptr;
  std::string_view refusal;
  WindowShape window;
};

/// Every architecture of llama.cpp b10256, sorted by name.
std::span<const Architecture> architectures();

/// The architecture of that name; null when there is none.
const Architecture* architecture_of(std::string_view name);

// ---- the rules (sources: llama.cpp b10256, each architecture's hyperparameters)

void describe_full(Rule& r);     // keys and values in every layer, counted from per-layer heads
void describe_sliding(Rule& r);  // some layers slide
void describe_drafter(Rule& r);  // a draft model of its own
void describe_phi3(Rule& r);     // all layers slide
void describe_exaone4(Rule& r);  // some slide in the model of 64 layers
void describe_gemma3n(Rule& r);  // the last layers read earlier ones' keys and values
void describe_gemma4(Rule& r);   // the same, and sliding layers with heads of their own
void describe_llama4(Rule& r);   // chunks
void describe_looped(Rule& r);   // the layers run several times
void describe_encoder_decoder(Rule& r);

void describe_latent(Rule& r);         // a latent, where the file has one
void describe_expanded(Rule& r);       // a latent model whose weights are laid out for single heads
void describe_sparse_latent(Rule& r);  // a latent and an index key
void describe_block_sparse(Rule& r);   // keys and values and an index key
void describe_deepseek4(Rule& r);      // windows and pooled entries

void describe_mamba(Rule& r);
void describe_mamba2(Rule& r);
void describe_mamba_hybrid(Rule& r);     // jamba, plamo2: Mamba where a layer has no key-value heads
void describe_mamba2_hybrid(Rule& r);    // granitehybrid
void describe_parallel_hybrid(Rule& r);  // falcon-h1: both in every layer
void describe_nemotron_h(Rule& r);
void describe_short_convolution(Rule& r);
void describe_gated_delta(Rule& r);
void describe_kimi_linear(Rule& r);
void describe_rwkv6(Rule& r);
void describe_rwkv7(Rule& r);

}  // namespace kvtally
