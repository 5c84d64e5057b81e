#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/flags.hpp"
#include "model/model.hpp"

namespace kvtally::sglang {

/// How a pool stores a key or value: bf16 or f16, fp8, fp4 with a scale byte each 16, mxfp8 with one each 32.
enum class CacheFormat : unsigned char { half, fp8, fp4, mxfp8 };

enum class Drafting : unsigned char { none, like_target, of_its_own };  // EAGLE, NEXTN, STANDALONE; DFLASH

enum class Disaggregation : unsigned char { none, prefill, decode };

struct Draft {
  Drafting kind = Drafting::none;
  std::int64_t tokens = 0;               // --speculative-num-draft-tokens
  std::int64_t steps = 1;                // --speculative-num-steps
  std::int64_t branches = 1;             // --speculative-eagle-topk
  std::optional<std::int64_t> layers{};  // as stated; NOLINT(readability-redundant-member-init)
  std::int64_t heads = 0;                // of a draft model of its own
  std::int64_t head_dim = 0;
};

struct StateSettings {
  std::optional<std::int64_t> slots{};  // --max-mamba-cache-size; NOLINT(readability-redundant-member-init)
  double memory_ratio = 0;              // --mamba-full-memory-ratio
  std::int64_t bytes = 4;               // of an element of a recurrent state
  std::string strategy{};               // NOLINT(readability-redundant-member-init)
};

/// What the flags say; what they leave open is worked out with the model.
struct Settings {
  bool older = false;  // 0.5
  std::string version;
  std::optional<Tokens> context;
  std::optional<std::int64_t> requests;  // --max-running-requests
  std::int64_t tp = 1;
  std::int64_t pp = 1;
  std::int64_t dp = 1;
  std::int64_t dcp = 1;
  bool dp_attention = false;
  CacheFormat format = CacheFormat::half;
  std::string torch_dtype;  // as the log names it
  std::optional<std::int64_t> page;
  std::optional<std::int64_t> max_total_tokens;
  std::optional<Bytes> available;
  std::optional<Bytes> gpu_memory;
  std::optional<Bytes> free_after_load;
  std::optional<EngineShare> mem_fraction;
  EngineShare swa_ratio{4, 5};
  bool sliding_pool = true;
  bool radix_cache = true;
  bool overlap = true;
  std::optional<std::int64_t> chunk;  // 0: chunked prefill is off
  Disaggregation disaggregation = Disaggregation::none;
  std::int64_t extra_slots = 0;
  std::int64_t eviction_interval = 128;
  std::int64_t graph_requests = 0;
  Draft draft;
  bool hierarchical_cache = false;
  std::int64_t hisparse = 1;
  bool elide_index = true;
  bool packed_rows = true;  // 656 bytes a row of a sparse latent in fp8; false with the trtllm backend
  StateSettings states;

  std::int64_t attention_tp() const { return dp_attention ? tp / dp : tp; }
  std::int64_t attention_dp() const { return dp_attention ? dp : 1; }
  std::int64_t devices() const { return dp_attention ? tp * pp : tp * pp * dp; }
};

std::span<const EngineFlag> flags();

/// Refused: every value that is none, and parallel sizes that do not divide.
Expected<Settings> read_settings(const FlagTexts& given);

/// Bytes that --mem-fraction-static leaves to weights and pools when it is not given, as a fraction of 1000:
/// round((gpu − reserved) ÷ gpu, 3), where reserved MiB = 512 + 1.5 × max(chunk, 2048) + tp × pp ÷ 8 × 1024 +
/// 2 × graph requests, and at least 10 GiB on devices of more than 60 GiB.
std::int64_t default_mem_fraction_per_mille(const Settings& settings, Bytes gpu_memory);

}  // namespace kvtally::sglang
