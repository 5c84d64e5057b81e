#pragma once

#include <string_view>

#include "model/model.hpp"
#include "read/description/scope.hpp"

namespace kvtally {

/// The layer of that type (layer_words.hpp) with the parameters of the scope. `reuses_index`: its indexer is an
/// earlier layer's. Problems (a missing or impossible parameter) are noted in the scope's list; the layer is then
/// of no use.
Layer compose(std::string_view layer_type, const Scope& scope, bool reuses_index);

/// The state of `linear_type`.
State compose_state(const Scope& scope);

}  // namespace kvtally
