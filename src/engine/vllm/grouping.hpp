#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/vllm/layers.hpp"

namespace kvtally::vllm {

/// How a worker lays tensors under the blocks.
enum class Layout : std::uint8_t {
  none,     // no layer keeps anything
  pools,    // tensors of equal pages, each shared by one layer of every group
  uniform,  // one group, a tensor for each layer by its own page
  packed,   // DeepSeek-V4: the pages of a group's layers one behind the other, all groups over the same bytes
};

/// Layers with one block table.
struct Group {
  std::vector<std::size_t> layers;  // of this worker, indices into Grouping::specs
  std::vector<std::size_t> all;     // of all pipeline stages
};

struct Grouping {
  Layout layout = Layout::none;
  std::vector<LayerSpec> specs;  // with unified pages
  std::vector<Group> groups;
  std::vector<std::string> log;
  std::string refusal;  // in vLLM's words; empty: none
};

/// The groups of a model's layers (vLLM's get_kv_cache_groups).
Grouping group_layers(const CacheLayers& layers, const Settings& settings);

/// The groups as far as one pipeline stage has their layers: those from `first` to before `end`.
Grouping on_worker(const Grouping& all, std::int64_t first, std::int64_t end);

/// Bytes of a block of this worker, whichever group has it.
Bytes block_bytes(const Grouping& grouping);

/// Blocks of a group for one request of max_model_len.
Wide blocks_of_group(const Grouping& grouping, const Group& group, const Use& use);
/// Of all groups.
Wide blocks_of_request(const Grouping& grouping, const Use& use);

/// What vLLM says that one request of max_model_len needs; more than block_bytes × blocks where it adds up the
/// tuples of packed groups.
Bytes needed_bytes(const Grouping& grouping, const Use& use);

/// Layers of a group that have the page which most of them have.
std::int64_t tuples_of(const Grouping& grouping, const std::vector<std::size_t>& layers);

// Shared by the files of grouping alone.

bool one_spec(const std::vector<LayerSpec>& specs);
bool one_type(const std::vector<LayerSpec>& specs);
/// A group of hidden states behind the others, whose page its own is padded to.
void append_hidden_group(Grouping& out, LayerSpec hidden);
/// The packed groups; a refusal where the layers are none of DeepSeek-V4.
void pack(Grouping& out);

}  // namespace kvtally::vllm
