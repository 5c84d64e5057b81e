#include <array>
#include <cmath>
#include <fmt/format.h>

#include "reference/cache/dynamic.hpp"
#include "reference/kernel/sdpa.hpp"
#include "reference/tensor/rotary.hpp"
#include "verify/proofs/kernel_case.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"

// Traps of positions and masks: the notes' first, fourth and fifth.

namespace kvtally {

using namespace reference;  // NOLINT: the executor's names

namespace {

constexpr CaseShape kPitfallShape{.batch = 1, .heads = 4, .key_heads = 2, .tokens = 12, .dk = 8, .dv = 8};

Tensor token(const Tensor& tensor, std::int64_t t) { return slice(tensor, 2, t, t + 1); }

Tensor turned(const Tensor& x, std::int64_t first) {
  const Rotary rotary{.pairing = Pairing::half, .frequencies = plain_frequencies(10000, 8)};
  return rotated(x, rotary, positions_from(first, x.size(2)));
}

// One token after the other. Right: a key is turned once, before the cache. Wrong: what the cache hands out is
// turned by its positions at each step and kept so.
struct TurnedCase {
  KernelCase of;
  Tensor keys;  // those that the last step saw
  Tensor outputs;
};

TurnedCase decode_turned(const KernelCase& raw, bool again) {
  TurnedCase out{raw, {}, {}};
  Tensor held({1, 2, 0, 8});
  for (std::int64_t t = 0; t < raw.tokens(); ++t) {
    held = again ? turned(joined(held, token(raw.keys, t), 2), 0) : joined(held, turned(token(raw.keys, t), t), 2);
    const Tensor query = turned(token(raw.query, t), t);
    const Rows keys(held, positions_from(0, t + 1));
    const Rows values(slice(raw.values, 2, 0, t + 1), positions_from(0, t + 1));
    Counter counter;
    const Tensor output = kernel("eager").run({query, t, keys, values, raw.mask, raw.scoring, counter}).output;
    out.outputs = t == 0 ? output : joined(out.outputs, output, 2);
  }
  out.keys = held;
  return out;
}

void rotary(Checks& checks, const Subject&) {
  const KernelCase raw = case_of(kPitfallShape, 301);
  KernelCase whole = raw;
  whole.query = turned(raw.query, 0);
  whole.keys = turned(raw.keys, 0);
  const Tensor wanted = prefill(kernel("eager"), whole).attended.output;
  const TurnedCase right = decode_turned(raw, false);
  checks.near("turned once, before the cache", wanted, right.outputs);
  const TurnedCase wrong = decode_turned(raw, true);
  // token 3 comes at step 3 and is turned by 3 in each of the 9 steps from there to step 11: it stands at 27
  const Rotary once{.pairing = Pairing::half, .frequencies = plain_frequencies(10000, 8)};
  checks.near("turned behind the cache, token 3 stands at 9 x 3",
              rotated(token(raw.keys, 3), once, std::array<std::int64_t, 1>{27}), token(wrong.keys, 3),
              kProofBound);
  const double off = largest_difference(wanted, wrong.outputs);
  checks.holds("and the outputs are others", off > 0.01);
  checks.found(
      fmt::format("keys turned again at each of 12 steps: token 3 stands at 27, outputs are off by {:.2f}; "
                  "turned once before the cache they are the prefill's, bit for bit",
                  off));
}

// Numbers of a mask's tensor of one query over all that a container handed out, and how many hide something.
struct MaskNumbers {
  Wide made = 0;
  Wide hidden = 0;
};

MaskNumbers mask_of_step(const KernelCase& of, std::int64_t query, const Rows& keys) {
  MaskNumbers out;
  for (const std::int64_t key : keys.positions()) {
    out.made += 1;
    out.hidden += of.mask({0, 0, query, key}) ? 0 : 1;
  }
  return out;
}

void flag(Checks& checks, const Subject&) {
  const KernelCase of = case_of(kPitfallShape, 302);
  MaskNumbers sum;
  Wide told = 0;
  Counter counter;
  DynamicLayer layer(codec("real"), codec("real"), counter);
  Counts steps;
  for (std::int64_t t = 0; t < of.tokens(); ++t) {
    const KeyValues rows = layer.update(token(of.keys, t), token(of.values, t));
    const MaskNumbers one = mask_of_step(of, t, rows.keys);
    sum.made += one.made;
    sum.hidden += one.hidden;
    const Tensor query = token(of.query, t);
    const AttentionInput input{query, t, rows.keys, rows.values, of.mask, of.scoring, counter};
    told += mask_need(input) == MaskNeed::none ? 0 : 1;
    counter.take();
    kernel("eager").run(input);
    Counter all;
    all.add(steps);
    all.add(counter.take());
    steps = all.counts();
  }
  checks.equal("steps that have to say anything of a mask", 0, told, "steps");
  checks.equal("numbers of their masks, 12 x 13 / 2", 78, sum.made, "numbers");
  checks.equal("numbers that hide something", 0, sum.hidden, "numbers");
  checks.equal("masked multiply-adds", steps.useful_of(Work::scores).value, steps.performed_of(Work::scores).value,
               "multiply-adds");
  checks.found(
      "in decode the future is not in the cache: of 78 mask numbers in 12 steps none hides anything, and no "
      "step has to say that it is causal");
}

// Three queries on top of five tokens that are cached.
void alignment(Checks& checks, const Subject&) {
  CaseShape shape = kPitfallShape;
  shape.tokens = 8;
  const KernelCase of = case_of(shape, 303);
  const Rows keys(of.keys, positions_from(0, 8));
  const Rows values(of.values, positions_from(0, 8));
  const Tensor query = slice(of.query, 2, 5, 8);
  const auto run = [&](std::int64_t first) {
    Counter counter;
    Tensor output = kernel("eager").run({query, first, keys, values, of.mask, of.scoring, counter}).output;
    return std::pair(std::move(output), counter.counts().useful_of(Work::scores).value / (Wide{4} * 8));
  };
  const Tensor wanted = slice(prefill(kernel("eager"), of).attended.output, 2, 5, 8);
  const auto [right, right_pairs] = run(5);
  const auto [wrong, wrong_pairs] = run(0);  // the triangle at the upper left: query i sees the keys up to i
  checks.near("lower right: the rows of the prefill", wanted, right);
  checks.equal("lower right: pairs, 6 + 7 + 8", 21, right_pairs, "pairs");
  checks.equal("upper left: pairs, 1 + 2 + 3", 6, wrong_pairs, "pairs");
  const double off = largest_difference(wanted, wrong);
  checks.holds("and the outputs are others", off > 0.01);
  checks.found(
      fmt::format("3 queries on 5 cached tokens: a triangle at the upper left lets them see 6 pairs of 21, "
                  "outputs are off by {:.2f}; at the lower right they are the prefill's, bit for bit",
                  off));
}

constexpr std::array kPitfallProofs{
    Proof{"pitfalls.rotary", "pitfalls", "a key is turned before it is cached, and never again",
          "12 tokens one by one, turned once and turned at each step, against one prefill", rotary},
    Proof{"pitfalls.flag", "pitfalls", "in decode a causal mask or flag hides nothing",
          "12 steps: what sdpa has to be told, what a mask's tensor would hold, what eager multiplies", flag},
    Proof{"pitfalls.alignment", "pitfalls",
          "a causal triangle over cached tokens lies at the lower right, not at the upper left",
          "3 queries on 5 cached tokens, either way, against the prefill of 8", alignment},
};

}  // namespace

std::span<const Proof> pitfall_proofs() { return kPitfallProofs; }

}  // namespace kvtally
