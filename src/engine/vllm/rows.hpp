#pragma once

#include <expected>
#include <string>

#include "core/quantity.hpp"
#include "engine/layer_parts.hpp"
#include "engine/vllm/settings.hpp"
#include "model/adapt.hpp"

namespace kvtally::vllm {

/// Bytes of one token's key and value of one head in a cache type, scales included.
/// Refused, as a sentence: a type that such a head cannot have.
std::expected<Bytes, std::string> head_row(std::string_view cache_dtype, std::string_view dtype,
                                           std::int64_t key_dim, std::int64_t value_dim);

/// Bytes of one token's latent with its rotary elements. Refused: a type that latents cannot have.
std::expected<Bytes, std::string> latent_row(std::string_view cache_dtype, std::string_view dtype,
                                             const LatentStore& latent);

/// Bytes of an index key: fp8 with an f32 scale for each 128 elements, or mxfp4 with a byte for each 32.
Bytes index_row(std::string_view indexer_dtype, std::int64_t dim);

/// The formats of keys and values that a cache type stands for; nothing: the type is none of ours, or `auto`.
std::expected<KeyValueFormats, std::string> entry_formats(std::string_view cache_dtype, std::string_view dtype);

}  // namespace kvtally::vllm
