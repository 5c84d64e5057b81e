#include "report/kept_json.hpp"
#include "report/parameters_json.hpp"
#include "report/sheet.hpp"

namespace kvtally {

namespace {

Json bytes_of(const Traffic& traffic) {
  return {{"entries_bytes", number(traffic.entries)},
          {"indexer_bytes", number(traffic.indexer)},
          {"state_bytes", number(traffic.state)},
          {"open_bytes", number(traffic.open)}};
}

Json layer_json(const Sheet& sheet, const LayerFigures& figures) {
  Json out = layer_sort_json(sheet, figures);
  add_kept(out, figures.kept);
  out["total_bytes"] = number(figures.kept.total());
  add_step(out, figures.step);
  out["read"] = bytes_of(figures.step.read);
  out["written"] = bytes_of(figures.step.written);
  out["macs"] = {{"scores", number(figures.step.arithmetic.scores)},
                 {"indexer", number(figures.step.arithmetic.indexer)},
                 {"state", number(figures.step.arithmetic.state)}};
  return out;
}

// Parameters are null where the elements do not tell them; groups are empty where only the total is known.
Json stored_of(const StoredWeights& weights) {
  Json out;
  out["from"] = weights.from;
  out["bytes"] = number(stored_bytes(weights));
  const auto parameters = stored_parameters(weights);
  out["parameters"] = parameters ? Json(static_cast<std::int64_t>(*parameters)) : Json(nullptr);
  out["groups"] = Json::array();
  for (const StoredGroup& group : weights.groups) {
    out["groups"].push_back({{"part", name_of(group.part)},
                             {"format", group.format},
                             {"content", name_of(group.content)},
                             {"tensors", group.tensors},
                             {"elements", static_cast<std::int64_t>(group.elements)},
                             {"bytes", number(group.bytes)}});
  }
  return out;
}

// The bytes of the model's own need stand beside, above.
void add_devices(Json& out, const SheetDevices& devices) {
  const Placement& p = devices.placement;
  out["placement"] = {{"tp", p.tp}, {"cp", p.cp}, {"pp", p.pp},
                      {"dp", p.dp}, {"ep", p.ep}, {"devices", p.devices()}};
  out["device_bytes"] = number(devices.kept.fullest);
  out["all_devices_bytes"] = number(devices.kept.all);
  out["stages"] = Json::array();
  for (std::size_t i = 0; i < devices.stages.size(); ++i) {
    out["stages"].push_back({{"first_layer", devices.stages[i].first},
                             {"layers", devices.stages[i].layers},
                             {"device_bytes", number(devices.kept.stages[i])}});
  }
}

Json model_of(const Sheet& sheet) {
  const Figures& figures = sheet.figures;
  Json out;
  out["id"] = sheet.model.id;
  out["name"] = sheet.model.name;
  out["context"] = number(sheet.scenario.context);
  out["batch"] = sheet.scenario.batch;
  out["kv_dtype"] = sheet.kv_dtype;
  add_kept(out, figures.kept);
  out["total_bytes"] = number(figures.kept.total());
  if (sheet.devices) {
    add_devices(out, *sheet.devices);
  }
  out["marginal_bytes_per_token"] = number(figures.marginal);
  add_step(out, figures.step);
  out["naive_bytes"] = figures.naive.bytes ? Json(number(*figures.naive.bytes)) : Json(nullptr);
  out["naive_what"] = figures.naive.what;
  if (sheet.model.stored) {
    out["stored_weights"] = stored_of(*sheet.model.stored);
  }
  out["assumptions"] = sheet.assumptions;
  out["notes"] = sheet.model.notes;
  out["parameters"] = parameters_json(sheet.model);
  out["layers"] = Json::array();
  for (const LayerFigures& layer : figures.layers) {
    out["layers"].push_back(layer_json(sheet, layer));
  }
  return out;
}

}  // namespace

std::string json_of(const std::vector<Sheet>& sheets) {
  Json out = document("show");
  out["models"] = Json::array();
  for (const Sheet& sheet : sheets) {
    out["models"].push_back(model_of(sheet));
  }
  return print(out);
}

}  // namespace kvtally
