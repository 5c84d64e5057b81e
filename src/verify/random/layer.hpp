#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace kvtally {

/// A number of [low, high], from whoever has random numbers: verify's generator, or a test's that shrinks.
using Draw = std::function<std::int64_t(std::int64_t low, std::int64_t high)>;

/// A layer of that kind (model/kinds.hpp) of a small random shape, in random formats that its rows can hold.
/// Beside the kinds: "shared" is a layer without a memory of its own, "encoder_decoder" one that holds its own and
/// an encoder's.
Layer random_layer(std::string_view kind, const Draw& draw);

/// Every kind that random_layer() knows.
std::vector<std::string_view> random_kind_names();

}  // namespace kvtally
