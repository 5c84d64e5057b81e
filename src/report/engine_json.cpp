#include <fmt/format.h>

#include "report/engine.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

Json figures_json(const std::vector<EngineFigure>& figures) {
  Json out = Json::array();
  for (const EngineFigure& figure : figures) {
    // A denominator of 0 is none of an engine's figures; the numerator alone is better than a division by it.
    const Fraction<Tokens> value{Tokens{figure.numerator}, figure.denominator == 0 ? 1 : figure.denominator};
    out.push_back({{"name", figure.name}, {"unit", figure.unit}, {"value", number(value)}});
  }
  return out;
}

Json groups_json(const Allocation& allocation) {
  Json out = Json::array();
  for (const EngineHold& hold : allocation.held) {
    out.push_back(
        {{"name", hold.name}, {"shape", hold.shape}, {"layers", hold.layers}, {"bytes", number(hold.bytes)}});
  }
  return out;
}

Json causes_json(const Allocation& allocation) {
  Json out = Json::array();
  for (const EngineCause& cause : allocation.causes) {
    out.push_back({{"what", cause.what}, {"bytes", number(cause.bytes)}, {"why", cause.why}});
  }
  return out;
}

void add_allocation(Json& out, const Allocation& allocation, const Model& model) {
  const bool starts = allocation.refusal.empty();
  out["version"] = allocation.version;
  out["model"] = model.id;
  out["context"] = number(allocation.context);
  out["requests"] = allocation.requests;
  out["devices"] = allocation.devices;
  out["needed_bytes"] = number(allocation.needed);
  out["allocated_bytes"] = starts ? Json(number(allocation.allocated)) : Json(nullptr);
  out["naive_bytes"] = allocation.naive.bytes ? Json(number(*allocation.naive.bytes)) : Json(nullptr);
  out["naive_what"] = allocation.naive.what;
  out["groups"] = groups_json(allocation);
  out["reconciliation"] = starts ? causes_json(allocation) : Json::array();
  out["figures"] = figures_json(allocation.figures);
  out["log"] = Json::array();
  out["log_notes"] = Json::array();
  for (const EngineLogLine& line : allocation.log) {
    out["log"].push_back(line.text);
    out["log_notes"].push_back(line.note);
  }
  out["refusal"] = starts ? Json(nullptr) : Json(allocation.refusal);
  out["assumptions"] = allocation.assumptions;
  for (const std::string& assumption : model.assumptions) {
    out["assumptions"].push_back(assumption);
  }
}

}  // namespace

std::string json_of(const EngineSheet& sheet) {
  Json out = document("engine");
  out["engine"] = sheet.allocation.engine;
  add_allocation(out, sheet.allocation, sheet.model);
  return print(out);
}

std::string json_of(const EngineComparison& all) {
  Json out = document("engines");
  out["model"] = all.model.id;
  out["engines"] = Json::array();
  for (const EngineRow& row : all.rows) {
    Json one{{"engine", row.name}, {"holds_model", row.allocation.has_value()}};
    one["why_not"] = row.allocation ? Json(nullptr) : Json(row.why_not);
    if (row.allocation) {
      add_allocation(one, *row.allocation, all.model);
    }
    out["engines"].push_back(std::move(one));
  }
  return print(out);
}

}  // namespace kvtally
