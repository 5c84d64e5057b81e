#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "engine/flags.hpp"
#include "model/model.hpp"

namespace kvtally::vllm {

/// Whose rules, the newest first. A version stands for the last day on which its rules held.
enum class Version : std::uint8_t {
  aug_2026,  // 2026-08-17, commit 017e9f4448
  jul_2026,  // 2026-07-07: a window keeps one batch, not each that runs at once (until cd0de48d08)
  apr_2026,  // 2026-04-27: "GPU KV cache size" counts one group's tokens (until e68fa1b90a)
  feb_2026,  // 2026-02-10: the memory check adds up the layers of all pipeline stages (until c5a66d1697)
};

enum class MambaMode : std::uint8_t { none, align, all };

/// Layers of keys and values that a draft model adds (EAGLE, DFlash …).
struct Drafter {
  std::int64_t layers = 0;
  std::optional<std::int64_t> kv_heads;  // nothing: layers like the model's own draft layers
  std::optional<std::int64_t> head_dim;
  std::optional<std::int64_t> window;
};

/// What the flags say.
struct Settings {
  Version version = Version::aug_2026;
  std::int64_t max_model_len = 1;
  bool auto_fit = false;  // --max-model-len auto: the longest that fits
  std::int64_t requests = 1;
  std::optional<std::int64_t> block_size;
  std::string cache_dtype = "auto";
  std::string dtype = "bfloat16";
  std::int64_t tp = 1;
  std::int64_t pp = 1;
  std::int64_t dcp = 1;
  std::int64_t batched_tokens = 2048;  // max_num_batched_tokens
  bool async = false;
  MambaMode mamba_mode = MambaMode::none;
  std::optional<std::int64_t> mamba_block;  // --mamba-block-size
  std::string conv_dtype = "auto";
  std::string ssm_dtype = "auto";
  bool hybrid_manager = true;
  bool strided_backend = true;  // the attention backend addresses pages by a block stride
  std::int64_t speculative_tokens = 0;
  Drafter drafter;
  std::int64_t hidden_layers = 0;  // --extract-hidden-states
  std::string indexer_dtype = "auto";
  std::optional<std::int64_t> encoder_tokens;
  std::optional<Bytes> available;  // for the KV cache, of one worker
  std::optional<std::int64_t> blocks_override;
  std::vector<std::string> assumptions;

  /// The model's own draft layers run.
  bool drafts() const { return speculative_tokens > 0 && !drafter.kv_heads.has_value(); }
  /// Tokens that may be scheduled and not yet settled at once.
  std::int64_t in_flight() const;
};

std::span<const EngineFlag> flags();

/// The settings for a model. Refused, all at once: values that are none, no context, a budget of too few parts.
Expected<Settings> read_settings(const Model& model, const FlagTexts& given);

/// The name of a version, as --engine-version takes it.
std::string_view name_of(Version version);

/// Bytes of an element of a type that torch names.
std::int64_t element_bytes(std::string_view dtype);

}  // namespace kvtally::vllm
