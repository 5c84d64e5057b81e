#include <array>
#include <fmt/format.h>

#include "core/print.hpp"
#include "reference/cache/dynamic.hpp"
#include "reference/cache/quantised.hpp"
#include "reference/cache/static.hpp"
#include "verify/proofs/kernel_case.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/filler.hpp"

// Traps of bytes: the notes' second, third, sixth and seventh.

namespace kvtally {

using namespace reference;  // NOLINT: the executor's names

namespace {

Tensor each_head(const Tensor& rows, std::int64_t group) {
  std::vector<std::int64_t> heads;
  for (std::int64_t h = 0; h < rows.size(1) * group; ++h) {
    heads.push_back(h / group);
  }
  return picked(rows, 1, heads);
}

struct Decoded {
  Wide stored = 0;
  Wide read = 0;
  Tensor output;
};

// The last token of a case on a cache of keys and values in bf16.
Decoded last_step(const KernelCase& of, const Tensor& keys, const Tensor& values) {
  Counter counter;
  DynamicLayer layer(codec("bf16"), codec("bf16"), counter);
  const KeyValues rows = layer.update(keys, values);
  const std::int64_t last = of.tokens() - 1;
  const Tensor query = slice(of.query, 2, last, last + 1);
  counter.take();
  Tensor output =
      kernel("streaming").run({query, last, rows.keys, rows.values, of.mask, of.scoring, counter}).output;
  return {layer.footprint().stored.value, counter.counts().read_of(Kept::entries).value, std::move(output)};
}

// 8 query heads on 2 key heads of 16: an entry has 2 × 2 × 16 × 2 = 128 bytes.
void repeat(Checks& checks, const Subject&) {
  const KernelCase of = case_of({.batch = 1, .heads = 8, .key_heads = 2, .tokens = 40, .dk = 16, .dv = 16}, 311);
  const Decoded right = last_step(of, of.keys, of.values);
  const Decoded wrong = last_step(of, each_head(of.keys, 4), each_head(of.values, 4));
  checks.equal("key heads cached: 40 x 128", Wide{40} * 128, right.stored, "bytes");
  checks.equal("repeated before the cache: 4 times as many", Wide{4} * 40 * 128, wrong.stored, "bytes");
  checks.equal("and 4 times as many read", 4 * right.read, wrong.read, "bytes");
  checks.near("for the same output", right.output, wrong.output);
  checks.found(
      fmt::format("8 query heads on 2 key heads: repeated before the cache they store {} bytes, not {}, for "
                  "the same bits",
                  print_grouped(wrong.stored), print_grouped(right.stored)));
}

// 1,000 steps of entries of 2 × 8 × 2 = 32 bytes: 0 + 1 + … + 999 entries are moved to a larger buffer.
void growth(Checks& checks, const Subject&) {
  constexpr std::int64_t kSteps = 1000;
  const Tensor row = filler({1, 1, 1, 8});
  Counter grown;
  DynamicLayer dynamic(codec("bf16"), codec("bf16"), grown);
  Counter fixed;
  StaticLayer reserved(kSteps, codec("bf16"), codec("bf16"), fixed);
  for (std::int64_t t = 0; t < kSteps; ++t) {
    dynamic.update(row, row);
  }
  reserved.update(row, row);
  const Wide written = grown.counts().written_of(Kept::entries).value;
  checks.equal("written", Wide{32} * kSteps, written, "bytes");
  checks.equal("moved to grow, 32 x 1,000 x 999 / 2", Wide{32} * kSteps * (kSteps - 1) / 2,
               grown.counts().copied.value, "bytes");
  checks.equal("moved by a buffer of fixed size", 0, fixed.counts().copied.value, "bytes");
  checks.found(
      fmt::format("1,000 appended tokens write {} bytes and move {} to grow: 499.5 for each one; a buffer of "
                  "fixed size moves none",
                  print_grouped(written), print_grouped(grown.counts().copied.value)));
}

// 64 tokens of 2 key heads of 64. In bf16: 64 × 2 × 2 × 128 bytes. In 4 bits a group of 64 has 32 bytes of codes,
// and a scale and a shift of 2 each: 36 bytes where bf16 has 128.
void quantised(Checks& checks, const Subject&) {
  const KernelCase of = case_of({.batch = 1, .heads = 2, .key_heads = 2, .tokens = 66, .dk = 64, .dv = 64}, 312);
  constexpr Wide kRows = Wide{64} * 2 * 2;  // tokens × key heads × (key and value)
  Counter counter;
  QuantisedLayer layer(codec("bf16"), codec("bf16"), counter, {.bits = 4, .group = 64, .residual = 32});
  const auto cut = [](const Tensor& tensor, std::int64_t from, std::int64_t to) {
    return slice(tensor, 2, from, to);
  };
  layer.update(cut(of.keys, 0, 64), cut(of.values, 0, 64));
  counter.take();
  layer.update(cut(of.keys, 64, 65), cut(of.values, 64, 65));
  const Counts step = counter.take();
  const Wide plain = kRows * 128;
  const Wide packed = step.read_of(Kept::entries).value;
  const Wide temporary = step.copied.value;
  checks.equal("read of 64 quantised tokens, 36 bytes a row", kRows * 36, packed, "bytes");
  checks.equal("temporary of 65 tokens in bf16", Wide{65} * 2 * 2 * 128, temporary, "bytes");
  const Wide moved = packed + 2 * temporary;  // written, then read by the kernel
  checks.holds("a step moves more bytes than with keys and values in bf16", moved > 2 * plain);
  checks.found(
      fmt::format("4 bits hold {} bytes where bf16 holds {}; a step through the dequantised temporary moves "
                  "{}: memory is saved, time is not",
                  print_grouped(packed), print_grouped(plain), print_grouped(moved)));
}

void weights(Checks& checks, const Subject&) {
  const KernelCase of = case_of({.batch = 1, .heads = 4, .key_heads = 2, .tokens = 40, .dk = 8, .dv = 8}, 313);
  for (const Kernel& kernel : kernels()) {
    const KernelRun run = prefill(kernel, of);
    checks.holds(
        fmt::format("{} hands out weights only if it makes the square", kernel.name),
        run.attended.weights.has_value() == (run.counts.largest_intermediate >= std::int64_t{4} * 40 * 40));
  }
  const Wide square = prefill(kernel("eager"), of).counts.largest_intermediate;
  const Wide tile = prefill(kernel("streaming"), of).counts.largest_intermediate;
  checks.equal("eager: 4 heads x 40 x 40", Wide{4} * 40 * 40, square, "numbers");
  checks.found(
      fmt::format("weights of 40 tokens cost a tensor of {} numbers; streaming makes {} at a time and has none "
                  "to give",
                  print_grouped(square), print_grouped(tile)));
}

constexpr std::array kTrafficPitfallProofs{
    Proof{"pitfalls.repeat", "pitfalls", "key heads are repeated behind the cache, not before it",
          "8 query heads on 2 key heads, 40 tokens: bytes stored and read either way, and the output", repeat},
    Proof{"pitfalls.growth", "pitfalls", "a cache that grows by appending moves every entry again and again",
          "1,000 tokens one by one: the bytes that buffers were moved by, counted", growth},
    Proof{"pitfalls.quantised", "pitfalls",
          "a quantised cache saves memory, and moves more bytes a step when it is dequantised to a temporary",
          "64 tokens in 4 bits, one step: bytes read, and bytes of the temporary", quantised},
    Proof{"pitfalls.weights", "pitfalls", "attention weights come only from kernels that make all of them",
          "every kernel on 40 tokens: whether it has weights, and its largest tensor", weights},
};

}  // namespace

std::span<const Proof> traffic_pitfall_proofs() { return kTrafficPitfallProofs; }

}  // namespace kvtally
