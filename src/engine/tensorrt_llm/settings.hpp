#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/flags.hpp"
#include "model/model.hpp"

namespace kvtally::tensorrt_llm {

enum class CacheFormat : unsigned char { half, fp8, nvfp4 };

/// What the flags say; what they leave open is worked out with the model.
struct Settings {
  bool older = false;  // 1.1
  std::string version;
  std::optional<Tokens> context;         // --max_seq_len
  std::optional<std::int64_t> requests;  // --max_batch_size
  std::int64_t tp = 1;
  std::int64_t pp = 1;
  bool attention_dp = false;
  CacheFormat format = CacheFormat::half;
  std::string format_name;
  std::optional<std::int64_t> block;  // --tokens_per_block
  std::optional<std::int64_t> max_tokens;
  std::optional<EngineShare> fraction;  // --free_gpu_memory_fraction
  std::optional<Bytes> total_memory;    // of the device, measured
  std::optional<Bytes> peak_memory;
  Bytes profiled_cache;              // that the dry run held
  std::optional<Bytes> free;         // stated, before the fraction
  std::optional<Bytes> bytes;        // --max_gpu_total_bytes
  Bytes host;                        // --host_cache_size
  std::optional<Bytes> host_memory;  // free in the machine, for the V2 manager's host tier
  std::optional<Bytes> locked;       // that may be locked
  std::vector<std::int64_t> windows;
  std::vector<EngineShare> shares;
  std::int64_t beams = 1;
  std::int64_t sinks = 0;
  bool second_manager = false;
  bool reuse = true;
  std::optional<std::int64_t> state_interval;
  std::int64_t state_bytes = 2;  // of an element of a recurrent state
  bool state_format_given = false;
  std::int64_t draft_tokens = 0;
  EngineShare cross{1, 2};
  EngineShare resume{95, 100};
  bool fp4_index = false;
  std::vector<std::int64_t> rates;    // DeepSeek-V4.1's compress_ratios, one a layer
  std::vector<std::int64_t> sources;  // and its kv_source_layer_ids

  std::int64_t attention_tp() const { return attention_dp ? 1 : tp; }
  std::int64_t attention_ranks() const { return attention_dp ? tp : 1; }  // that part the requests
  std::int64_t devices() const { return tp * pp; }
};

std::span<const EngineFlag> flags();

/// Refused: every value that is none.
Expected<Settings> read_settings(const FlagTexts& given);

/// Bytes that the pools may take: int(free × fraction), where a profiled free memory is total − peak + what the
/// dry run's cache held; --max_gpu_total_bytes caps it, or says it alone. Nothing: no memory is stated.
std::optional<Bytes> memory_budget(const Settings& settings);

double value_of(const EngineShare& share);

}  // namespace kvtally::tensorrt_llm
