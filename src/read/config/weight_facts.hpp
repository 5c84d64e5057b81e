#pragma once

#include "read/translation.hpp"

namespace kvtally {

/// Takes over what a config.json says of its weights: sizes of feed-forwards and experts under the names that
/// families give them, where the experts are, ranks, and whether the head is tied. Each keeps its place in the
/// file. What a model type implies without saying it (biases, norms of queries and keys, gates) is not here.
///
/// A value that is no whole number (a width a layer, "auto") is left out, so that the parameter count names it as
/// missing: no figure of the cache rests on these, and no file is refused for them.
void translate_weights(Translation& t);

}  // namespace kvtally
