#include "account/carried.hpp"

#include <algorithm>

namespace kvtally {

Bytes carried_at(const Term& term, Tokens seen) {
  const bool rolls = term.form == Form::stair && term.to && term.part != Part::open;
  return value_at(term, rolls ? Tokens{std::min<Wide>(seen.value, *term.to - 1)} : seen);
}

Tally carried(const std::vector<Term>& terms, Tokens seen, std::int64_t batch) {
  Tally out;
  for (const Term& term : terms) {
    out[term.part] += carried_at(term, seen) * batch;
  }
  return out;
}

}  // namespace kvtally
