#include <array>
#include <fmt/format.h>

#include "reference/kind/grouped_query.hpp"
#include "reference/kind/minimax_sparse.hpp"
#include "reference/kind/qwen_sparse.hpp"
#include "verify/memory.hpp"
#include "verify/proofs/indexed.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/random/tensor.hpp"

// Qwen's and MiniMax's sparse attention, which choose blocks: 4 query heads on 2 key heads, 2 index heads.

namespace kvtally {

namespace {

using reference::Chosen;
using reference::Counter;
using reference::IndexedLayer;
using reference::Tensor;

constexpr std::int64_t kBlockCaseTokens = 23;

struct BlockCase {
  reference::NewTokens tokens;
  Tensor query, key;
};

BlockCase block_case(std::mt19937_64& generator) {
  return {{random_tensor({2, 4, kBlockCaseTokens, 6}, generator),
           random_tensor({2, 2, kBlockCaseTokens, 6}, generator),
           random_tensor({2, 2, kBlockCaseTokens, 3}, generator)},
          random_tensor({2, 2, kBlockCaseTokens, 6}, generator),
          random_tensor({2, 1, kBlockCaseTokens, 6}, generator)};
}

using BlockChooser = Chosen (*)(IndexedLayer&, const BlockCase&, std::int64_t blocks, Counter&);

Chosen by_qwen(IndexedLayer& memory, const BlockCase& layer, std::int64_t blocks, Counter& counter) {
  const reference::BlockKey how{Tensor({6}), reference::Real(1e-6), std::nullopt};
  return qwen_choice(memory, layer.query, layer.key, how, {blocks, 4}, counter);
}

Chosen by_minimax(IndexedLayer& memory, const BlockCase& layer, std::int64_t blocks, Counter& counter) {
  return minimax_choice(memory, layer.query, layer.key, {blocks, 4, 1}, counter);
}

template <BlockChooser kChoose>
void all_blocks_are_full_attention(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240705);
  const BlockCase layer = block_case(generator);
  const auto output = [&](std::optional<std::int64_t> blocks) {
    Counter counter;
    reference::Cache cache;
    cache.add(exact_indexed_layer(counter));
    if (!blocks) {
      return grouped_query({cache, 0, reference::kernel("streaming"), counter}, layer.tokens, {}).output;
    }
    const Chosen chosen = kChoose(dynamic_cast<IndexedLayer&>(cache.layer(0)), layer, *blocks, counter);
    return attend(reading({cache, 0, reference::kernel("block_sparse"), counter}, chosen.blocks), layer.tokens,
                  reference::causal(), {})
        .output;
  };
  const Tensor full = output(std::nullopt);
  for (const std::int64_t blocks : {6, 50}) {  // ⌈23 ÷ 4⌉ = 6
    checks.near(fmt::format("{} blocks of 4 of {} tokens", blocks, kBlockCaseTokens), full, output(blocks),
                kProofBound);
  }
  checks.holds("3 blocks differ", largest_difference(full, output(3)) > kProofBound);
}

constexpr std::array kBlockSparseProofs{
    memory_proof("qsa.memory"),
    Proof{"qsa.all", "qsa", "a budget of all blocks is full attention",
          "23 tokens in blocks of 4, of which the last is incomplete", all_blocks_are_full_attention<by_qwen>},
    memory_proof("msa.memory"),
    Proof{"msa.all", "msa", "as many blocks as there are is full attention", "23 tokens in blocks of 4",
          all_blocks_are_full_attention<by_minimax>},
};

}  // namespace

std::span<const Proof> block_sparse_proofs() { return kBlockSparseProofs; }

}  // namespace kvtally
