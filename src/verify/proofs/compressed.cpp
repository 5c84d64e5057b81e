#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "reference/kind/heavily_compressed.hpp"
#include "reference/tensor/norm.hpp"
#include "verify/memory.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/random/attention.hpp"
#include "verify/vectors/deepseek_v4_run.hpp"
#include "verify/vectors/layer_run.hpp"

// DeepSeek-V4's attention: pooled entries beside a window.

namespace kvtally {

namespace {

using reference::CompressedAttention;
using reference::Pool;
using reference::Real;
using reference::Tensor;

std::vector<std::int64_t> ones(std::int64_t count) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(count), 1);
}

CompressedAttention layer_of(std::string_view kind, std::int64_t rate, Generator& generator) {
  return random_attention(rate, kind == "csa" ? std::optional<std::int64_t>(2) : std::nullopt, generator);
}

// What the heads make of tokens when the first one stands at `origin`, before and after it is turned back.
struct AtOrigin {
  Tensor heads;
  Tensor back;
};

AtOrigin at_origin(CompressedAttention layer, std::int64_t origin, const Tensor& x) {
  layer.origin = origin;
  reference::Counter counter;
  CompressedBench bench(layer, reference::kernel("streaming"));
  const Tensor heads = compressed_heads(bench.means(), layer, compressed_tokens(layer, x, 0, counter)).output;
  return {heads, turned_back(layer, heads, 0)};
}

void shifted(Checks& checks, const Subject&) {
  Generator generator(20260401);
  for (const std::int64_t rate : {2, 3, 5}) {
    const CompressedAttention layer = layer_of(checks.kind(), rate, generator);
    const Tensor x = random_tensor({2, 17, kCompressedHidden}, generator);
    const AtOrigin from_0 = at_origin(layer, 0, x);
    for (const std::int64_t origin : {rate, 7 * rate}) {
      const AtOrigin later = at_origin(layer, origin, x);
      const std::string name = fmt::format("rate {}, from position {}", rate, origin);
      checks.near(name, from_0.back, later.back, kProofBound);
      checks.holds(name + ": not without turning back", largest_difference(from_0.heads, later.heads) > 0.01);
    }
  }
}

void by_chunks(Checks& checks, const Subject&) {
  Generator generator(20260402);
  for (const reference::Kernel* kernel : plain_kernels()) {
    for (const std::int64_t rate : {2, 3, 5}) {
      const CompressedAttention layer = layer_of(checks.kind(), rate, generator);
      const Tensor x = random_tensor({2, 17, kCompressedHidden}, generator);
      const Tensor whole = CompressedBench(layer, *kernel).take(x).output;
      const auto by = [&](std::string_view how, std::span<const std::int64_t> chunks) {
        checks.near(fmt::format("rate {}, {} ({})", rate, how, kernel->name), whole,
                    CompressedBench(layer, *kernel).take_chunks(x, chunks));
      };
      by("token by token", ones(17));
      by("in chunks", std::array<std::int64_t, 5>{4, 1, 7, 2, 3});
    }
  }
}

// Entries, rows and gates without an entry, and Ca halves of the last stretch, after S tokens.
void pool_sizes(Checks& checks, const Subject&) {
  Generator generator(20260403);
  for (const std::int64_t rate : {1, 2, 5}) {
    const CompressedAttention layer = layer_of(checks.kind(), rate, generator);
    const Tensor x = random_tensor({1, 2 * rate + 1, kCompressedHidden}, generator);
    CompressedBench bench(layer, reference::kernel("streaming"));
    for (std::int64_t seen = 1; seen <= x.size(1); ++seen) {
      bench.take(slice(x, 1, seen - 1, seen));
      const Pool& pool = bench.memory().pool();
      const std::string name = fmt::format("rate {}, S={}", rate, seen);
      const std::int64_t width = checks.kind() == "csa" ? 2 * kCompressedDim : kCompressedDim;
      const std::int64_t overlap = checks.kind() == "csa" && seen >= rate ? rate * kCompressedDim : 0;
      checks.equal(name + " entries", seen / rate, pool.entries(), "entries");
      checks.equal(name + " open", Wide{2} * ((seen % rate) * width + overlap) * kRealBytes,
                   pool.footprint().open.value, "bytes");
      CompressedBench once(layer, reference::kernel("streaming"));
      once.take(slice(x, 1, 0, seen));
      checks.near(name + " entries at once", pool.pooled().numbers(), once.memory().pool().pooled().numbers());
    }
  }
}

// A text's queries and rows, each row an entry by itself where it is pooled at a rate of 1.
struct Text {
  reference::SharedRowTokens tokens;
  reference::PoolTokens pool;
};

Tensor full_attention_over(const Text& text, const reference::Scoring& scoring) {
  reference::Counter counter;
  const reference::Rows rows(text.tokens.row, reference::positions_from(0, text.tokens.row.size(2)));
  const reference::Mask mask = reference::causal();
  return reference::kernel("eager")
      .run({.query = text.tokens.query,
            .keys = rows,
            .values = rows,
            .mask = mask,
            .scoring = scoring,
            .counter = counter})
      .output;
}

