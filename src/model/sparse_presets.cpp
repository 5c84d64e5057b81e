#include "model/presets.hpp"

namespace kvtally {

namespace {

Indexer own_indexer(const IndexHeads& index, Pooled pooling = {}) {
  Indexer indexer;
  indexer.heads = index.heads;
  indexer.key = {Role::index_key, 1, index.dim, bf16()};
  indexer.pooling = pooling;
  return indexer;
}

// Key-like and gate rows of the positions that the next pooled entry is made of (DeepSeek-V4's compressor).
Open gated_open(Role role, std::int64_t dim, std::int64_t rate, bool overlapping) {
  const std::int64_t width = overlapping ? 2 * dim : dim;
  Open open;
  open.every = rate;
  open.pending = {{role, 1, width, bf16()}, {Role::gate, 1, width, bf16()}};
  if (overlapping) {
    open.overlap = {{role, 1, dim, bf16()}, {Role::gate, 1, dim, bf16()}};
    open.overlap_blocks = 1;
  }
  return open;
}

Memory named(Memory memory, std::string name, Retention retention) {
  memory.name = std::move(name);
  memory.retention = retention;
  return memory;
}

Layer sparse_layer(std::string kind, std::string tag, std::vector<Memory> memories) {
  return {
      .kind = std::move(kind), .tag = std::move(tag), .memories = std::move(memories), .state = {}, .sharing = {}};
}

}  // namespace

Layer deepseek_sparse_attention(Memory memory, const TopKIndex& index) {
  memory.selection = TopK{index.top_k};
  Indexer indexer = own_indexer(index.index, {index.pool, index.pool});
  if (index.pool > 1) {
    memory.selection = Blocks{index.top_k / index.pool, index.pool, Blocks::Newest::beside};
    indexer.open = gated_open(Role::index_key, index.index.dim, index.pool, false);
  }
  if (index.reused) {
    indexer = {};
    indexer.source = Indexer::Source::earlier_layer;
  }
  memory.indexer = std::move(indexer);
  return sparse_layer("dsa", "deepseek_sparse_attention", {std::move(memory)});
}

Layer qwen_sparse_attention(Memory memory, const BlockBudget& budget) {
  memory.selection = Blocks{budget.budget / budget.block, budget.block, Blocks::Newest::beside};
  Indexer indexer = own_indexer(budget.index, {budget.block, budget.block});
  Open open;
  open.every = budget.block;
  open.pending = {{Role::index_key, 1, budget.index.dim, bf16()}};
  indexer.open = std::move(open);
  memory.indexer = std::move(indexer);
  return sparse_layer("qsa", "qwen_sparse_attention", {std::move(memory)});
}

Layer minimax_sparse_attention(Memory memory, const BlockIndex& index) {
  memory.selection = Blocks{index.top_blocks, index.block, Blocks::Newest::among};
  memory.indexer = own_indexer(index.index);
  return sparse_layer("msa", "minimax_m3_sparse", {std::move(memory)});
}

Layer native_sparse_attention(const Memory& memory, const NativeSparse& sparse) {
  Memory compressed = named(memory, "compressed", Pooled{sparse.compress_span, sparse.compress_stride});
  Open open;
  open.every = sparse.compress_stride;
  open.pending = memory.entry;
  open.overlap = memory.entry;
  open.overlap_blocks = sparse.compress_span / sparse.compress_stride - 1;
  compressed.open = std::move(open);

  Memory selected = named(memory, "selected", All{});
  selected.selection = Blocks{sparse.top_blocks, sparse.block, Blocks::Newest::among};
  selected.indexer.emplace();
  selected.indexer->source = Indexer::Source::other_branch;

  Memory window = named(memory, "window", Window{sparse.window, 0});
  return sparse_layer("nsa", "native_sparse_attention",
                      {std::move(compressed), std::move(selected), std::move(window)});
}

Layer compressed_sparse_attention(const SharedRow& row, const CompressedSparse& sparse) {
  const Pooled pooling{sparse.rate, sparse.rate};
  Memory pooled = named(shared_row_memory(row), "pooled", pooling);
  pooled.selection = TopK{sparse.top_k};
  pooled.open = gated_open(Role::key_and_value, row.dim, sparse.rate, true);
  pooled.indexer = own_indexer(sparse.index, pooling);
  pooled.indexer->open = gated_open(Role::index_key, sparse.index.dim, sparse.rate, true);
  Memory window = named(shared_row_memory(row), "window", Window{sparse.window, 0});
  return sparse_layer("csa", "compressed_sparse_attention", {std::move(window), std::move(pooled)});
}

Layer heavily_compressed_attention(const SharedRow& row, std::int64_t window_size, std::int64_t rate) {
  Memory pooled = named(shared_row_memory(row), "pooled", Pooled{rate, rate});
  pooled.open = gated_open(Role::key_and_value, row.dim, rate, false);
  Memory window = named(shared_row_memory(row), "window", Window{window_size, 0});
  return sparse_layer("hca", "heavily_compressed_attention", {std::move(window), std::move(pooled)});
}

}  // namespace kvtally
