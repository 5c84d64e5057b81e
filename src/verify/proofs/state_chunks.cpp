#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "reference/kind/dplr_chunks.hpp"
#include "reference/kind/gated_linear.hpp"
#include "reference/kind/kimi_delta.hpp"
#include "reference/kind/linear_attention.hpp"
#include "reference/tensor/elementwise.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/proofs/state_rules.hpp"
#include "verify/random/tensor.hpp"

// The rules of a matrix state against each other: chunk by chunk and token by token, the general and the special.

namespace kvtally {

namespace {

using reference::Counter;
using reference::LowRankTokens;
using reference::Tensor;

constexpr int kStateCases = 10;

// The largest difference of outputs and of final states.
template <class One, class Other>
double difference(const StateCase& given, const One& one, const Other& other) {
  Counter counter;
  Tensor states = given.states;
  Tensor other_states = given.states;
  const Tensor output = one(states, counter);
  const Tensor other_output = other(other_states, counter);
  return std::max(largest_difference(output, other_output), largest_difference(states, other_states));
}

double chunks_error(const StateRule& rule, const StateCase& given, std::int64_t size) {
  return difference(
      given, [&](Tensor& states, Counter& counter) { return rule.recurrence(given, states, counter); },
      [&](Tensor& states, Counter& counter) { return dplr_chunks(rule.general(given), size, states, counter); });
}

double general_error(const StateRule& rule, const StateCase& given) {
  return difference(
      given, [&](Tensor& states, Counter& counter) { return rule.recurrence(given, states, counter); },
      [&](Tensor& states, Counter& counter) { return dplr(rule.general(given), states, counter); });
}

void chunks(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240701);
  for (const StateRule& rule : state_rules()) {
    if (rule.kind != checks.kind()) {
      continue;
    }
    double general = 0;
    double some = 0;
    double one = 0;
    double all = 0;
    for (int i = 0; i < kStateCases; ++i) {
      const std::int64_t tokens = 1 + static_cast<std::int64_t>(generator() % 20);
      const StateCase given = random_state_case(tokens, generator);
      general = std::max(general, general_error(rule, given));
      one = std::max(one, chunks_error(rule, given, 1));
      all = std::max(all, chunks_error(rule, given, tokens + 3));
      for (const std::int64_t size : {2, 3, 5, 8}) {
        some = std::max(some, chunks_error(rule, given, size));
      }
    }
    checks.within(fmt::format("{}, as a case of the general rule", rule.name), general, kProofBound);
    checks.within(fmt::format("{}, chunks of one token", rule.name), one, kProofBound);
    checks.within(fmt::format("{}, chunks of 2, 3, 5 and 8", rule.name), some, kProofBound);
    checks.within(fmt::format("{}, all in one chunk", rule.name), all, kProofBound);
  }
}

// The general rule with an α and a β of its own, long chunks of strong decays: e^{−G} would overflow.
void general_chunks(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240702);
  double some = 0;
  double strong = 0;
  for (int i = 0; i < kStateCases; ++i) {
    StateCase given = random_state_case(14, generator);
    const reference::Shape shape = given.channel_decay.shape();
    const auto small = [&] { return mapped(random_tensor(shape, generator), [](auto x) { return x / 4; }); };
    LowRankTokens tokens{given.tokens, given.channel_decay, small(), small()};
    const auto error = [&](std::int64_t size) {
      return difference(
          given, [&](Tensor& states, Counter& counter) { return dplr(tokens, states, counter); },
          [&](Tensor& states, Counter& counter) { return dplr_chunks(tokens, size, states, counter); });
    };
    some = std::max({some, error(1), error(4), error(7), error(100)});
    tokens.log_decay = mapped(given.channel_decay, [](auto g) { return 200 * g; });
    strong = std::max(strong, error(14));
  }
  checks.within("chunks of 1, 4, 7 and all tokens", some, kProofBound);
  checks.within("decays far below what e^(-G) could hold", strong, kProofBound);
}

// The same number for every key channel.
Tensor for_channels(const Tensor& gate, std::int64_t key_dim) {
  const std::vector<std::int64_t> same(static_cast<std::size_t>(key_dim), 0);
  return picked(gate, 3, same);
}

void special_gates(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240703);
  for (int i = 0; i < kStateCases; ++i) {
    const StateCase given = random_state_case(9, generator);
    const Tensor equal = for_channels(given.decay, given.states.size(2));
    const Tensor none(given.decay.shape());
    const auto same = [&](std::string_view name, const auto& one, const auto& other) {
      checks.within(fmt::format("{}, case {}", name, i), difference(given, one, other), 0);
    };
    const auto gla = [&](const Tensor& g) {
      return [&](Tensor& s, Counter& c) { return gated_linear(given.tokens, g, s, c); };
    };
    const auto simple = [&](const Tensor& g) {
      return [&](Tensor& s, Counter& c) { return simple_gated_linear(given.tokens, g, s, c); };
    };
    const auto gdn = [&](const Tensor& g) {
      return [&](Tensor& s, Counter& c) { return gated_delta(given.tokens, {g, given.rate}, s, c); };
    };
    const auto kda = [&](const Tensor& g) {
      return [&](Tensor& s, Counter& c) { return kimi_delta(given.tokens, {g, given.rate}, s, c); };
    };
    const auto linear = [&](Tensor& s, Counter& c) { return linear_attention(given.tokens, s, c); };
    const auto delta = [&](Tensor& s, Counter& c) { return delta_rule(given.tokens, given.rate, s, c); };
    same("GLA with one gate for all channels is simple GLA", gla(equal), simple(given.decay));
    same("simple GLA that forgets nothing is linear attention", simple(none), linear);
    same("KDA with one gate for all channels is GDN", kda(equal), gdn(given.decay));
    same("GDN that forgets nothing is the delta rule", gdn(none), delta);
  }
}

constexpr std::string_view kStateChunksClaim =
    "computed chunk by chunk, where each chunk is attention among its tokens and one read of the state, outputs "
    "and final state are those of the recurrence; and so they are by the general rule (DPLR)";
constexpr std::string_view kStateChunksHow =
    "10 random shapes with an initial state, lengths of 1 to 20, in chunks of 1, 2, 3, 5, 8 and all tokens; error "
    "within 1e-12 in double";

constexpr Proof chunks_proof(std::string_view id) {
  return {id, id.substr(0, id.find('.')), kStateChunksClaim, kStateChunksHow, chunks};
}

constexpr std::array kStateChunkProofs{
    chunks_proof("linear.chunks"),
    chunks_proof("retention.chunks"),
    chunks_proof("lightning.chunks"),
    chunks_proof("gla.chunks"),
    chunks_proof("delta.chunks"),
    chunks_proof("gdn.chunks"),
    chunks_proof("kda.chunks"),
    Proof{
        "kda.special", "kda",
        "rules with more gates are those with fewer where the gates are equal or open: KDA is GDN, GDN the delta "
        "rule, GLA linear attention, bit for bit",
        "10 random shapes with an initial state, 9 tokens each", special_gates},
    Proof{"dplr.chunks", "dplr",
          "the general rule S <- diag(exp g) S + beta (alpha^T S) + k v^T can be computed chunk by chunk, however "
          "strong its decays",
          "10 random shapes, 14 tokens, in chunks of 1, 4, 7 and all tokens; error within 1e-12 in double",
          general_chunks},
};

}  // namespace

std::span<const Proof> state_chunk_proofs() { return kStateChunkProofs; }

}  // namespace kvtally
