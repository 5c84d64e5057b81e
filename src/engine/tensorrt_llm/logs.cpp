#include "engine/tensorrt_llm/logs.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/log_scan.hpp"

namespace kvtally::tensorrt_llm {

namespace {

constexpr double kGiB = 1 << 30;

double gib(Wide bytes) { return static_cast<double>(bytes) / kGiB; }

class Lines {
 public:
  Lines(const Request& request, const Sizes& sizes) : request_(request), sizes_(sizes) {}

  std::vector<EngineLogLine> lines() {
    if (!sizes_.known) {
      return {};
    }
    if (sizes_.quota) {
      quota();
      return std::move(out_);
    }
    memory();
    for (const WindowGroup& group : sizes_.groups) {
      bound(group);
    }
    pools();
    return std::move(out_);
  }

 private:
  const Settings& settings() const { return request_.settings; }
  void python(char level, std::string text, std::string note = {}) {
    out_.push_back({fmt::format("[TRT-LLM] [{}] {}", level, text), std::move(note)});
  }
  void runtime(std::string text, std::string note = {}) {
    out_.push_back({fmt::format("[TensorRT-LLM][INFO] {}", text), std::move(note)});
  }

  void quota() {
    if (settings().bytes) {
      python('I',
             fmt::format("max_gpu_total_bytes is provided. New quota is {}GiB", gib(settings().bytes->value)));
    }
    if (settings().max_tokens) {
      const double bytes = gib(*sizes_.quota);
      python('I',
             fmt::format("max_tokens {} is provided. Allowed quota from max_tokens is {}GiB. New quota is {}GiB",
                         *settings().max_tokens, bytes, bytes));
    }
  }

  void memory() {
    const auto budget = memory_budget(settings());
    if (budget && (settings().total_memory || settings().bytes)) {
      python('I', fmt::format("Estimated max memory in KV cache : {:.2f} GiB", gib(budget->value)));
    }
    if (!sizes_.clamped.empty()) {
      Wide needed = 0;
      for (const WindowGroup& group : sizes_.clamped) {
        needed += Wide{group.window} * group.bytes;
      }
      python('I', fmt::format("Required memory per sequence: {} bytes", needed));
      python('I', fmt::format("Memory bytes in pool: {}", budget->value));
    }
    if (settings().older && sizes_.groups.size() == 1) {
      runtime(fmt::format("Number of blocks in KV cache primary pool: {}", sizes_.groups.front().blocks));
      runtime(fmt::format(
          "Number of blocks in KV cache secondary pool: {}, onboard blocks to primary memory before reuse: true",
          sizes_.groups.front().secondary));
    }
  }

  // A window that the blocks cannot hold is cut to what they hold.
  void bound(const WindowGroup& group) {
    const Demand& demand = request_.demand;
    const Wide most = window_upper_bound(group.blocks, demand.block, settings(), demand.context);
    if (group.clamped > most) {
      python('W',
             fmt::format("Attention window size {} exceeds upper bound {} for available blocks. Reducing to {}.",
                         group.clamped, most, most));
    }
  }

  void pools() {
    const Demand& demand = request_.demand;
    Wide bytes = 0;
    Wide tokens = 0;
    for (const WindowGroup& group : sizes_.groups) {
      const Wide blocks = blocks_of_request(group, demand.context, demand.block);
      if (!settings().older) {
        runtime(
            fmt::format("Max KV cache blocks per sequence: {} [window size={}], tokens per block={}, primary "
                        "blocks={}, secondary blocks={}, max sequence length={}",
                        std::min(blocks, group.blocks), group.clamped, demand.block, group.blocks, group.secondary,
                        demand.context.value));
      } else if (sizes_.groups.size() == 1) {
        runtime(fmt::format("Max KV cache pages per sequence: {}", std::min(blocks, group.blocks)));
      }
      bytes += group.blocks * demand.block * group.bytes;
      tokens += group.blocks * demand.block;
    }
    if (sizes_.groups.empty()) {
      return;
    }
    runtime(fmt::format("Number of tokens per block: {}.", demand.block));
    runtime(fmt::format("[MemUsageChange] Allocated {:.2f} GiB for max tokens in paged KV cache ({}).", gib(bytes),
                        tokens),
            sizes_.groups.size() > 1 ? "tokens of all windows added up" : "");
  }

