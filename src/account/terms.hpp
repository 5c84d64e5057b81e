#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/quantity.hpp"
#include "model/model.hpp"

namespace kvtally {

/// What a byte is kept for. `entries` are keys, values, latents and pooled entries of the decoder's own attention.
enum class Part : std::uint8_t { entries, indexer, state, open, cross, draft };
inline constexpr std::size_t kParts = 6;
std::string_view name_of(Part part);

/// How a term depends on S, the tokens seen.
enum class Form : std::uint8_t {
  constant,   // bytes
  stair,      // bytes × (⌊(min(S, to) − from) ÷ every⌋ + 1), 0 below `from`
  remainder,  // bytes × (S mod every)
};

/// One exact summand of what a model keeps for one request, for all layers of one sort together.
struct Term {
  Part part = Part::entries;
  Form form = Form::constant;
  Bytes bytes;                     // of one step of the stair, one waiting position, or the whole constant
  std::int64_t every = 1;          // tokens between two steps
  std::int64_t from = 1;           // the first S with a step
  std::optional<std::int64_t> to;  // the last S with a step; nothing: it never ends
  std::size_t layer = 0;           // index into Model::layers
  std::int64_t layers = 1;         // how many layers it stands for
  bool drafts = false;             // they are the model's own draft layers
  std::string what;                // "cache", "window", "pooled index keys", "matrix" …
  friend bool operator==(const Term&, const Term&) = default;
};

/// The terms of everything that the model keeps; those of its draft layers too when they draft.
std::vector<Term> terms_of(const Model& model, bool drafting = false);

/// The term at S ≥ 0 tokens seen.
Bytes value_at(const Term& term, Tokens seen);

/// The largest value that the term has at S or before: a remainder counts in full. Never falls with S.
Bytes reserve_at(const Term& term, Tokens seen);

/// Bytes by part.
struct Tally {
  std::array<Bytes, kParts> parts{};

  Bytes& operator[](Part part) { return parts.at(static_cast<std::size_t>(part)); }
  Bytes operator[](Part part) const { return parts.at(static_cast<std::size_t>(part)); }
  Bytes total() const;
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// The sum of the terms at S, for `batch` requests.
Tally tally(const std::vector<Term>& terms, Tokens seen, std::int64_t batch = 1);

}  // namespace kvtally
