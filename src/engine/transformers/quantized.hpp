#pragma once

#include <string>
#include <vector>

#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers {

/// Tokens of a QuantizedLayer after a prompt and `decoded` steps: the prompt is quantised at once; then tokens
/// wait in full precision until residual_length of them (2 at least) are quantised with all that is there.
struct QuantizedTokens {
  Wide quantized = 0;
  Wide residual = 0;
};
QuantizedTokens quantized_tokens(Wide prefill, Wide decoded, std::int64_t residual_length);

/// A tensor [batch, heads, tokens, dim] as it is quantised.
struct QuantizedShape {
  Wide batch = 1;
  Wide heads = 1;
  Wide tokens = 1;
  Wide dim = 1;
  Wide elements() const { return batch * heads * tokens * dim; }
};

/// Bytes of its packed codes. Groups lie along an axis: rows × columns is (N ÷ g) × g, or g × (N ÷ g).
/// quanto packs 8 ÷ nbits rows to one, the last ones padded (optimum-quanto, tensor/packed.py); HQQ too, and ten
/// rows of 3-bit codes to one of int32 (hqq, core/bitpack.py).
Bytes packed_bytes(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t axis);

/// Bytes of scale and zero point of each group.
Bytes scale_bytes(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t element_bytes);

/// What the quantiser raises for this shape, in its own words; empty: nothing.
std::string quantizer_error(const QuantizedShape& shape, const QuantizedCacheConfig& config, std::int64_t axis);

/// What QuantizedCache itself raises for its configuration, in its own words; empty: nothing.
std::string config_error(const QuantizedCacheConfig& config);

/// Codes, scales, zero points and residual of one layer.
std::vector<CacheTensor> quantized_tensors(const CachedRows& rows, const GenerateSetting& setting);

/// The first error of the quantiser while the layer fills; empty: none.
std::string quantized_layer_error(const CachedRows& rows, const GenerateSetting& setting);

}  // namespace kvtally::transformers
