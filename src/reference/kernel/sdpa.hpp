#pragma once

#include "reference/kernel/kernel.hpp"

namespace kvtally::reference {

/// What scaled_dot_product_attention has to be told of a mask.
enum class MaskNeed : std::uint8_t {
  none,        // every query sees every key: one new token on a cache that holds nothing else
  causal,      // the flag is_causal: as many keys as queries, and query i sees the keys up to i
  causal_cut,  // the same once keys behind the last query are cut off: a prefill into an empty buffer
  tensor,      // a tensor of queries × keys
};

/// The rules of transformers (masking_utils.py, _ignore_causal_mask_sdpa; sdpa_attention.py,
/// sdpa_attention_forward). torch aligns the flag's triangle at the upper left, so that query i sees keys [0, i];
/// queries on top of a cache need it at the lower right, which with an offset is another mask and has to be given
/// as a tensor. So does any bias. transformers decides from lengths before there is a mask, and makes a tensor for
/// a window or chunk that is just full; here the mask itself is asked, and what hides nothing is not made.
MaskNeed mask_need(const AttentionInput& input);

}  // namespace kvtally::reference
