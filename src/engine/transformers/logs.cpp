#include "engine/transformers/logs.hpp"

#include <utility>

#include "engine/log_scan.hpp"

namespace kvtally::transformers {

namespace {

constexpr Wide kMiB = 1 << 20;

std::optional<LogReading> read_memory(std::string_view line) {
  LogScan scan(line);
  if (!scan.count("Memory available for cache allocation: ", "available_bytes", "MB")) {
    return std::nullopt;
  }
  LogReading out = std::move(scan).reading(
      "The free memory times max_memory_percent, in MiB rounded down: what the paged cache, the tensors of a "
      "batch and "
      "the largest activations may take together.");
  LogQuantity& memory = out.quantities.front();
  memory.unit = "bytes";
  memory.numerator *= kMiB;
  memory.last_digit = kMiB;
  return out;
}

std::optional<LogReading> read_sizes(std::string_view line) {
  LogScan scan(line);
  const bool known = scan.has("Paged cache initialized: ") &&
                     scan.count("self.max_batch_tokens = ", "max_batch_tokens", "tokens") &&
                     scan.count("self.num_blocks = ", "num_blocks", "blocks") &&
                     scan.count("self.block_size = ", "block_size", "tokens");
  return known
             ? std::optional(std::move(scan).reading("The paged cache of continuous batching: tokens of one "
                                                     "batch, blocks for requests (two more are "
                                                     "for padding) and tokens of a block of one group of layers."))
             : std::nullopt;
}

std::optional<LogReading> read_shape(std::string_view line) {
  LogScan scan(line);
  const bool known = scan.count("self.cache_shape = (", "cache_tokens", "tokens") &&
                     scan.count("self.key_cache[0].numel() = ", "key_cache_elements", "elements");
  return known
             ? std::optional(std::move(scan).reading(
                   "Each tensor of the paged cache: tokens of all blocks, two for padding among them, KV heads of "
                   "one rank, head size. There are two for each layer of a group."))
             : std::nullopt;
}

}  // namespace

std::optional<LogReading> read_log(std::string_view line) {
  if (auto memory = read_memory(line)) {
    return memory;
  }
  if (auto sizes = read_sizes(line)) {
    return sizes;
  }
  return read_shape(line);
}

}  // namespace kvtally::transformers
