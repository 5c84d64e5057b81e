#pragma once

#include "read/gguf/rule.hpp"

namespace kvtally {

/// The latent of a file with key_length_mla: kv_lora_rank and the rotary rest of key_length are kept; heads have
/// key_length_mla and value_length_mla elements.
void latent_shape(GgufRule& r);

}  // namespace kvtally
