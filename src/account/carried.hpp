#pragma once

#include "account/terms.hpp"

namespace kvtally {

/// What the term holds between two steps, S tokens seen: what the next step still needs. Of a window of W (or a
/// chunk) that is min(S, W − 1) entries, as transformers' DynamicSlidingWindowLayer keeps (cache_utils.py): the
/// oldest falls out before the next token's comes in. Of everything else it is what is resident.
Bytes carried_at(const Term& term, Tokens seen);

/// The sum of the terms between two steps, for `batch` requests.
Tally carried(const std::vector<Term>& terms, Tokens seen, std::int64_t batch = 1);

}  // namespace kvtally
