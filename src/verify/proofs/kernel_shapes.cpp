#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "reference/kernel/flex.hpp"
#include "reference/kernel/streaming.hpp"
#include "reference/tensor/linear.hpp"
#include "verify/proofs/kernel_case.hpp"
#include "verify/proofs/parts.hpp"

// What the kernels differ in: what they make, skip, touch and multiply. And what grouped queries are.

namespace kvtally {

using namespace reference;  // NOLINT: the executor's names

namespace {

constexpr CaseShape kKernelShape{.batch = 2, .heads = 6, .key_heads = 2, .tokens = 40, .dk = 8, .dv = 5};

Wide times(std::initializer_list<std::int64_t> factors) {
  Wide product = 1;
  for (const std::int64_t factor : factors) {
    product *= factor;
  }
  return product;
}

// A prefill of P = 40 tokens, B = 2, H = 6 on 2 key heads.
void intermediates(Checks& checks, const Subject&) {
  KernelCase of = case_of(kKernelShape, 81);
  const auto made = [&](std::string_view name) { return prefill(kernel(name), of).counts.largest_intermediate; };
  checks.equal("eager B H P^2", times({2, 6, 40, 40}), made("eager"), "numbers");
  checks.equal("paged|eager B H P^2", times({2, 6, 40, 40}), made("paged|eager"), "numbers");
  checks.equal("streaming a tile, 3 heads x 21 queries x 16 keys", times({3, 21, 16}), made("streaming"),
               "numbers");
  checks.equal("flex a block, 16 queries x 16 keys", times({16, 16}), made("flex"), "numbers");
  checks.equal("block_sparse a block, 3 heads x 4 keys", times({3, kPageTokens}), made("block_sparse"), "numbers");
  checks.equal("sdpa causal, a row of P", 40, made("sdpa"), "numbers");
  of.mask = all_of(causal(), within(7));
  checks.equal("sdpa window, a mask of P^2", times({40, 40}), made("sdpa"), "numbers");
}

// P = 40 tokens are pages of 4 and blocks of 16, 16 and 8.
void pages_and_blocks(Checks& checks, const Subject&) {
  const auto newest = [](std::string_view name, const Mask& mask) {
    KernelCase of = case_of(kKernelShape, 82);
    of.mask = mask;
    Counter counter;
    const auto layer = container_for(kernel(name), of, counter);
    run_tokens(kernel(name), of, 0, 39, *layer, counter);
    return run_tokens(kernel(name), of, 39, 40, *layer, counter).counts;
  };
  const Mask window = all_of(causal(), within(6));                  // tokens 34 to 39
  const Mask kept = all_of(causal(), any_of(within(6), first(2)));  // ... and 0, 1
  for (const std::string_view name : {"paged|eager", "paged|sdpa", "paged|streaming"}) {
    const auto pages = [&](const Mask& mask) { return newest(name, mask).pages_touched; };
    checks.equal(fmt::format("{} 2 requests x 40 / 4 pages", name), times({2, 10}), pages(causal()), "pages");
    checks.equal(fmt::format("{} window of 6: 2 x 2", name), times({2, 2}), pages(window), "pages");
    checks.equal(fmt::format("{} window of 6, 2 tokens kept: 2 x 3", name), times({2, 3}), pages(kept), "pages");
  }
  const Counts flex = prefill(kernel("flex"), case_of(kKernelShape, 83)).counts;
  checks.equal("flex causal: 3 of 9 blocks in 2 x 6 heads", times({3, 2, 6}), flex.blocks_skipped, "blocks");
  checks.equal("flex newest of a window of 6: 2 of 3 blocks", times({2, 2, 6}),
               newest("flex", window).blocks_skipped, "blocks");
  checks.equal("streaming newest of a window of 6: 2 of 3 tiles in 2 x 2 key heads", times({2, 2, 2}),
               newest("streaming", window).blocks_skipped, "blocks");
}

Wide multiplied(const std::array<MultiplyAdds, kWorks>& works) {
  Wide sum = 0;
  for (const MultiplyAdds work : works) {
    sum += work.value;
  }
  return sum;
}

// Useful are P(P + 1)/2 pairs of each head, (dk + dv) multiply-adds each.
void pairs(Checks& checks, const Subject&) {
  constexpr Wide kPair = Wide{2} * 6 * (8 + 5);
  for (const std::int64_t tokens : {1, 7, 40}) {
    CaseShape shape = kKernelShape;
    shape.tokens = tokens;
    const KernelCase of = case_of(shape, 84);
    for (const Kernel& kernel : kernels()) {
      const Counts counts = prefill(kernel, of).counts;
      const auto name = [&](std::string_view what) {
        return fmt::format("{} P={} {}", kernel.name, tokens, what);
      };
      checks.equal(name("useful"), Wide{tokens} * (tokens + 1) / 2 * kPair, multiplied(counts.useful),
                   "multiply-adds");
      if (kernel.square) {
        checks.equal(name("performed"), Wide{tokens} * tokens * kPair, multiplied(counts.performed),
                     "multiply-adds");
      }
      if (kernel.name == "streaming") {
        checks.equal(name("performed"), multiplied(counts.useful), multiplied(counts.performed), "multiply-adds");
      }
    }
  }
}

// Sequences of 9, 1 and 30 tokens behind each other; each alone is the same run without the others.
void packed(Checks& checks, const Subject&) {
  const KernelCase of = case_of(kKernelShape, 85);
  const std::array<std::int64_t, 4> boundaries{0, 9, 10, 40};
  Counter counter;
  const auto layer = container_for(kernel("streaming"), of, counter);
  const KeyValues rows = layer->update(of.keys, of.values);
  counter.take();
  const Tensor output = streaming_packed({.query = of.query,
                                          .keys = rows.keys,
                                          .values = rows.values,
                                          .mask = of.mask,
                                          .scoring = of.scoring,
                                          .counter = counter},
                                         boundaries)
                            .output;
  const Counts counts = counter.take();
  checks.equal("performed, (9 x 10 + 1 x 2 + 30 x 31) / 2 pairs", Wide{45 + 1 + 465} * 2 * 6 * (8 + 5),
               multiplied(counts.performed), "multiply-adds");
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    const auto cut = [&](const Tensor& tensor) { return slice(tensor, 2, boundaries[i], boundaries[i + 1]); };
    const KernelCase alone{cut(of.query), cut(of.keys), cut(of.values), of.mask, of.scoring};
    checks.near(fmt::format("sequence {} alone", i), prefill(kernel("streaming"), alone).attended.output,
                cut(output));
  }
}

// The 0/1 matrix [heads · d, key heads · d] that turns a token's cached row of all key heads into one of all query
// heads (the lecture, section 4.3): the block of query head h and key head ⌊h ÷ group⌋ is the identity.
Linear copying(std::int64_t heads, std::int64_t key_heads, std::int64_t dim) {
  Linear matrix{Tensor({heads * dim, key_heads * dim}), {}};
  for (std::int64_t h = 0; h < heads; ++h) {
    for (std::int64_t i = 0; i < dim; ++i) {
      matrix.weight(h * dim + i, h / (heads / key_heads) * dim + i) = 1;
    }
  }
  return matrix;
}

Tensor through_matrix(const Tensor& rows, std::int64_t heads, Counter& counter) {
  const Linear matrix = copying(heads, rows.size(1), rows.size(3));
  return split_heads(projected(merged_heads(rows), matrix, counter), heads);
}

Tensor repeated(const Tensor& rows, std::int64_t heads) {
  std::vector<std::int64_t> of_each;
  for (std::int64_t h = 0; h < heads; ++h) {
    of_each.push_back(h / (heads / rows.size(1)));
  }
  return picked(rows, 1, of_each);
}

// MHA is the identity, MQA one column of identities, GQA between. 4 heads of 2 are the lecture's picture.
void groups(Checks& checks, const Subject&) {
  for (const CaseShape& shape :
       {CaseShape{1, 4, 4, 9, 2, 2}, {1, 4, 2, 9, 2, 2}, {1, 4, 1, 9, 2, 2}, {2, 12, 3, 20, 16, 8}}) {
    const KernelCase grouped = case_of(shape, 86);
    Counter counter;
    const auto as = [&](auto copy) {
      return KernelCase{grouped.query, copy(grouped.keys), copy(grouped.values), grouped.mask, grouped.scoring};
    };
    const KernelCase heads = as([&](const Tensor& rows) { return repeated(rows, shape.heads); });
    const KernelCase matrix = as([&](const Tensor& rows) { return through_matrix(rows, shape.heads, counter); });
    for (const std::string_view name : {"eager", "streaming"}) {
      const auto check = [&](std::string_view what) {
        return fmt::format("{} heads on {}, {}: {}", shape.heads, shape.key_heads, name, what);
      };
      const KernelRun run = prefill(kernel(name), grouped);
      const KernelRun copies = prefill(kernel(name), heads);
      checks.near(check("repeated"), run.attended.output, copies.attended.output);
      checks.near(check("0/1 matrix"), run.attended.output, prefill(kernel(name), matrix).attended.output);
      checks.equal(check("repeated reads group times as much"),
                   run.counts.read_of(Kept::entries).value * (shape.heads / shape.key_heads),
                   copies.counts.read_of(Kept::entries).value, "bytes");
    }
  }
}

constexpr std::array kKernelShapeProofs{
    Proof{"kernels.intermediate", "kernels",
          "eager makes all scores, the others a tile, a block, a row, and sdpa a mask where it must",
          "a prefill of 40 tokens, 2 requests, 6 heads on 2: the largest tensor that was made", intermediates},
    Proof{"kernels.skipped", "kernels",
          "the pages that the newest token needs are touched, blocks nobody sees skipped",
          "40 tokens in pages of 4 and blocks of 16, all visible and through a window", pages_and_blocks},
    Proof{"kernels.pairs", "kernels",
          "of a causal prefill P(P+1)/2 pairs are useful; eager performs P^2, streaming no masked one",
          "prefills of 1, 7 and 40 tokens, by every kernel", pairs},
    Proof{"kernels.packed", "kernels", "of sequences packed by cumulative lengths nothing across them is computed",
          "9, 1 and 30 tokens behind each other: the multiply-adds, and each one's bits alone", packed},
    Proof{"kernels.groups", "kernels",
          "grouped queries, repeated key heads and the 0/1 matrix of the lecture's 4.3 are the same bits",
          "4 heads of 2 on 4, 2 and 1 key heads, and 12 on 3, by eager and streaming", groups},
};

}  // namespace

std::span<const Proof> kernel_shape_proofs() { return kKernelShapeProofs; }

}  // namespace kvtally
