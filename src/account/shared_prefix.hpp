#pragma once

#include <cstdint>

#include "account/terms.hpp"

namespace kvtally {

/// What is still stored of a request's first `prefix` positions when it has S = `seen` tokens: of a memory of all
/// positions all of them, of a window max(0, W − (S − prefix)), of pooled entries those that were complete at
/// `prefix`. States and what waits in open buffers belong to the last token and are no part of it, nor is an
/// encoder's memory. Never grows with S.
Bytes prefix_at(const Term& term, Tokens prefix, Tokens seen);

/// Requests that are equal but for their last tokens.
struct SharedPositions {
  Tokens prefix;             // the same for all requests: stored once
  Tokens prompt;             // of each request, `prefix` included; its samples share it
  std::int64_t samples = 1;  // of each request
};

/// What must be reserved of a term so that requests may grow to S tokens, the term at its largest.
struct SharedReserve {
  Bytes once;  // whatever the number of requests
  Bytes each;  // of every request beside that
};
/// Without shared positions `each` is reserve_at and `once` nothing. once + n × each never falls with S, for n
/// ≥ 1.
SharedReserve reserve_shared(const Term& term, Tokens seen, const SharedPositions& shared);

}  // namespace kvtally