void rate_of_one(Checks& checks, const Subject&) {
  Generator generator(20260404);
  const Tensor raw = random_tensor({1, 1, 15, kCompressedDim}, generator);
  const Tensor gates = random_tensor({1, 1, 15, kCompressedDim}, generator);
  Tensor unit({kCompressedDim});
  std::ranges::fill(unit.values(), Real{1});
  CompressedAttention layer = random_attention(1, std::nullopt, generator);
  const reference::Pooling pooling{
      .bias = Tensor({1, kCompressedDim}), .norm = unit, .eps = Real(1e-6), .rotary = layer.rotary};
  const Text text{{random_tensor({1, kCompressedHeads, 15, kCompressedDim}, generator),
                   rotated(rms_norm(raw, pooling.eps), layer.rotary, reference::positions_from(0, 15))},
                  {raw, gates}};
  const auto run = [&](std::int64_t window) {
    CompressedBench bench(layer, reference::kernel("eager"));
    return heavily_compressed(bench.means(), text.tokens, {text.pool, pooling}, window, layer.scoring).output;
  };
  checks.near("no window", full_attention_over(text, layer.scoring), run(0), kProofBound);
  for (const std::int64_t window : {1, 4, 15}) {
    reference::Scoring twice = layer.scoring;  // e^(s + ln 2) = 2 e^s
    twice.bias = [window](const reference::Pair& p) {
      return p.key > p.query - window ? std::log(Real{2}) : Real{0};
    };
    checks.near(fmt::format("a window of {}", window), full_attention_over(text, twice), run(window), kProofBound);
  }
}

// Without its indexer the layer reads every entry, pooled by the same overlapping rule.
void enough_chosen(Checks& checks, const Subject&) {
  Generator generator(20260405);
  for (const std::int64_t rate : {2, 3, 5}) {
    const Tensor x = random_tensor({2, 17, kCompressedHidden}, generator);
    const std::int64_t entries = 17 / rate;
    CompressedAttention layer = random_attention(rate, entries, generator);
    CompressedAttention all = layer;
    all.indexer.reset();
    const auto run = [&](const CompressedAttention& one) {
      return CompressedBench(one, reference::kernel("streaming")).take(x).output;
    };
    const Tensor expected = run(all);
    checks.near(fmt::format("rate {}, k = {}", rate, entries), expected, run(layer));
    layer.indexer->count = entries - 1;
    checks.holds(fmt::format("rate {}, k = {} is less", rate, entries - 1), run(layer) != expected);
  }
}

constexpr std::string_view kShiftClaim =
    "a row that is key and value carries its rotation into the output; turned back at the query's position, the "
    "output "
    "does not depend on where the text starts";
constexpr std::string_view kShiftHow =
    "17 tokens from position 0 and from two multiples of the rate, at rates of 2, 3 and 5; before they are turned "
    "back, the outputs differ";
constexpr std::string_view kChunksClaim =
    "a prefill's rows are those of decode and of prefill by chunks, bit for bit";
constexpr std::string_view kChunksHow = "17 tokens at once, one by one and in five chunks, per kernel and rate";
constexpr std::string_view kPoolHow =
    "token by token to 2r + 1 tokens at rates of 1, 2 and 5, each time against a pooling of all tokens at once";

constexpr std::array kCompressedProofs{
    memory_proof("csa.memory"),
    Proof{"csa.pool", "csa",
          "after S tokens there are floor(S/r) entries, the same bits as pooled at once, and S mod r rows and "
          "gates wait "
          "beside half of those of the last r",
          kPoolHow, pool_sizes},
    Proof{"csa.chunks", "csa", kChunksClaim, kChunksHow, by_chunks},
    Proof{"csa.shift", "csa", kShiftClaim, kShiftHow, shifted},
    Proof{"csa.all", "csa", "choosing k entries where there are no more than k is reading all of them",
          "17 tokens at rates of 2, 3 and 5, against the layer without its indexer; with one less it differs",
          enough_chosen},
    memory_proof("hca.memory"),
    Proof{
        "hca.pool", "hca",
        "after S tokens there are floor(S/r) entries, the same bits as pooled at once, and S mod r rows and gates "
        "wait: never more than r - 1",
        kPoolHow, pool_sizes},
    Proof{"hca.chunks", "hca", kChunksClaim, kChunksHow, by_chunks},
    Proof{"hca.shift", "hca", kShiftClaim, kShiftHow, shifted},
    Proof{
        "hca.full", "hca",
        "at a rate of 1 an entry is its token's own row, and the layer is full attention with K = V in which the "
        "tokens of the window count twice",
        "15 tokens without a window, and with windows of 1, 4 and 15 against scores raised by ln 2", rate_of_one},
};

}  // namespace

std::span<const Proof> compressed_proofs() { return kCompressedProofs; }

}  // namespace kvtally
