#pragma once

#include <span>
#include <string_view>

#include "model/model.hpp"
#include "read/description/scope.hpp"

namespace kvtally {

/// Composes the layers that `layer_types` lists, and the draft layers of `mtp_layer_types`, into the model.
/// Problems go to the fields' list.
void read_layer_list(const Fields& fields, Model& model, Trace& trace);

/// Every key that bears on the list or on a layer of it.
std::span<const std::string_view> layer_list_keys();

}  // namespace kvtally
