#include "report/compare.hpp"
#include "report/kept_json.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

Json ratio_or_null(const std::optional<Fraction<Bytes>>& fraction) {
  return fraction ? number(*fraction) : Json(nullptr);
}

Json layers_json(const Sheet& sheet) {
  Json out = Json::array();
  for (const LayerFigures& figures : sheet.figures.layers) {
    const Layer& layer = sheet.model.layers[figures.layer];
    out.push_back({{"count", figures.count},
                   {"kind", layer.kind},
                   {"layer_type", layer.tag},
                   {"draft", figures.draft},
                   {"keeps", describe(layer)},
                   {"total_bytes", number(figures.kept.total())}});
  }
  return out;
}

Json compared_row_json(const Comparison& comparison, const ComparedRow& row) {
  const Sheet& sheet = row.sheet;
  const Tally& kept = sheet.figures.kept;
  Json out;
  out["model"] = sheet.model.id;
  out["as"] = row.as;
  out["counterfactual"] = row.counterfactual;
  out["context"] = number(sheet.scenario.context);
  out["batch"] = sheet.scenario.batch;
  out["kv_dtype"] = sheet.kv_dtype;
  add_kept(out, kept);
  out["total_bytes"] = number(kept.total());
  out["marginal_bytes_per_token"] = number(sheet.figures.marginal);
  add_step(out, sheet.figures.step);
  out["ratio_to_first"] = ratio_or_null(ratio_to_first(comparison, row));
  out["devices_exact"] = ratio_or_null(devices_exact(comparison, row));
  out["layers"] = layers_json(sheet);
  out["assumptions"] = sheet.assumptions;
  return out;
}

Json differences_of(const std::vector<Model>& models) {
  Json out = Json::array();
  for (const std::vector<Cell>& row : fields_of(models).rows) {
    Json values = Json::array();
    for (std::size_t i = 1; i < row.size(); ++i) {
      values.push_back(row[i].text);
    }
    out.push_back({{"field", row.front().text}, {"values", values}});
  }
  return out;
}

}  // namespace

std::string json_of(const Comparison& comparison) {
  Json out = document("compare");
  if (comparison.device) {
    out["device"] = {{"id", comparison.device->device},
                     {"usable_bytes", number(comparison.device->usable)},
                     {"usable_basis", comparison.device->basis}};
  } else {
    out["device"] = nullptr;
  }
  out["rows"] = Json::array();
  for (const ComparedRow& row : comparison.rows) {
    out["rows"].push_back(compared_row_json(comparison, row));
  }
  out["models"] = Json::array();
  for (const Model& model : comparison.models) {
    out["models"].push_back({{"id", model.id}, {"name", model.name}});
  }
  out["differences"] = differences_of(comparison.models);
  return print(out);
}

}  // namespace kvtally
