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
/// of the tokens, once; the stretch's own entries are written and are not counted as read. Where entries are
/// chosen, the union of the tokens' choices is not known, and what the first token must read of the stored ones
/// stands for it: a lower bound. Written: what the tokens leave in memory, each once; entries that a window drops
/// within the stretch, and rows whose entry is complete, need not leave the kernel. A state is read and written
/// once.
///
/// Closed forms throughout: the cost does not grow with the stretch. Not counted: making keys and values of a
/// prefix's latents anew, which a chunk in the expanded form does.
Step prefill_of(const Layer& layer, const Stretch& stretch, LatentForm form);

/// Tokens of one request that are decoded together (drafted ones that are checked): latents absorbed, arithmetic
/// of each token, every stored byte read once for all of them, their own entries included as in step_of, which
/// this is for a single token, and every entry and row written. Where entries are chosen, the larger of the first
/// and the last token's choice stands for the union: a lower bound.
Step joint_step(const Layer& layer, const Stretch& stretch);

}  // namespace kvtally
