#include "verify/proofs/state_rules.hpp"

#include <array>

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/gated_linear.hpp"
#include "reference/kind/kimi_delta.hpp"
#include "reference/kind/lightning.hpp"
#include "reference/kind/linear_attention.hpp"
#include "reference/kind/retention.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"
#include "verify/random/tensor.hpp"

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

using Case = StateCase;

constexpr std::array kRules{
    StateRule{"linear", "linear attention",
              [](const Case& c, Tensor& s, Counter& n) { return linear_attention(c.tokens, s, n); },
              [](const Case& c) { return linear_case(c.tokens); }},
    StateRule{"retention", "retention",
              [](const Case& c, Tensor& s, Counter& n) { return retention(c.tokens, s, n); },
              [](const Case& c) { return retention_case(c.tokens); }},
    StateRule{"lightning", "lightning attention",
              [](const Case& c, Tensor& s, Counter& n) { return lightning(c.tokens, c.slopes, s, n); },
              [](const Case& c) { return lightning_case(c.tokens, c.slopes); }},
    StateRule{"gla", "a gate a channel",
              [](const Case& c, Tensor& s, Counter& n) { return gated_linear(c.tokens, c.channel_decay, s, n); },
              [](const Case& c) { return gated_linear_case(c.tokens, c.channel_decay); }},
    StateRule{"gla", "a gate a head",
              [](const Case& c, Tensor& s, Counter& n) { return simple_gated_linear(c.tokens, c.decay, s, n); },
              [](const Case& c) { return gated_linear_case(c.tokens, c.decay); }},
    StateRule{"delta", "delta rule",
              [](const Case& c, Tensor& s, Counter& n) { return delta_rule(c.tokens, c.rate, s, n); },
              [](const Case& c) { return delta_case(c.tokens, c.rate); }},
    StateRule{"gdn", "gated delta rule",
              [](const Case& c, Tensor& s, Counter& n) { return gated_delta(c.tokens, {c.decay, c.rate}, s, n); },
              [](const Case& c) { return gated_delta_case(c.tokens, {c.decay, c.rate}); }},
    StateRule{
        "kda", "Kimi delta rule",
        [](const Case& c, Tensor& s, Counter& n) { return kimi_delta(c.tokens, {c.channel_decay, c.rate}, s, n); },
        [](const Case& c) { return gated_delta_case(c.tokens, {c.channel_decay, c.rate}); }},
};

}  // namespace

StateCase random_state_case(std::int64_t tokens, std::mt19937_64& generator) {
  const auto from_1_to = [&](std::uint64_t most) { return 1 + static_cast<std::int64_t>(generator() % most); };
  const std::int64_t batch = from_1_to(2);
  const std::int64_t key_heads = from_1_to(2);
  const std::int64_t heads = key_heads * from_1_to(2);
  const std::int64_t key_dim = from_1_to(9);
  const std::int64_t value_dim = from_1_to(9);
  const auto random = [&](std::int64_t of, std::int64_t rows, std::int64_t width) {
    return random_tensor({batch, of, rows, width}, generator);
  };
  const auto log_decay = [](Real x) { return -softplus(x); };
  return {.tokens = {random(key_heads, tokens, key_dim), l2_norm(random(key_heads, tokens, key_dim), Real(1e-6)),
                     random(heads, tokens, value_dim)},
          .rate = mapped(random(heads, tokens, 1), sigmoid),
          .decay = mapped(random(heads, tokens, 1), log_decay),
          .channel_decay = mapped(random(heads, tokens, key_dim), log_decay),
          .slopes = lightning_slopes(heads, 1, 4),
          .states = random(heads, key_dim, value_dim)};
}

std::span<const StateRule> state_rules() { return kRules; }

}  // namespace kvtally
