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

void add_step(Json& out, const Step& step) {
  out["read_bytes_per_step"] = number(step.read.total());
  out["written_bytes_per_step"] = number(step.written.total());
  out["macs_per_step"] = number(step.arithmetic.total());
}

void add_sort(Json& out, std::int64_t count, const Layer& layer, bool draft) {
  out["count"] = count;
  out["kind"] = layer.kind;
  out["label"] = kind_of(layer.kind).label;
  out["layer_type"] = layer.tag;
  out["draft"] = draft;
}

Json layer_sort_json(const Sheet& sheet, const LayerFigures& figures) {
  const Layer& layer = sheet.model.layers[figures.layer];
  Json out;
  add_sort(out, figures.count, layer, figures.draft);
  out["shared"] = layer.sharing.owner != Sharing::Owner::own;
  out["keeps"] = describe(layer);
  return out;
}

}  // namespace kvtally
