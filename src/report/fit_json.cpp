#include "report/fit.hpp"
#include "report/json.hpp"
#include "report/layout_json.hpp"

namespace kvtally {

namespace {

Json shortfall_of(const std::optional<Shortfall>& shortfall) {
  if (!shortfall) {
    return nullptr;
  }
  return {{"placement", json_of(shortfall->placement)},
          {"device", json_of(shortfall->memory)},
          {"lacking_bytes", number(shortfall->lacking)}};
}

std::string_view asked_name(Asked asked) {
  switch (asked) {
    case Asked::devices: return "devices";
    case Asked::users: return "users";
    case Asked::context: return "context";
    case Asked::nothing: return "nothing";
  }
  return "";
}

Json alternatives_of(const FitSheet& sheet) {
  Json out = Json::array();
  for (const AlternativeTime& a : sheet.alternatives) {
    out.push_back({{"placement", json_of(a.placement)},
                   {"users", a.users},
                   {"context_tokens", number(a.context)},
                   {"step_seconds", a.step ? Json(a.step->value) : Json(nullptr)}});
  }
  return out;
}

Json moving_of(const FitSheet& sheet) {
  Json out = Json::array();
  for (const Moving& way : sheet.moving) {
    Json one{{"over", way.over},
             {"bytes_per_second", number(way.rate)},
             {"context_tokens", number(way.context)},
             {"bytes", number(way.bytes)},
             {"moved_seconds", way.moved.value},
             {"recomputed_seconds", way.recomputed.value},
             {"faster", Json::array()}};
    for (const Switch& change : way.switches) {
      one["faster"].push_back(
          {{"from_tokens", number(change.from)}, {"way", change.moving ? "moving" : "computing"}});
    }
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

std::string json_of(const FitSheet& sheet) {
  const FitAnswer& answer = sheet.answer;
  Json out = document("fit");
  out["id"] = sheet.model.id;
  out["name"] = sheet.model.name;
  out["on"] = sheet.device.id;
  out["kv_dtype"] = sheet.kv_dtype;
  add_engine(out, sheet.question.demand);
  out["weights"] = sheet.weights_from;
  out["asked"] = asked_name(sheet.question.asked);
  out["fits"] = answer.fits;
  out["devices_exact"] = answer.devices_exact.approximate();
  out["devices"] = answer.fits ? Json(answer.layout->placement.devices()) : Json(nullptr);
  out["placement"] = answer.fits ? json_of(answer.layout->placement) : Json(nullptr);
  out["weight_bytes"] = number(answer.weight_bytes);
  out["cache_bytes_per_user"] = number(answer.cache_bytes_per_user);
  out["cache_bytes"] = number(answer.cache_bytes);
  out["kept_everywhere_bytes"] = answer.fits ? Json(number(answer.kept_everywhere)) : Json(nullptr);
  out["users"] = sheet.answer.users;
  out["most_users"] = answer.fits ? Json(answer.most_users) : Json(nullptr);
  out["context_tokens"] = number(answer.context);
  out["binding"] = binding_of(sheet, Units::binary);
  out["usable_bytes"] = number(sheet.question.usable);
  out["device"] = answer.fits ? json_of(answer.memory) : Json(nullptr);
  out["smallest_tp"] = number_or_null(answer.smallest_tp);
  out["smaller"] = shortfall_of(answer.smaller);
  out["next"] = shortfall_of(answer.next);
  out["step_seconds"] = sheet.step ? Json(sheet.step->total.value) : Json(nullptr);
  out["first_token_seconds"] = sheet.first_token ? Json(sheet.first_token->total.value) : Json(nullptr);
  out["alternatives"] = alternatives_of(sheet);
  out["moving"] = moving_of(sheet);
  out["refused"] = answer.refused;
  out["assumptions"] = sheet.assumptions;
  return print(out);
}

}  // namespace kvtally
