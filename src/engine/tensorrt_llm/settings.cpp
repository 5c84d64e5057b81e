#include "engine/tensorrt_llm/settings.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "model/limits.hpp"

namespace kvtally::tensorrt_llm {

namespace {

constexpr std::int64_t kMostRanks = 4096;

class SettingsReading {
 public:
  SettingsReading(const FlagTexts& given, Problems& problems) : reader_(flags(), given, problems) {}

  Settings read() {
    out_.version = reader_.choice("--engine-version").value_or("");
    out_.older = out_.version == "1.1";
    sizes();
    memory();
    formats();
    windows();
    states();
    out_.rates = list("--compress_ratios", 0, 2);
    out_.sources = list("--kv_source_layer_ids", 0, limits::kLayers);
    return std::move(out_);
  }

 private:
  std::int64_t count(std::string_view name, std::int64_t least, std::int64_t most) {
    return reader_.count(name, least, most).value_or(least);
  }

  // Numbers between commas.
  std::vector<std::int64_t> list(std::string_view name, std::int64_t least, std::int64_t most) {
    std::vector<std::int64_t> out;
    const std::string text = reader_.text(name).value_or("");
    for (const std::string_view item : split(text, ',')) {
      const auto number = parse_integer(item);
      if (!number || *number < least || *number > most) {
        reader_.refuse(name, fmt::format("'{}' is not a number from {} to {}", item, least, most));
        return {};
      }
      out.push_back(*number);
    }
    return out;
  }

  void sizes() {
    out_.context = reader_.tokens("--max_seq_len");
    out_.requests = reader_.count("--max_batch_size", 1, limits::kBatch);
    out_.tp = count("--tp_size", 1, kMostRanks);
    out_.pp = count("--pp_size", 1, kMostRanks);
    out_.attention_dp = reader_.on("--enable_attention_dp");
    out_.block = reader_.count("--tokens_per_block", 1, limits::kPoolingRate);
    out_.beams = count("--max_beam_width", 1, kMostRanks);
    out_.sinks = count("--sink_token_length", 0, limits::kPoolingRate);
    out_.draft_tokens = count("--max_draft_len", 0, limits::kPoolingRate);
  }

  void memory() {
    out_.max_tokens = reader_.count("--max_tokens", 1, limits::kTokens);
    out_.free = reader_.bytes("--available-memory");
    out_.total_memory = reader_.bytes("--total-memory");
    out_.peak_memory = reader_.bytes("--peak-memory");
    out_.profiled_cache = reader_.bytes("--profiled-cache").value_or(Bytes{});
    out_.fraction = reader_.share("--free_gpu_memory_fraction");
    out_.bytes = reader_.bytes("--max_gpu_total_bytes");
    out_.host = reader_.bytes("--host_cache_size").value_or(Bytes{});
    out_.host_memory = reader_.bytes("--host-memory");
    out_.locked = reader_.bytes("--memlock");
    out_.cross = reader_.share("--cross_kv_cache_fraction").value_or(out_.cross);
    out_.resume = reader_.share("--max_util_for_resume").value_or(out_.resume);
    out_.second_manager = reader_.on("--use_kv_cache_manager_v2");
    if (out_.total_memory.has_value() != out_.peak_memory.has_value()) {
      reader_.refuse(out_.total_memory ? "--total-memory" : "--peak-memory",
                     "--total-memory and --peak-memory are stated together");
    } else if (out_.total_memory && out_.free) {
      reader_.refuse("--total-memory", "--available-memory says already what is free");
    }
  }

  void formats() {
    const std::string word = reader_.choice("--kv_cache_dtype").value_or("auto");
    out_.format = word == "nvfp4"           ? CacheFormat::nvfp4
                  : word.starts_with("fp8") ? CacheFormat::fp8
                                            : CacheFormat::half;
    out_.format_name = word == "auto" ? "bf16" : word;
    out_.fp4_index = reader_.choice("--indexer_k_cache_dtype") == "fp4";
  }

  void windows() {
    out_.windows = list("--max_attention_window", 1, limits::kTokens);
    const std::string text = reader_.text("--window_size_shares").value_or("");
    for (const std::string_view item : split(text, ',')) {
      const FlagTexts one{{"--free_gpu_memory_fraction", std::string(item)}};
      Problems faults;
      const auto share = FlagReader(flags(), one, faults).share("--free_gpu_memory_fraction");
      if (!share) {
        reader_.refuse("--window_size_shares", fmt::format("'{}' is not a fraction above 0 and at most 1", item),
                       "such as 0.4,0.6");
        return;
      }
      out_.shares.push_back(*share);
    }
  }

  void states() {
    out_.reuse = reader_.choice("--enable_block_reuse") != "false";
    out_.state_interval = reader_.count("--mamba_state_cache_interval", 1, limits::kTokens);
    const auto dtype = reader_.choice("--mamba_ssm_cache_dtype");
    out_.state_format_given = dtype.has_value();
    out_.state_bytes = dtype == "float32" || dtype == "f32" ? 4 : 2;
  }

  FlagReader reader_;
  Settings out_;
};

}  // namespace

double value_of(const EngineShare& share) {
  return static_cast<double>(share.numerator) / static_cast<double>(share.denominator);
}

Expected<Settings> read_settings(const FlagTexts& given) {
  Problems problems;
  Settings settings = SettingsReading(given, problems).read();
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return settings;
}

std::optional<Bytes> memory_budget(const Settings& settings) {
  std::optional<Wide> free;
  if (settings.total_memory) {
    free = std::max<Wide>(
        0, settings.total_memory->value - settings.peak_memory->value + settings.profiled_cache.value);
  } else if (settings.free) {
    free = settings.free->value;
  }
  if (!free) {
    return settings.bytes;
  }
  const EngineShare fraction = settings.fraction.value_or(EngineShare{9, 10});
  const Wide room = whole_part(static_cast<double>(*free) * value_of(fraction));
  return Bytes{settings.bytes ? std::min(room, settings.bytes->value) : room};
}

}  // namespace kvtally::tensorrt_llm