  const Request& request_;
  const Sizes& sizes_;
  std::vector<EngineLogLine> out_;
};

std::optional<LogReading> read_pool(LogScan scan) {
  if (scan.has("paged KV cache (") &&
      scan.gibibytes("[MemUsageChange] Allocated ", "allocated_kv_bytes", " GiB")) {
    scan.count("paged KV cache (", "max_tokens", "tokens");
    return std::move(scan).reading(
        "TensorRT-LLM's pools of blocks on one rank, and the tokens that they hold: whole blocks, for all "
        "requests "
        "together.");
  }
  return std::nullopt;
}

std::optional<LogReading> read_blocks(LogScan scan) {
  if (scan.count("KV cache primary pool: ", "primary_blocks", "blocks")) {
    return std::move(scan).reading("Blocks of TensorRT-LLM's pool on the device.");
  }
  if (scan.count("KV cache secondary pool: ", "secondary_blocks", "blocks")) {
    return std::move(scan).reading("Blocks of TensorRT-LLM's pool in host memory.");
  }
  if (scan.count("Number of tokens per block: ", "tokens_per_block", "tokens")) {
    return std::move(scan).reading("Tokens of one block of TensorRT-LLM's pools.");
  }
  if (scan.count("Max KV cache pages per sequence: ", "", "blocks")) {
    return std::move(scan).reading("Blocks that one request may take.");
  }
  if (scan.count("Max KV cache blocks per sequence: ", "", "blocks")) {
    scan.count("[window size=", "", "tokens");
    scan.count("tokens per block=", "tokens_per_block", "tokens");
    scan.count("primary blocks=", "primary_blocks", "blocks");
    scan.count("secondary blocks=", "secondary_blocks", "blocks");
    scan.count("max sequence length=", "", "tokens");
    return std::move(scan).reading(
        "The pool of one window: blocks that one request may take, and blocks on the device and in host memory.");
  }
  return std::nullopt;
}

std::optional<LogReading> read_memory(LogScan scan) {
  if (scan.has("when calculating max tokens in paged kv cache")) {
    scan.gibibytes("total: ", "", " GiB");
    scan.gibibytes("available: ", "", " GiB");
    return std::move(scan).reading(
        "Memory of the device and what is free of it; --free_gpu_memory_fraction of the free memory becomes "
        "blocks.");
  }
  if (scan.gibibytes("Estimated max memory in KV cache : ", "primary_pool_bytes", " GiB")) {
    return std::move(scan).reading(
        "What the dry run leaves to the cache: --free_gpu_memory_fraction of the memory beside the peak.");
  }
  if (scan.has("Peak memory during memory usage profiling")) {
    scan.gibibytes("(torch + non-torch): ", "", " GiB");
    scan.gibibytes("available KV cache memory when calculating max tokens: ", "primary_pool_bytes", " GiB");
    scan.count("kv size is ", "estimated_bytes_per_token", "bytes");
    scan.gibibytes("device total memory ", "", " GiB");
    return std::move(scan).reading(
        "The dry run: peak memory, what it leaves to the cache, and the bytes of a token by which that is "
        "divided.");
  }
  if (scan.count("Required memory per sequence: ", "", "bytes")) {
    return std::move(scan).reading("Bytes of one request whose windows are all full.");
  }
  if (scan.count("Memory bytes in pool: ", "primary_pool_bytes", "bytes")) {
    return std::move(scan).reading("Bytes that the pools of all windows share.");
  }
  return std::nullopt;
}

std::optional<LogReading> read_limit(LogScan scan) {
  if (scan.has("exceeds upper bound")) {
    scan.count("Attention window size ", "", "tokens");
    scan.count("exceeds upper bound ", "window_upper_bound", "tokens");
    return std::move(scan).reading(
        "The pool holds fewer tokens than one request may have; requests are cut to it.");
  }
  if (scan.has("New quota is")) {
    scan.gibibytes("New quota is ", "quota_bytes", "GiB");
    return std::move(scan).reading(
        "Bytes of the manager that counts bytes; tokens follow from what requests take.");
  }
  if (scan.has("Both free_gpu_memory_fraction and max_tokens are set")) {
    return std::move(scan).reading("Tokens are limited by the memory and by --max_tokens; the smaller one holds.");
  }
  if (scan.count("Adjusted max_seq_len to ", "", "tokens")) {
    return std::move(scan).reading("Requests are cut to what the pool holds.");
  }
  if (scan.has("Impossible to fit")) {
    return std::move(scan).reading("TensorRT-LLM does not start: no block fits into the memory that is left.");
  }
  return std::nullopt;
}

}  // namespace

std::vector<EngineLogLine> pool_lines(const Request& request, const Sizes& sizes) {
  return Lines(request, sizes).lines();
}

std::optional<LogReading> read_line(std::string_view line) {
  const LogScan scan(line);
  for (const auto read : {read_pool, read_blocks, read_memory, read_limit}) {
    if (auto reading = read(scan)) {
      return reading;
    }
  }
  return std::nullopt;
}

}  // namespace kvtally::tensorrt_llm
