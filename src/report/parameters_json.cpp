#include "report/parameters_json.hpp"

namespace kvtally {

namespace {

Json narrowed_or_null(Wide value) {
  const auto narrowed = narrow(value);
  return narrowed ? Json(*narrowed) : Json(nullptr);
}

Json or_null(const ParameterCount& count, Wide value) {
  return count.known() ? narrowed_or_null(value) : Json(nullptr);
}

Json totals_of(const ParameterSheet& sheet) {
  const ParameterCount& count = sheet.count;
  Json out;
  out["computed_total"] = or_null(count, count.total());
  out["computed_active"] = or_null(count, count.active());
  out["computed_draft"] = or_null(count, count.total_of(WeightPart::draft));
  out["computed_encoder"] = or_null(count, count.total_of(WeightPart::encoder));
  out["published_total"] = number_or_null(sheet.published.total);
  out["published_active"] = number_or_null(sheet.published.active);
  out["compared_total"] = sheet.comparison ? narrowed_or_null(sheet.comparison->computed) : Json(nullptr);
  out["difference"] = sheet.comparison ? narrowed_or_null(sheet.comparison->difference()) : Json(nullptr);
  out["stored_total"] = sheet.stored ? narrowed_or_null(*sheet.stored) : Json(nullptr);
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
  out["total_bytes"] = narrowed_or_null(load.total().value);
  out["active_bytes_per_step"] = narrowed_or_null(load.active().value);
  out["parts"] = Json::array();
  for (const PartBytes& part : bytes_by_part(load)) {
    out["parts"].push_back({{"part", name_of(part.part)},
                            {"bytes", narrowed_or_null(part.total.value)},
                            {"active_bytes_per_step", narrowed_or_null(part.active.value)}});
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
                              {"parameters", narrowed_or_null(tensor.total_count())},
                              {"active", narrowed_or_null(tensor.active_count())},
                              {"bytes", bytes[i] ? narrowed_or_null(bytes[i]->value) : Json(nullptr)}});
  }
  return print(out);
}

}  // namespace kvtally
