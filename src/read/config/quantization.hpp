#pragma once

#include <optional>

#include "model/weight_scheme.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// How a config.json says that the weights beside it are stored: quantization_config, and torch_dtype (dtype) for
/// what is not quantised. `whole` is the file, `part` its language model, whose own word counts first; `layers`:
/// num_hidden_layers.
///
/// Read: fp8 (blocks, channels, tensors), fbgemm_fp8, mxfp4, modelopt (FP8, NVFP4), awq, gptq, auto-round,
/// bitsandbytes, compressed-tensors. Nothing is refused here, since figures of the cache need none of it: what is
/// not understood is in WeightScheme::unread. The cache's format never follows from it.
std::optional<WeightScheme> read_quantization(const Fields& whole, const Fields& part, std::int64_t layers);

}  // namespace kvtally
