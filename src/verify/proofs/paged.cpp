#include <array>
#include <fmt/format.h>
#include <numeric>
#include <random>

#include "verify/proofs/page_walk.hpp"
#include "verify/proofs/paged_twin.hpp"
#include "verify/proofs/parts.hpp"

namespace kvtally {

namespace {

using reference::BlockHash;
using reference::BlockManager;
using reference::Counter;
using reference::Group;
using reference::PagedLayer;
using reference::Tensor;
using reference::TokenId;

constexpr std::size_t kBlock = 16;  // tokens

// Of the containers here a token has keys of 3 and values of 5 numbers for 2 heads.
constexpr Wide kToken = Wide{2} * (3 + 5) * sizeof(reference::Real);

std::vector<TokenId> random_token_ids(std::size_t count, std::mt19937_64& generator) {
  std::uniform_int_distribution<TokenId> token(0, 199999);
  std::vector<TokenId> out(count);
  std::ranges::generate(out, [&] { return token(generator); });
  return out;
}

// Four blocks of four tokens, of which the last has two.
std::int64_t new_blocks(bool shareable) {
  BlockManager manager(16, 4);
  const Group group{.id = 0, .shareable = shareable};
  auto table = *manager.allocate(4, std::nullopt, group);
  if (shareable) {
    std::vector<TokenId> tokens(14);
    std::iota(tokens.begin(), tokens.end(), TokenId{0});
    manager.complete(3, table, tokens);
  }
  const std::int64_t before = manager.blocks_in_use();
  const bool forked = manager.fork(table, shareable ? manager.complete_blocks(table) : 0, 2, group).has_value();
  return forked ? manager.blocks_in_use() - before : -1;
}

void fork_costs(Checks& checks, const Subject&) {
  checks.equal("unshared", 8, new_blocks(false), "blocks");
  checks.equal("shared", 2, new_blocks(true), "blocks");
  // In bytes, copied and kept.
  Counter counter;
  PagedLayer layer({16, 4}, reference::codec("real"), reference::codec("real"), counter);
  layer.update(Tensor({1, 2, 14, 3}), Tensor({1, 2, 14, 5}));
  const Bytes before = layer.footprint().carried;
  counter.take();
  const bool forked = layer.fork(0, 2).has_value();
  const Wide two_blocks = Wide{2} * 4 * kToken;
  checks.equal("kept", two_blocks, forked ? (layer.footprint().carried - before).value : -1, "bytes");
  checks.equal("copied", two_blocks, counter.counts().copied.value, "bytes");
}

std::vector<BlockHash> chain(std::span<const TokenId> tokens, std::uint32_t group) {
  std::vector<BlockHash> hashes;
  for (; tokens.size() >= kBlock; tokens = tokens.subspan(kBlock)) {
    const auto parent = hashes.empty() ? std::nullopt : std::optional(hashes.back());
    hashes.push_back(reference::block_hash(parent, tokens.first(kBlock), group));
  }
  return hashes;
}

std::int64_t equal_blocks(const std::vector<BlockHash>& a, const std::vector<BlockHash>& b) {
  std::int64_t equal = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    equal += a[i] == b[i] ? 1 : 0;
  }
  return equal;
}

// Prompts of 8 blocks. One token of the fifth is changed: four blocks are equal still, and none behind them,
// though their own tokens are.
void hashes(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240601);
  constexpr int kPrompts = 200;
  std::int64_t same = 0;
  std::int64_t before_change = 0;
  std::int64_t other_group = 0;
  for (int i = 0; i < kPrompts; ++i) {
    std::vector<TokenId> tokens = random_token_ids(8 * kBlock, generator);
    const auto first = chain(tokens, 0);
    same += equal_blocks(first, chain(std::vector(tokens), 0));
    other_group += equal_blocks(first, chain(tokens, 1));
    tokens[4 * kBlock + generator() % kBlock] ^= 1;
    before_change += equal_blocks(first, chain(tokens, 0));
  }
  checks.equal("equal prompts", Wide{kPrompts} * 8, same, "equal hashes");
  checks.equal("another token in the fifth block", Wide{kPrompts} * 4, before_change, "equal hashes");
  checks.equal("another group", 0, other_group, "equal hashes");
}

