#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "account/terms.hpp"
#include "engine/vllm/settings.hpp"

namespace kvtally::vllm {

enum class SpecKind : std::uint8_t { full, mla, sliding, sliding_mla, chunked, cross, mamba };

/// vLLM's name of the class: "FullAttentionSpec".
std::string_view name_of(SpecKind kind);

/// How one layer's cache is stored: in pages of block_size tokens, one page a block.
struct CacheSpec {
  SpecKind kind = SpecKind::full;
  std::int64_t block_size = 16;     // tokens of a page; mamba: of the state that a page holds
  std::int64_t ratio = 1;           // tokens of a stored row (compress_ratio)
  Bytes row;                        // a stored row, or a whole state, on one rank
  std::int64_t span = 0;            // sliding_window, attention_chunk_size or encoder tokens
  std::int64_t alignment = 1;       // pages are a multiple of so many bytes
  Bytes padded;                     // page_size_padded; 0: the page is not padded
  std::vector<std::int64_t> shape;  // heads and dims, or a state's tensors: what else must be equal in a group
  friend bool operator==(const CacheSpec&, const CacheSpec&) = default;
};

/// What one layer asks for. A layer may ask for several: a latent and its index keys.
struct LayerSpec {
  std::int64_t layer = 0;  // its place in the model; draft layers follow the last one
  Part part = Part::entries;
  CacheSpec spec;
  Bytes whole_row;        // a row of all ranks together, each head once
  std::int64_t span = 0;  // of the layer, also where it is stored in full; 0: all tokens
  bool hidden = false;    // hidden states, which no attention reads
};

/// Rows of a page: 1 of a state.
std::int64_t rows_of_page(const CacheSpec& spec);
/// A page without padding.
Bytes plain_page(const CacheSpec& spec);
/// page_size_bytes.
Bytes page_of(const CacheSpec& spec);

/// What sets how many tokens a request keeps.
struct Use {
  std::int64_t max_model_len = 1;
  std::int64_t in_flight = 0;  // max_in_flight_tokens
  std::int64_t dcp = 1;
  MambaMode mamba_mode = MambaMode::none;
  std::int64_t speculative = 0;
  std::int64_t retained = 0;  // extra_retained_tokens of windows
};
Use use_of(const Settings& settings, std::int64_t own_draft_layers);

/// Tokens of one request that the layer keeps at most; of a state how many states.
Wide kept_at_most(const CacheSpec& spec, const Use& use);

/// Blocks of one request of max_model_len: max_memory_usage_bytes in pages.
Wide blocks_of_request(const CacheSpec& spec, const Use& use);

}  // namespace kvtally::vllm
