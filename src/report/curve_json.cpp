#include "report/curve.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

std::string_view form_name(Form form) {
  switch (form) {
    case Form::constant: return "constant";
    case Form::stair: return "stair";
    case Form::remainder: return "remainder";
  }
  return "";
}

// What a form does not have is null: a constant has no steps, a remainder no first and last one.
Json term_json(const Curve& curve, const Term& term) {
  Json out;
  out["part"] = name_of(term.part);
  out["form"] = form_name(term.form);
  out["bytes"] = number(term.bytes);
  out["every_tokens"] = term.form == Form::constant ? Json(nullptr) : Json(term.every);
  out["from_tokens"] = term.form == Form::stair ? Json(term.from) : Json(nullptr);
  out["to_tokens"] = number_or_null(term.to);
  out["layers"] = term.layers;
  out["kind"] = curve.model.layers[term.layer].kind;
  out["draft"] = term.drafts;
  out["what"] = term.what;
  return out;
}

Json piece_json(const Piece& piece) {
  Json out;
  out["from_tokens"] = piece.from;
  out["to_tokens"] = number_or_null(piece.to);
  out["slope_bytes_per_token"] = number(piece.slope);
  out["constant_bytes"] = number(piece.constant);
  out["step_bytes"] = number(piece.step);
  return out;
}

Json curve_json(const Curve& curve) {
  Json out;
  out["id"] = curve.model.id;
  out["name"] = curve.model.name;
  out["batch"] = curve.batch;
  out["kv_dtype"] = curve.kv_dtype;
  out["max_context"] = number_or_null(curve.model.max_position_embeddings);
  out["device"] = nullptr;
  out["longest_context_tokens"] = nullptr;
  if (curve.limit) {
    out["device"] = {{"id", curve.limit->device.device},
                     {"usable_bytes", number(curve.limit->device.usable)},
                     {"usable_basis", curve.limit->device.basis}};
    out["longest_context_tokens"] =
        curve.limit->longest ? Json(static_cast<std::int64_t>(curve.limit->longest->value)) : Json(nullptr);
  }
  out["terms"] = Json::array();
  for (const Term& term : curve.terms) {
    out["terms"].push_back(term_json(curve, term));
  }
  out["pieces_of"] = "kv_bytes";
  out["pieces"] = Json::array();
  for (const Piece& piece : curve.pieces) {
    out["pieces"].push_back(piece_json(piece));
  }
  out["assumptions"] = curve.assumptions;
  return out;
}

}  // namespace

std::string json_of(const std::vector<Curve>& curves) {
  Json out = document("curve");
  out["models"] = Json::array();
  for (const Curve& curve : curves) {
    out["models"].push_back(curve_json(curve));
  }
  return print(out);
}

}  // namespace kvtally
