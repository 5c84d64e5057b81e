#include "account/solve.hpp"

#include "model/limits.hpp"

namespace kvtally {

Bytes reserve_of(const std::vector<Term>& terms, Tokens seen, std::int64_t batch) {
  Bytes sum;
  for (const Term& term : terms) {
    sum += reserve_at(term, seen);
  }
  return sum * batch;
}

std::optional<Tokens> longest_context(const std::vector<Term>& terms, std::int64_t batch, Bytes budget,
                                      Tokens limit) {
  const auto fits = [&](std::int64_t tokens) { return reserve_of(terms, Tokens{tokens}, batch) <= budget; };
  const auto tokens = largest(1, static_cast<std::int64_t>(limit.value), fits);
  return tokens ? std::optional(Tokens{*tokens}) : std::nullopt;
}

std::optional<std::int64_t> largest_batch(const std::vector<Term>& terms, Tokens context, Bytes budget) {
  const auto fits = [&](std::int64_t batch) { return reserve_of(terms, context, batch) <= budget; };
  return largest(1, limits::kBatch, fits);
}

}  // namespace kvtally
