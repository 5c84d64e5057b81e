#pragma once

#include "report/json.hpp"
#include "report/sheet.hpp"

/// Members that the outputs of `show` and `corpus` have in common.
namespace kvtally {

/// "kv_bytes" to "draft_bytes": what is kept, part by part.
void add_kept(Json& out, const Tally& kept);

/// Layers of one sort: their count, their kind, what they keep in words.
Json layer_sort_json(const Sheet& sheet, const LayerFigures& figures);

}  // namespace kvtally
