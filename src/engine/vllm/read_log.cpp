#include "engine/vllm/read_log.hpp"

#include <fmt/format.h>
#include <span>
#include <string>
#include <vector>

namespace kvtally::vllm {

namespace {

constexpr Wide kGib = Wide{1} << 30;
constexpr std::size_t kMostDigits = 24;

struct Field {
  std::string_view name;  // of a figure; empty: none is comparable
  std::string_view unit;
};

/// A stretch of a line: texts with a number between each two. A field of bytes is printed in GiB.
struct Pattern {
  std::vector<std::string_view> texts;
  std::vector<Field> fields;
  std::string_view meaning;
};

const Field kNeeded{"kv_bytes_for_max_len", "bytes"};
const Field kAvailable{"available_kv_cache_bytes", "bytes"};
const Field kLength{"max_model_len", "tokens"};

std::vector<Pattern> size_patterns() {
  return {
      {{"GPU KV cache size: ", " tokens"},
       {{"kv_cache_tokens", "tokens"}},
       "Tokens by vLLM's own count: since 2026-04-28 requests of max_model_len times that length, before it the "
       "blocks of one group times the smallest block."},
      {{"Maximum concurrency for ", " tokens per request: ", "x"},
       {kLength, {"max_concurrency", ""}},
       "Requests of that length that the blocks hold at once."},
      {{"# GPU blocks: ", ""}, {{"num_gpu_blocks", "blocks"}}, "Blocks of one device."},
      {{"Available KV cache memory: ", " GiB"}, {kAvailable}, "Memory of one device that is left for the cache."},
      {{"kv_cache_size=", "GiB"}, {kAvailable}, "Memory of one device that is left for the cache."},
      {{"Setting attention block size to ", " tokens"},
       {{"attention_block_size", "tokens"}},
       "A block of attention was enlarged until its page holds a state."},
      {{"Padding mamba page size by ", "%"},
       {{"mamba_padding_percent", "percent"}},
       "A state's page is larger than the state by so much."},
      {{"Add ", " padding layers, may waste at most ", "% KV cache memory"},
       {{"", "layers"}, {"", "percent"}},
       "Groups of layers have one size; so many slots of a bucket stay empty."},
      {{"Overriding num_gpu_blocks=", " with num_gpu_blocks_override=", ""},
       {{"", "blocks"}, {"num_gpu_blocks", "blocks"}},
       "The number of blocks is that of --num-gpu-blocks-override, whatever the memory."},
      {{"Setting kv cache block size to ", " for "},
       {{"attention_block_size", "tokens"}},
       "The attention backend wants blocks of so many tokens."},
  };
}

std::vector<Pattern> errors() {
  return {
      {{"max seq len (", "), (", " GiB KV cache is needed"},
       {kLength, kNeeded},
       "One request of max_model_len does not fit into what is left for the cache."},
      {{"max seq len (", "), (", " GB KV cache is needed"},
       {kLength, kNeeded},
       "One request of max_model_len does not fit into what is left for the cache. GB here is GiB."},
      {{"available KV cache memory (", " GiB)"}, {kAvailable}, "So much is left for the cache on one device."},
      {{"available KV cache memory (", " GB)"},
       {kAvailable},
       "So much is left for the cache on one device. GB here is GiB."},
      {{"estimated maximum model length is ", ""},
       {{"estimated_max_len", "tokens"}},
       "The longest request that fits."},
      {{"max seq len (", ") is larger than the maximum number of tokens that can be stored in KV cache (", ")"},
       {kLength, {"kv_cache_tokens", "tokens"}},
       "One request of max_model_len does not fit into the blocks."},
      {{"Auto-fit max_model_len: reduced from ", " to ", " to fit"},
       {{"", "tokens"}, {"estimated_max_len", "tokens"}},
       "The longest request that fits became max_model_len."},
      {{"Auto-fit max_model_len: full model context length ", " fits"},
       {kLength},
       "A request of the model's whole context fits."},
      {{"No available memory for the cache blocks"}, {}, "Weights and activations leave nothing for the cache."},
  };
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// The digits at the front, with commas and a point within them.
std::string_view number_of(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && size < kMostDigits &&
         (is_digit(text[size]) || (size > 0 && (text[size] == ',' || text[size] == '.') &&
                                   size + 1 < text.size() && is_digit(text[size + 1])))) {
    ++size;
  }
  return text.substr(0, size);
}

LogQuantity quantity_of(const Field& field, std::string_view number) {
  LogQuantity out;
  out.name = field.name;
  out.unit = field.unit;
  bool decimals = false;
  for (const char character : number) {
    if (is_digit(character)) {
      out.numerator = out.numerator * 10 + (character - '0');
      out.denominator *= decimals ? 10 : 1;
    }
    decimals = decimals || character == '.';
  }
  const bool bytes = field.unit == "bytes";
  out.printed =
      field.unit.empty() ? fmt::format("{}x", number) : fmt::format("{} {}", number, bytes ? "GiB" : field.unit);
  out.last_digit = decimals || bytes ? 1 : 0;
  if (bytes) {
    out.numerator *= kGib;
    out.last_digit = kGib;
  }
  return out;
}

// The quantities of a stretch that stands in the line.
std::optional<std::vector<LogQuantity>> quantities_in(std::string_view line, const Pattern& pattern) {
  const std::size_t at = line.find(pattern.texts.front());
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  std::vector<LogQuantity> out;
  std::string_view rest = line.substr(at + pattern.texts.front().size());
  for (std::size_t i = 0; i < pattern.fields.size(); ++i) {
    const std::string_view number = number_of(rest);
    rest.remove_prefix(number.size());
    if (number.empty() || !rest.starts_with(pattern.texts[i + 1])) {
      return std::nullopt;
    }
    rest.remove_prefix(pattern.texts[i + 1].size());
    out.push_back(quantity_of(pattern.fields[i], number));
  }
  return out;
}

void read_patterns(std::string_view line, const std::vector<Pattern>& patterns, LogReading& out) {
  for (const Pattern& pattern : patterns) {
    const auto quantities = quantities_in(line, pattern);
    if (!quantities) {
      continue;
    }
    out.meaning += out.meaning.empty() ? "" : " ";
    out.meaning += pattern.meaning;
    out.quantities.insert(out.quantities.end(), quantities->begin(), quantities->end());
  }
}

}  // namespace

std::optional<LogReading> read_log(std::string_view line) {
  LogReading out;
  read_patterns(line, errors(), out);
  read_patterns(line, size_patterns(), out);
  return out.meaning.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace kvtally::vllm
