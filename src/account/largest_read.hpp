#pragma once

#include "account/step.hpp"

namespace kvtally {

/// The most that a decode step of the layer reads with S tokens seen or fewer: what never falls with S, where the
/// read itself does (blocks that are chosen, a chunk that begins anew, an entry that is completed). Everything
/// counts: entries, index keys, state, waiting rows.
Bytes largest_read(const Layer& layer, Tokens seen);

/// The same of all of a model's layers, for one request.
Bytes largest_read(const Model& model, Tokens seen);

}  // namespace kvtally
