#pragma once

#include "account/step.hpp"

namespace kvtally {

/// Tokens prefix+1 … prefix+count of a request, computed together: a prompt, or one chunk of it.
struct Stretch {
  Tokens prefix;    // seen before
  Tokens count{1};  // at least 1
};

/// Which form of a latent's arithmetic is used: absorbed scores against the latent, expanded against keys and
/// values made of it (DeepSeek-V2, arXiv 2405.04434, section 2.1.2). Other memories have one form.
enum class LatentForm : unsigned char { absorbed, expanded };

/// What one layer does for a stretch. Arithmetic is the exact sum of step_of's over the tokens: the useful, causal
/// part, P(P+1)/2 pairs for full attention without a prefix. Read: what was stored before and is still seen by one
/// of the tokens, once; the stretch's own entries are written and are not counted as read. Written: what
/// the tokens leave in memory, each once, entries that a window drops within the stretch included. A state is
/// read and written once.
Step prefill_of(const Layer& layer, const Stretch& stretch, LatentForm form);

}  // namespace kvtally
