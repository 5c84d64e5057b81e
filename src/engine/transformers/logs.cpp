#include "engine/transformers/logs.hpp"

#include <fmt/format.h>

#include "core/parse.hpp"

namespace kvtally::transformers {

namespace {

constexpr Wide kMiB = 1 << 20;

// The digits behind `key`; nothing where there are none.
std::optional<std::int64_t> number_after(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = line.substr(at + key.size());
  const auto number = parse_integer(rest.substr(0, rest.find_first_not_of("0123456789")));
  return number ? std::optional(*number) : std::nullopt;
}

LogQuantity exactly(std::string name, std::string unit, std::int64_t value) {
  std::string printed = fmt::format("{} {}", value, unit);
  return {std::move(name), std::move(printed), std::move(unit), value, 1, 0};
}

std::optional<LogReading> read_memory(std::string_view line) {
  const auto mebibytes = number_after(line, "Memory available for cache allocation: ");
  if (!mebibytes) {
    return std::nullopt;
  }
  return LogReading{
      "The free memory times max_memory_percent, in MiB rounded down: what the paged cache, the tensors "
      "of a batch and the largest activations may take together.",
      {{"available_bytes", fmt::format("{} MB", *mebibytes), "bytes", *mebibytes * kMiB, 1, kMiB}}};
}

std::optional<LogReading> read_sizes(std::string_view line) {
  if (line.find("Paged cache initialized: ") == std::string_view::npos) {
    return std::nullopt;
  }
  const auto tokens = number_after(line, "self.max_batch_tokens = ");
  const auto blocks = number_after(line, "self.num_blocks = ");
  const auto size = number_after(line, "self.block_size = ");
  if (!tokens || !blocks || !size) {
    return std::nullopt;
  }
  return LogReading{
      "The paged cache of continuous batching: tokens of one batch, blocks for requests (two more are "
      "for padding) and tokens of a block of one group of layers.",
      {exactly("max_batch_tokens", "tokens", *tokens), exactly("num_blocks", "blocks", *blocks),
       exactly("block_size", "tokens", *size)}};
}

std::optional<LogReading> read_shape(std::string_view line) {
  if (line.find("self.cache_shape = (") == std::string_view::npos) {
    return std::nullopt;
  }
  const auto rows = number_after(line, "self.cache_shape = (");
  const auto elements = number_after(line, "self.key_cache[0].numel() = ");
  if (!rows || !elements) {
    return std::nullopt;
  }
  return LogReading{
      "Each tensor of the paged cache: tokens of all blocks, two for padding among them, KV heads of one "
      "rank, head size. There are two for each layer of a group.",
      {exactly("cache_tokens", "tokens", *rows), exactly("key_cache_elements", "elements", *elements)}};
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