void no_leaks(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240602);
  std::int64_t faults = 0;
  std::int64_t left = 0;
  for (int walk = 0; walk < 60; ++walk) {
    PageWalk pages(static_cast<std::int64_t>(4 + generator() % 40),
                   static_cast<std::int64_t>(1 + generator() % 5));
    for (int step = 0; step < 150; ++step) {
      pages.step(generator());
      faults += pages.faults();
    }
    pages.end_all();
    faults += pages.faults();
    left += pages.manager().blocks_in_use();
  }
  checks.equal("references that are no table's entry, and blocks in two places", 0, faults, "faults");
  checks.equal("in use after the last request", 0, left, "blocks");
}

void dense(Checks& checks, const reference::Kernel& paged, const reference::Kernel& base) {
  std::mt19937_64 generator(20240603);
  double difference = 0;
  double changed = 0;
  for (int round = 0; round < 20; ++round) {
    const auto block_size = static_cast<std::int64_t>(1 + generator() % 6);
    PagedTwin twin({64, block_size}, static_cast<std::int64_t>(1 + generator() % 3), paged, base);
    twin.attend(static_cast<std::int64_t>(1 + generator() % 12), generator());
    for (int step = 0; step < 8; ++step) {
      twin.attend(1, generator());
    }
    difference = std::max(difference, twin.difference());
    for (int step = 0; step < 25; ++step) {
      twin.step(generator());
    }
    changed = std::max(changed, twin.difference());
  }
  checks.within(fmt::format("{}/prefill, then decode", paged.name), difference, 0);
  checks.within(fmt::format("{}/forks, reorders, crops, equal prompts", paged.name), changed, 0);
}

// A kernel "paged|NAME" beside NAME, and eager, which does not look at pages.
void paged_cache_is_dense(Checks& checks, const Subject&) {
  constexpr std::string_view kPaged = "paged|";
  dense(checks, reference::kernel("eager"), reference::kernel("eager"));
  for (const reference::Kernel& kernel : reference::kernels()) {
    if (kernel.name.starts_with(kPaged)) {
      dense(checks, kernel, reference::kernel(kernel.name.substr(kPaged.size())));
    }
  }
}

// S tokens of any number of requests that share nothing take ⌈S ÷ block⌉ blocks each.
void whole_blocks(Checks& checks, const Subject&) {
  constexpr std::int64_t kSize = 16;
  for (const std::int64_t tokens : {1, 15, 16, 17, 48, 49}) {
    Counter counter;
    PagedLayer layer({32, kSize}, reference::codec("real"), reference::codec("real"), counter);
    layer.update(Tensor({3, 2, tokens, 3}), Tensor({3, 2, tokens, 5}));
    checks.equal(fmt::format("S={}", tokens), Wide{3} * ((tokens + kSize - 1) / kSize) * kSize * kToken,
                 layer.footprint().carried.value, "bytes");
  }
}

constexpr std::array kPagedProofs{
    Proof{"paged.fork", "paged", "four blocks forked to two children cost eight new blocks unshared, two shared",
          "the block manager forks both ways; the container's bytes are counted beside it", fork_costs},
    Proof{"paged.hash", "paged",
          "blocks with equal prefixes have equal hashes; after another token or in another group none has",
          "200 random prompts of eight blocks", hashes},
    Proof{"paged.leaks", "paged", "no reference is lost or left over, and no shared block is written",
          "60 random walks of 150 steps over requests that come, grow, fork and end, checked after each step",
          no_leaks},
    Proof{"paged.dense", "paged", "attention over pages is attention over one dense cache, bit for bit",
          "a paged and a dynamic cache go through the same random prefill, decode, forks, reorders and crops",
          paged_cache_is_dense},
    Proof{"paged.blocks", "paged", "a request's last block counts whole",
          "bytes of the blocks in use around whole blocks", whole_blocks},
};

}  // namespace

std::span<const Proof> paged_proofs() { return kPagedProofs; }

}  // namespace kvtally
