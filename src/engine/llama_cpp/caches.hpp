#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/llama_cpp/cells.hpp"
#include "engine/llama_cpp/layers.hpp"

namespace kvtally::llama_cpp {

enum class CacheKind : std::uint8_t { base, sliding, index, csa, hca, compressor, recurrent, draft };

/// One tensor of a cache: `width` elements in each of `cells` × `streams` rows.
struct Tensor {
  char part = 'K';  // K, V; R and S of states; C of compressors
  Wide width = 0;
  Wide cells = 0;
  Wide streams = 1;
  Format format;
  std::size_t layer = 0;  // index into StoredModel::layers, of a draft cache into drafts

  /// ggml's row size × rows: no padding between tensors.
  Bytes bytes() const;
};

/// What llama.cpp allocates in one object, with a line of its log each.
struct Cache {
  CacheKind kind = CacheKind::base;
  std::int64_t cells = 0;  // of each stream; of a recurrent cache the sequences
  std::int64_t streams = 1;
  std::int64_t layers = 0;
  std::vector<Tensor> tensors;

  Bytes bytes() const;
  Bytes bytes_of(char part) const;
};

/// "base", "sliding window", "index keys" …
std::string_view name_of(CacheKind kind);

/// The caches of the main context and, where it drafts, of the MTP context, in the order of the log. A model whose
/// layers all slide has an empty base cache, as llama.cpp has.
std::vector<Cache> caches_of(const StoredModel& model, const Settings& settings, const ContextSizes& sizes);

/// Bytes of a row of `width` elements, which are whole blocks.
Bytes row_size(const Format& format, Wide width);

/// The size that a backend's buffer gives a tensor: aligned to 32 bytes (CPU, Metal) or 128 (CUDA, where a
/// quantised row that is no multiple of 512 elements is followed by as many as complete it).
Bytes buffer_bytes(const Tensor& tensor, Backend backend);
/// The sum over a cache's tensors.
Bytes buffer_bytes(const Cache& cache, Backend backend);

}  // namespace kvtally::llama_cpp
