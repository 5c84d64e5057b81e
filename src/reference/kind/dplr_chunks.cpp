#include "reference/kind/dplr_chunks.hpp"

#include "reference/kind/state_chunk.hpp"

namespace kvtally::reference {

namespace {

void come(StateChunk& chunk, const StateToken& now, const LowRankTokens& given) {
  if (given.alpha.count() == 0) {
    chunk.decay(now.row(given.log_decay));
  } else {
    std::vector<Real> before = chunk.read(now.row(given.alpha));  // u_t
    chunk.decay(now.row(given.log_decay));
    chunk.write(now.row(given.beta), std::move(before));
  }
  chunk.write(now.key, {now.value.begin(), now.value.end()});
}

}  // namespace

Tensor dplr_chunks(const LowRankTokens& given, std::int64_t size, Tensor& states, Counter& counter) {
  Tensor out(given.tokens.values.shape());
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      MatrixState state(states, b, h, counter);
      for (std::int64_t from = 0; from < out.size(2); from += size) {
        StateChunk chunk(state, states.size(2), counter);
        for (std::int64_t t = from; t < std::min(from + size, out.size(2)); ++t) {
          const StateToken now = token_at(given.tokens, b, h, t);
          come(chunk, now, given);
          std::ranges::copy(chunk.read(now.query), out.row(b, h, t).begin());
        }
        chunk.finish();
      }
    }
  }
  return out;
}

}  // namespace kvtally::reference
