#pragma once

#include <optional>

#include "reference/tensor/tensor.hpp"

namespace kvtally::reference {

/// The norm that a layer puts its queries and keys through before they meet.
struct HeadNorm {
  enum class Sort : std::uint8_t {
    bare,   // RMS over a head, no weight (Llama 4)
    head,   // RMS over a head, weight [dim] (Qwen3; arXiv 2505.09388)
    whole,  // RMS over all heads at once, weight [heads · dim] (OLMo 2, arXiv 2501.00656)
    layer,  // layer norm over a head, weight [heads, dim] (Cohere)
  };
  Sort sort = Sort::head;
  Real eps = 0;
  Real offset = 0;  // added to the weight of an RMS norm: 1 in Gemma and Qwen3-Next
  bool after_rotary = false;
  Tensor query_weight;  // empty for `bare`
  Tensor key_weight;
};

/// x [batch, heads, tokens, dim] through the norm, with its query or its key weight.
Tensor normed(const Tensor& x, const HeadNorm& norm, const Tensor& weight);

}  // namespace kvtally::reference
