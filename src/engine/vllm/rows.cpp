#include "engine/vllm/rows.hpp"

#include <fmt/format.h>

#include "core/parse.hpp"

namespace kvtally::vllm {

namespace {

constexpr std::int64_t kScale = 4;  // f32
constexpr std::int64_t kMlaRank = 512;
constexpr std::int64_t kMlaRope = 64;
constexpr std::int64_t kMlaPacked = 656;  // 512 fp8, four f32 scales, 64 bf16

Wide packed(std::int64_t elements, std::int64_t bits) { return ceil_div(Wide{elements} * bits, 8); }

// A key of so many bits with its norm in two bytes (8 bits: none), a value with scale and zero in four.
struct Turboquant {
  std::int64_t key_bits = 0;
  std::int64_t value_bits = 0;
};

std::optional<Turboquant> turboquant(std::string_view dtype) {
  if (dtype == "turboquant_k8v4") {
    return Turboquant{8, 4};
  }
  if (dtype == "turboquant_4bit_nc") {
    return Turboquant{4, 4};
  }
  if (dtype == "turboquant_k3v4_nc") {
    return Turboquant{3, 4};
  }
  if (dtype == "turboquant_3bit_nc") {
    return Turboquant{3, 3};
  }
  return std::nullopt;
}

// The two lie in one slot of an even number of bytes.
Wide slot_of(Turboquant quantised, std::int64_t key_dim, std::int64_t value_dim) {
  const Wide key = packed(key_dim, quantised.key_bits) + (quantised.key_bits == 8 ? 0 : 2);
  const Wide slot = key + packed(value_dim, quantised.value_bits) + 4;
  return slot + slot % 2;
}

bool is_fp8(std::string_view dtype) { return dtype == "fp8" || dtype == "fp8_e4m3" || dtype == "fp8_e5m2"; }
bool is_byte_per_head(std::string_view dtype) {
  return dtype == "int8_per_token_head" || dtype == "fp8_per_token_head";
}

// Of types that keys, values and latents can have: so many elements, in so many vectors with a scale of their own.
std::optional<Wide> common_row(std::string_view cache_dtype, std::string_view dtype, std::int64_t elements) {
  if (cache_dtype == "auto" || cache_dtype == "bfloat16" || cache_dtype == "float16") {
    return Wide{elements} * (cache_dtype == "auto" ? element_bytes(dtype) : 2);
  }
  if (is_fp8(cache_dtype)) {
    return elements;
  }
  if (is_byte_per_head(cache_dtype)) {
    return Wide{elements} + Wide{kScale} * 2;
  }
  if (cache_dtype == "int4_per_token_head") {
    return Wide{elements} / 2 + Wide{kScale} * 2;
  }
  return std::nullopt;
}

Format named(std::string_view text) { return parse_format(text).value_or(bf16()); }

}  // namespace

std::expected<Bytes, std::string> head_row(std::string_view cache_dtype, std::string_view dtype,
                                           std::int64_t key_dim, std::int64_t value_dim) {
  if (const auto row = common_row(cache_dtype, dtype, key_dim + value_dim)) {
    return Bytes{*row};
  }
  if (const auto quantised = turboquant(cache_dtype)) {
    return Bytes{slot_of(*quantised, key_dim, value_dim)};
  }
  if (cache_dtype == "nvfp4" && key_dim % 16 == 0 && value_dim % 16 == 0) {
    return Bytes{(Wide{key_dim} + value_dim) / 16 * 9};
  }
  return std::unexpected(fmt::format("--kv-cache-dtype {} stores no keys of {} and values of {} elements",
                                     cache_dtype, key_dim, value_dim));
}

std::expected<Bytes, std::string> latent_row(std::string_view cache_dtype, std::string_view dtype,
                                             const LatentStore& latent) {
  if (cache_dtype == "fp8_ds_mla" && latent.rank == kMlaRank && latent.rope == kMlaRope) {
    return Bytes{kMlaPacked};
  }
  if (const auto row = common_row(cache_dtype, dtype, latent.rank + latent.rope)) {
    return Bytes{*row};
  }
  return std::unexpected(fmt::format("--kv-cache-dtype {} stores no latents of {} with {} rotary elements",
                                     cache_dtype, latent.rank, latent.rope));
}

Bytes index_row(std::string_view indexer_dtype, std::int64_t dim) {
  if (indexer_dtype == "mxfp4") {
    return Bytes{Wide{dim} / 2 + Wide{dim} / 32};
  }
  return Bytes{Wide{dim} + Wide{dim} / 128 * kScale};
}

std::expected<KeyValueFormats, std::string> entry_formats(std::string_view cache_dtype, std::string_view dtype) {
  const std::string_view type = cache_dtype == "auto" ? dtype : cache_dtype;
  if (type == "bfloat16" || type == "float16" || type == "float32" || is_fp8(type) || type == "nvfp4" ||
      type == "fp8_ds_mla") {
    return KeyValueFormats{named(type), named(type)};
  }
  if (is_byte_per_head(type)) {
    return KeyValueFormats{named("int8@head+f32"), named("int8@head+f32")};
  }
  if (type == "int4_per_token_head") {
    return KeyValueFormats{named("int4@head+f32"), named("int4@head+f32")};
  }
  if (const auto quantised = turboquant(type)) {
    const Format key =
        quantised->key_bits == 8 ? named("fp8") : named(fmt::format("int{}@head+bf16", quantised->key_bits));
    return KeyValueFormats{key, named(fmt::format("int{}@head+bf16+bf16", quantised->value_bits))};
  }
  return std::unexpected(fmt::format("--kv-cache-dtype {} is unknown", type));
}

}  // namespace kvtally::vllm
