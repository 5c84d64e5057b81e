#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/claims.hpp"

namespace kvtally {

/// A claim that was computed.
struct Judgement {
  std::optional<Value> value;       // nothing: it was refused
  std::vector<std::string> faults;  // sentences; empty: the claim comes out as its document expects
};

Judgement judge(const Claim& claim, const Tree& tree, const FigureSources& sources);

/// What is wrong with a claim that is computed now, as sentences: a figure that does not meet what is expected,
/// and a verdict that what is printed does not bear out.
std::vector<std::string> faults_of(const Claim& claim, const Tree& tree, const FigureSources& sources);

}  // namespace kvtally
