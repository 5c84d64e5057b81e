#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/flags.hpp"
#include "model/model.hpp"

namespace kvtally::transformers {

/// The cache classes that cache_implementation stands for.
enum class CacheClass : std::uint8_t { dynamic, fixed_length, quantized, paged };

/// cache_config of a QuantizedCache.
struct QuantizedCacheConfig {
  std::string backend;  // quanto or hqq
  std::int64_t nbits = 4;
  std::int64_t axis_key = 0;
  std::int64_t axis_value = 0;
  std::int64_t q_group_size = 64;
  std::int64_t residual_length = 128;
};

/// ContinuousBatchingConfig, as far as it bears on memory.
struct ContinuousBatching {
  std::int64_t block_size = 256;
  std::optional<std::int64_t> num_blocks;
  std::optional<std::int64_t> max_batch_tokens;
  std::optional<std::int64_t> max_blocks_per_request;
  EngineShare max_memory_percent{9, 10};
  std::optional<Bytes> available;  // after max_memory_percent
  bool attention_masks = true;     // no flash attention
  bool use_async_batching = false;
  bool return_logprobs = false;
  bool allow_block_sharing = true;
  std::optional<Bytes> cpu_offload_space;
};

/// What one call of generate() asks for.
struct GenerateSetting {
  std::string version;         // "5.16"
  std::string implementation;  // cache_implementation
  CacheClass cache = CacheClass::dynamic;
  bool offloaded = false;
  bool offload_only_non_sliding = false;
  Tokens context{1};            // that the cache has seen
  std::int64_t prefill = 1;     // of these in the prompt, the rest decoded one by one
  std::int64_t batch = 1;       // prompts
  std::int64_t per_prompt = 1;  // sequences: max(num_beams, num_return_sequences)
  std::int64_t max_cache_len = 1;
  Format dtype;
  std::int64_t tp = 1;
  bool attention_divided = true;  // over these ranks: the model's plan holds its key and value projections
  std::optional<std::int64_t> encoder_tokens;
  bool float_convolutions = false;  // Inkling's are in float32
  QuantizedCacheConfig quantized;
  ContinuousBatching paged;
  std::vector<std::string> assumptions;

  /// Rows of every tensor: prompts × sequences for each.
  Wide rows() const { return Wide{batch} * per_prompt; }
  /// Steps of one token behind the prompt.
  Wide decoded() const { return context.value - prefill; }
  /// Whether these are the rules of 5.`minor` or later ones.
  bool since(int minor) const;
};

/// The versions whose rules are known, the newest first.
const std::vector<std::string_view>& versions();

/// The flags, by the names of generate(), GenerationConfig, QuantizedCache and ContinuousBatchingConfig.
const std::vector<EngineFlag>& flags();

/// Refused, all at once: values that are none, a length given twice or not at all, a prompt longer than the
/// context, a dtype that no model runs in.
Expected<GenerateSetting> read_setting(const Model& model, const FlagTexts& given);

}  // namespace kvtally::transformers
