#pragma once

#include <functional>
#include <string_view>

#include "model/model.hpp"

namespace kvtally {

/// A number of [low, high], from whoever has random numbers: verify's generator, or a test's that shrinks.
using Draw = std::function<std::int64_t(std::int64_t low, std::int64_t high)>;

/// A layer of that kind (see model/kinds.hpp) of a small random shape, in a random format that its rows can hold.
/// Kinds: mha gqa mqa mla swa sink_swa chunked cross; "shared" is a layer without a memory of its own,
/// "encoder_decoder" one that holds its own and an encoder's.
Layer random_layer(std::string_view kind, const Draw& draw);

}  // namespace kvtally
