#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "account/shared_prefix.hpp"
#include "core/quantity.hpp"

namespace kvtally {

/// Requests of one length: of every `of` requests those that end at `context` tokens.
struct ContextClass {
  Tokens context{1};        // at the end, when the request is longest
  std::int64_t up_to = 1;   // requests up to this length, the shorter classes included
  std::int64_t out_of = 1;  // of so many
  friend bool operator==(const ContextClass&, const ContextClass&) = default;
};

class EngineCache;  // plan/engine_cache.hpp

/// What a deployment is asked for.
struct Demand {
  std::vector<ContextClass> contexts;  // from the shortest; the last one's up_to is its out_of
  std::optional<Tokens> prompt;        // where requests grow: they start at `prompt` and end at a class's context
  Tokens shared_prefix;                // the same for all requests of a replica
  std::int64_t samples = 1;            // of each request, which share its prompt
  std::int64_t batched_tokens = 2048;  // computed together at most: prefill runs in chunks of so many
  bool drafting = false;
  /// Whose allocation stands for what requests keep; nothing: what the model needs is reserved. Requests are then
  /// of one length, and share nothing.
  std::shared_ptr<const EngineCache> engine{};  // NOLINT(readability-redundant-member-init)
};

/// A demand of requests of one length.
Demand demand_of(Tokens context);

/// The longest context.
Tokens longest_of(const Demand& demand);

/// Tokens that a growing request generates, the mean over the classes, rounded up; nothing where requests do not
/// grow from a prompt.
std::optional<Tokens> generated_of(const Demand& demand);

/// The context at which steps are timed: the mean over the classes of each one's mean while it grows, rounded up.
Tokens timed_context(const Demand& demand);

/// Requests of each class among `requests`: the shorter classes are rounded down, so that no request counts
/// shorter than its class.
std::vector<std::int64_t> requests_by_class(const Demand& demand, std::int64_t requests);

/// What must be reserved for `requests` requests of one replica, by part.
Tally reserve_for(const std::vector<Term>& terms, const Demand& demand, std::int64_t requests);

}  // namespace kvtally
