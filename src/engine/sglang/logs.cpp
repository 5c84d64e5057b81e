#include "engine/sglang/logs.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/log_scan.hpp"

namespace kvtally::sglang {

namespace {

constexpr double kGiB = 1 << 30;
constexpr std::string_view kNote = "GB here is GiB (2^30 bytes)";

double gib(Wide bytes) { return static_cast<double>(bytes) / kGiB; }

Wide figure(const Pools& pools, std::string_view name) {
  const auto found = std::ranges::find(pools.figures, name, &EngineFigure::name);
  return found == pools.figures.end() ? Wide{0} : found->numerator;
}

std::string allocated(const Settings& settings, Wide tokens, std::string_view sizes) {
  const std::string dtype = settings.older ? "" : fmt::format("dtype: {}, ", settings.torch_dtype);
  return fmt::format("KV Cache is allocated. {}#tokens: {}, {}", dtype, tokens, sizes);
}

std::string key_and_value(const Pools& pools, const std::string& prefix) {
  return fmt::format("K size: {:.2f} GB, V size: {:.2f} GB", gib(figure(pools, prefix + "k_size_bytes")),
                     gib(figure(pools, prefix + "v_size_bytes")));
}

void add_state_line(std::vector<EngineLogLine>& lines, const Pools& pools, const Sizes& sizes) {
  if (sizes.slots > 0) {
    lines.push_back(
        {fmt::format("Mamba Cache is allocated. max_mamba_cache_size: {}, conv_state size: {:.2f}GB, "
                     "ssm_state size: {:.2f}GB",
                     sizes.slots, gib(figure(pools, "conv_state_bytes")), gib(figure(pools, "ssm_state_bytes"))),
         fmt::format("{}; the pool has slot 0 beside them", kNote)});
  }
}

void add_sliding_lines(std::vector<EngineLogLine>& lines, const Pools& pools, const Cell& cell, const Sizes& sizes,
                       const Settings& settings, bool capped) {
  if (cell.full_layers == 0) {
    lines.push_back(
        {fmt::format("Use sliding window memory pool (all SWA). swa_layer_tokens={}", sizes.sliding), ""});
  } else if (!capped) {
    lines.push_back({fmt::format("Use sliding window memory pool. full_layer_tokens={}, swa_layer_tokens={}",
                                 sizes.full, sizes.sliding),
                     ""});
  }
  lines.push_back({allocated(settings, sizes.sliding, key_and_value(pools, "swa_")),
                   fmt::format("{}; the sliding layers' pool", kNote)});
}

}  // namespace

std::vector<EngineLogLine> pool_lines(const Pools& pools, const Cell& cell, const Sizes& sizes,
                                      const Settings& settings, bool capped) {
  std::vector<EngineLogLine> lines;
  if (!sizes.known) {
    return lines;
  }
  add_state_line(lines, pools, sizes);
  if (cell.sliding_layers > 0) {
    add_sliding_lines(lines, pools, cell, sizes, settings, capped);
  }
  if (const Wide latents = figure(pools, "kv_size_bytes"); latents > 0) {
    lines.push_back(
        {allocated(settings, sizes.full,
                   fmt::format("KV size: {:.2f} GB", gib(latents + figure(pools, "index_size_bytes")))),
         std::string(kNote)});
  } else if (cell.full_layers > 0) {
    lines.push_back({allocated(settings, sizes.full, key_and_value(pools, "")), std::string(kNote)});
  }
  if (cell.sliding_layers > 0) {
    Wide both = 0;
    for (const auto* name : {"k_size_bytes", "v_size_bytes", "swa_k_size_bytes", "swa_v_size_bytes"}) {
      both += figure(pools, name);
    }
    lines.push_back({fmt::format("SWAKVPool mem usage: {:.2f} GB, swa size: {}, full size: {}", gib(both),
                                 sizes.sliding, sizes.full),
                     std::string(kNote)});
  }
  return lines;
}

std::vector<EngineLogLine> compressed_lines(const CompressedShape& shape, const CompressedSizes& sizes,
                                            const Settings& settings) {
  std::vector<EngineLogLine> lines;
  if (const auto memory = available_memory(settings)) {
    lines.push_back(
        {fmt::format("DSV4 memory calculation: bytes_per_full_token={:.2f}, available_bytes={:.2f} GB, "
                     "c128_state_fixed={:.2f} GB, full_token={}",
                     bytes_per_full_token(shape, settings.swa_ratio).approximate(), gib(memory->value),
                     gib(sizes.fixed), sizes.full),
         std::string(kNote)});
  }
  if (sizes.known) {
    lines.push_back({fmt::format("DSV4 pool sizes: full={}, swa={}, c4={}, c128={}, c4_state={}, c128_state=0",
                                 sizes.full, sizes.sliding, sizes.fours, sizes.hundreds, sizes.four_states),
                     "the ratio-128 states are sized later, by requests"});
  }
  return lines;
}

namespace {

std::optional<LogReading> read_rows(LogScan scan) {
  scan.count("#tokens: ", "max_total_num_tokens", "tokens");
  std::string sizes = "its keys and values";
  if (!scan.gibibytes("K size: ", "k_size_bytes", " GB")) {
    scan.gibibytes("KV size: ", "kv_size_bytes", " GB");
    sizes = "its latents, and index keys where it has them";
  }
  scan.gibibytes(", V size: ", "v_size_bytes", " GB");
  return std::move(scan).reading(
      "SGLang's pool of rows on one rank, with " + sizes +
      ". GB here is GiB (2^30 bytes), and the sizes hold one page more than the tokens. "
      "Where some layers slide, their pool has a line of its own.");
}

std::optional<LogReading> read_states(LogScan scan) {
  scan.count("max_mamba_cache_size: ", "max_mamba_cache_size", "slots");
  scan.gibibytes("conv_state size: ", "conv_state_bytes", "GB");
  scan.gibibytes("ssm_state size: ", "ssm_state_bytes", "GB");
  scan.gibibytes("intermediate_ssm_state_cache size: ", "", "GB");
  scan.gibibytes("intermediate_conv_window_cache size: ", "", "GB");
  return std::move(scan).reading(
      "SGLang's pool of recurrent states on one rank. GB here is GiB (2^30 bytes); the "
      "sizes hold one slot more than is said, which padded requests write.");
}

std::optional<LogReading> read_sliding(LogScan scan) {
  scan.count("full_layer_tokens=", "max_total_num_tokens", "tokens");
  scan.count("swa_layer_tokens=", "swa_tokens", "tokens");
  scan.gibibytes("SWAKVPool mem usage: ", "rows_bytes", " GB");
  scan.count("swa size: ", "swa_tokens", "tokens");
  scan.count("full size: ", "max_total_num_tokens", "tokens");
  return std::move(scan).reading(
      "SGLang parts its rows into a pool for full layers and one for sliding layers, by --swa-full-tokens-ratio "
      "or "
      "by what --max-running-requests can hold. GB here is GiB (2^30 bytes).");
}

std::optional<LogReading> read_compressed(LogScan scan) {
  scan.count(", full_token=", "max_total_num_tokens", "tokens");
  scan.count(" full=", "max_total_num_tokens", "tokens");
  scan.count("swa=", "swa_tokens", "tokens");
  scan.count(" c4=", "c4_rows", "rows");
  scan.count(" c128=", "c128_rows", "rows");
  scan.count("c4_state=", "c4_state_rows", "rows");
  scan.gibibytes("available_bytes=", "available_bytes", " GB");
  scan.gibibytes("c128_state_fixed=", "c128_state_bytes", " GB");
  return std::move(scan).reading(
      "How SGLang parts the memory of DeepSeek-V4's pools: window rows, rows pooled 4 and 128 to one, rings of "
      "states. GB here is GiB (2^30 bytes).");
}

std::optional<LogReading> read_totals(LogScan scan) {
  scan.count("max_total_num_tokens=", "max_total_num_tokens", "tokens");
  scan.count("max_running_requests=", "max_running_requests", "requests");
  scan.count("context_len=", "context_tokens", "tokens");
  scan.gibibytes("available_gpu_mem=", "", " GB");
  return std::move(scan).reading(
      "What SGLang settled on: tokens of its pool, requests at once, the context; and the memory that is left "
      "after pools and graphs. GB here is GiB (2^30 bytes).");
}

std::optional<LogReading> read_error(LogScan scan) {
  if (scan.has("cannot hold even one request")) {
    scan.count("SWA pool (", "swa_tokens", "tokens");
    scan.count("page_size (", "page_size", "tokens");
    return std::move(scan).reading(
        "SGLang does not start: the sliding layers' pool is no larger than one window and a page.");
  }
  if (scan.has("leaves no room for the full KV pool")) {
    scan.count("SWA pool cap (", "swa_tokens", "tokens");
    return std::move(scan).reading(
        "SGLang does not start: the sliding layers' pool, sized by what the requests can hold, takes all memory.");
  }
  if (scan.has("Not enough memory. Please try to increase --mem-fraction-static")) {
    return std::move(scan).reading("SGLang does not start: no token's row fits into what the weights leave.");
  }
  if (scan.has("Loaded weights leave no GPU memory for the KV cache")) {
    return std::move(scan).reading(
        "SGLang does not start: weights take more than --mem-fraction-static of the memory.");
  }
  if (scan.has("Not enough GPU memory for hybrid") || scan.has("state cache is too small to serve")) {
    scan.count("max_mamba_cache_size=", "max_mamba_cache_size", "slots");
    return std::move(scan).reading("SGLang does not start: too few slots for recurrent states fit.");
  }
  if (scan.has("is larger than the profiled value")) {
    scan.count("profiled value ", "max_total_num_tokens", "tokens");
    return std::move(scan).reading("--max-total-tokens asks for more than fits; SGLang takes what fits.");
  }
  return std::nullopt;
}

}  // namespace

std::optional<LogReading> read_line(std::string_view line) {
  const LogScan scan(line);
  if (scan.has("KV Cache is allocated.") && scan.has("#tokens: ")) {
    return read_rows(scan);
  }
  if (scan.has("Mamba Cache is allocated.")) {
    return read_states(scan);
  }
  if (scan.has("Use sliding window memory pool") || scan.has("Use Sliding window memory pool") ||
      scan.has("SWAKVPool mem usage: ")) {
    return read_sliding(scan);
  }
  if (scan.has("DSV4 memory calculation: ") || scan.has("DSV4 pool sizes: ")) {
    return read_compressed(scan);
  }
  if (scan.has("max_total_num_tokens=")) {
    return read_totals(scan);
  }
  if (LogScan memory(line); scan.has("Memory pool end. avail mem=") && memory.gibibytes("avail mem=", "", " GB")) {
    return std::move(memory).reading(
        "Memory that is left on the device after the pools. GB here is GiB (2^30 bytes).");
  }
  return read_error(scan);
}

}  // namespace kvtally::sglang
