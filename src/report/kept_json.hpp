#pragma once

#include "report/json.hpp"
#include "report/sheet.hpp"

/// Members that outputs of figures have in common.
namespace kvtally {

/// "kv_bytes" to "draft_bytes": what is kept, part by part.
void add_kept(Json& out, const Tally& kept);

/// "read_bytes_per_step", "written_bytes_per_step", "macs_per_step".
void add_step(Json& out, const Step& step);

/// "count", "kind", "label", "layer_type", "draft": so many layers of one sort.
void add_sort(Json& out, std::int64_t count, const Layer& layer, bool draft);

/// Layers of one sort: their count, their kind, what they keep in words.
Json layer_sort_json(const Sheet& sheet, const LayerFigures& figures);

}  // namespace kvtally
