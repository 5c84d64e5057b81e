#include "account/shared_prefix.hpp"

#include <algorithm>

namespace kvtally {

namespace {

bool belongs_to_positions(const Term& term) {
  return term.form == Form::stair &&
         (term.part == Part::entries || term.part == Part::indexer || term.part == Part::draft);
}

// Entries that were made up to S, dropped ones included.
Wide made_at(const Term& term, Wide seen) { return seen < term.from ? 0 : (seen - term.from) / term.every + 1; }

}  // namespace

Bytes prefix_at(const Term& term, Tokens prefix, Tokens seen) {
  if (!belongs_to_positions(term)) {
    return {};
  }
  const Wide first = std::min(prefix.value, seen.value);
  const Wide made = made_at(term, seen.value);
  const Wide stored = term.to ? std::min(made, made_at(term, *term.to)) : made;
  return term.bytes * std::max<Wide>(0, stored - (made - made_at(term, first)));
}

SharedReserve reserve_shared(const Term& term, Tokens seen, const SharedPositions& shared) {
  const Bytes all = reserve_at(term, seen);
  const Bytes once = prefix_at(term, shared.prefix, seen);
  const Bytes prompted = prefix_at(term, std::max(shared.prompt, shared.prefix), seen);
  return {once, (prompted - once) + (all - prompted) * shared.samples};
}

}  // namespace kvtally
