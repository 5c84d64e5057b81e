#include "report/kept_json.hpp"

#include "model/kinds.hpp"
#include "report/words.hpp"

namespace kvtally {

void add_kept(Json& out, const Tally& kept) {
  out["kv_bytes"] = number(kept[Part::entries]);
  out["indexer_bytes"] = number(kept[Part::indexer]);
  out["state_bytes"] = number(kept[Part::state]);
  out["open_bytes"] = number(kept[Part::open]);
  out["cross_bytes"] = number(kept[Part::cross]);
  out["draft_bytes"] = number(kept[Part::draft]);
}

Json layer_sort_json(const Sheet& sheet, const LayerFigures& figures) {
  const Layer& layer = sheet.model.layers[figures.layer];
  Json out;
  out["count"] = figures.count;
  out["kind"] = layer.kind;
  out["label"] = kind_of(layer.kind).label;
  out["layer_type"] = layer.tag;
  out["draft"] = figures.draft;
  out["shared"] = layer.sharing.owner != Sharing::Owner::own;
  out["keeps"] = describe(layer);
  return out;
}

}  // namespace kvtally
