#include "report/parameters_json.hpp"

namespace kvtally {

namespace {

Json number_of(Wide value) {
  const auto narrowed = narrow(value);
  return narrowed ? Json(*narrowed) : Json(nullptr);
}

Json or_null(const ParameterCount& count, Wide value) { return count.known() ? number_of(value) : Json(nullptr); }

Json totals_of(const ParameterSheet& sheet) {
  const ParameterCount& count = sheet.count;
  Json out;
  out["computed_total"] = or_null(count, count.total());
  out["computed_active"] = or_null(count, count.active());
  out["computed_draft"] = or_null(count, count.total_of(WeightPart::draft));
  out["computed_encoder"] = or_null(count, count.total_of(WeightPart::encoder));
  out["published_total"] = number_or_null(sheet.published.total);
  out["published_active"] = number_or_null(sheet.published.active);
  out["compared_total"] = sheet.comparison ? number_of(sheet.comparison->computed) : Json(nullptr);
  out["difference"] = sheet.comparison ? number_of(sheet.comparison->difference()) : Json(nullptr);
  out["stored_total"] = sheet.stored ? number_of(*sheet.stored) : Json(nullptr);
  out["missing"] = count.missing;
  return out;
}

Json weights_of(const ParameterSheet& sheet) {
  Json out;
  if (!sheet.weights) {
    out["total_bytes"] = nullptr;
    out["active_bytes_per_step"] = nullptr;
    out["missing"] = sheet.weights.error();
    return out;
  }
  const WeightLoad& load = *sheet.weights;
  out["from"] = load.from;
  out["total_bytes"] = number_of(load.total().value);
  out["active_bytes_per_step"] = number_of(load.active().value);
  out["parts"] = Json::array();
  for (const PartBytes& part : bytes_by_part(load)) {
    out["parts"].push_back({{"part", name_of(part.part)},
                            {"bytes", number_of(part.total.value)},
                            {"active_bytes_per_step", number_of(part.active.value)}});
  }
  out["assumptions"] = load.assumptions;
  out["missing"] = Json::array();
  return out;
}

}  // namespace

Json parameters_json(const Model& model) { return totals_of(parameter_sheet(model)); }

std::string json_of(const ParameterSheet& sheet) {
  Json out = document("explain");
  out["name"] = sheet.name;
  out["id"] = sheet.id;
  out["parameters"] = totals_of(sheet);
  out["weights"] = weights_of(sheet);
  out["tensors"] = Json::array();
  const std::vector<std::optional<Bytes>> bytes = bytes_by_tensor(sheet);
  for (std::size_t i = 0; i < sheet.count.tensors.size(); ++i) {
    const ParameterTensor& tensor = sheet.count.tensors[i];
    out["tensors"].push_back({{"part", name_of(tensor.part)},
                              {"layer_type", tensor.layer},
                              {"name", tensor.name},
                              {"layers", tensor.layers},
                              {"copies", tensor.copies},
                              {"active_copies", tensor.active},
                              {"shape", tensor.shape},
                              {"parameters", number_of(tensor.total_count())},
                              {"active", number_of(tensor.active_count())},
                              {"bytes", bytes[i] ? number_of(bytes[i]->value) : Json(nullptr)}});
  }
  return print(out);
}

}  // namespace kvtally
