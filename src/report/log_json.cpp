#include "report/json.hpp"
#include "report/log.hpp"

namespace kvtally {

namespace {

Json value_json(Wide numerator, Wide denominator) {
  return number(Fraction<Tokens>{Tokens{numerator}, denominator <= 0 ? 1 : denominator});
}

Json quantity_json(const LogQuantity& quantity, const LogAgreement* agreement) {
  Json out{{"name", quantity.name.empty() ? Json(nullptr) : Json(quantity.name)},
           {"printed", quantity.printed},
           {"unit", quantity.unit},
           {"value", value_json(quantity.numerator, quantity.denominator)},
           {"last_digit", value_json(quantity.last_digit, quantity.denominator)},
           {"computed", nullptr},
           {"agrees", nullptr}};
  if (agreement != nullptr && agreement->computed) {
    out["name"] = agreement->computed->name;
    out["computed"] = value_json(agreement->computed->numerator, agreement->computed->denominator);
    out["agrees"] = agreement->agrees;
  }
  return out;
}

}  // namespace

std::string json_of(const LogSheet& sheet) {
  Json out = document("log");
  out["model"] = sheet.model.empty() ? Json(nullptr) : Json(sheet.model);
  out["flags"] = sheet.flags;
  out["agrees"] = sheet.model.empty() ? Json(nullptr) : Json(agrees(sheet));
  out["lines"] = Json::array();
  for (const LogLine& line : sheet.lines) {
    Json one{
        {"line", line.number}, {"text", line.text}, {"engine", line.engine}, {"meaning", line.reading.meaning}};
    one["quantities"] = Json::array();
    for (std::size_t i = 0; i < line.reading.quantities.size(); ++i) {
      one["quantities"].push_back(
          quantity_json(line.reading.quantities[i], line.agreements.empty() ? nullptr : &line.agreements[i]));
    }
    out["lines"].push_back(std::move(one));
  }
  out["assumptions"] = sheet.assumptions;
  return print(out);
}

}  // namespace kvtally
