#include "report/explain.hpp"
#include "report/explain_shapes.hpp"
#include "report/explain_time_json.hpp"
#include "report/kept_json.hpp"

namespace kvtally {

namespace {

Json formula_json(const Formula& formula) {
  return number(Fraction<Bytes>{Bytes{formula.numerator}, formula.denominator});
}

Json line_json(const ExplainLine& line) {
  Json out;
  out["line"] = line.label.empty() ? Json(nullptr) : Json(line.label);
  out["addend_of"] = line.result == Result::none ? Json(nullptr) : Json(name_of(line.result));
  out["part"] = name_of(line.part);
  out["name"] = line.name;
  out["formula"] = line.formula.symbols;
  out["substituted"] = line.formula.numbers;
  out["value"] = formula_json(line.formula);
  out["unit"] = line.unit;
  return out;
}

Json group_json(const Explanation& explanation, const ExplainGroup& group) {
  const Layer& layer = explanation.sheet.model.layers[group.layer];
  Json out;
  add_sort(out, group.count, layer, group.draft);
  out["sentence"] = group.sentence;
  out["sections"] = Json::array();
  for (const ExplainSection& section : group.sections) {
    Json lines = Json::array();
    for (const ExplainLine& line : section.lines) {
      lines.push_back(line_json(line));
    }
    out["sections"].push_back(
        {{"title", section.title}, {"sentence", section.sentence}, {"lines", std::move(lines)}});
  }
  return out;
}

Json sum_json(const Sum& sum) {
  Json addends = Json::array();
  for (const Addend& addend : sum.addends) {
    Json one{{"line", addend.label}, {"what", addend.what}, {"part", name_of(addend.part)}};
    one["formula"] = addend.value.symbols;
    one["substituted"] = addend.value.numbers;
    one["value"] = formula_json(addend.value);
    one["reason"] = addend.reason;
    addends.push_back(std::move(one));
  }
  Json parts = Json::array();
  for (const Addend& part : sum.of_which) {
    parts.push_back({{"part", name_of(part.part)}, {"lines", part.label}, {"value", formula_json(part.value)}});
  }
  return {{"name", sum.name},
          {"value", formula_json(sum.total)},
          {"unit", sum.unit},
          {"addends", std::move(addends)},
          {"of_which", std::move(parts)}};
}

Json rows_of(const std::vector<ShapeRow>& rows) {
  Json out = Json::array();
  for (const ShapeRow& row : rows) {
    out.push_back({{"tensor", row.tensor},
                   {"prefill", row.prefill.empty() ? Json(nullptr) : Json(row.prefill)},
                   {"decode", row.decode.empty() ? Json(nullptr) : Json(row.decode)},
                   {"what", row.how},
                   {"cached", row.cached.empty() ? "no" : row.cached}});
  }
  return out;
}

}  // namespace

std::string json_of(const Shapes& shapes) {
  Json out = document("explain");
  out["id"] = shapes.id;
  out["name"] = shapes.name;
  out["here"] = shapes.here;
  out["shapes"] = Json::array();
  for (const ShapeWalk& walk : shapes.walks) {
    out["shapes"].push_back({{"title", walk.title}, {"rows", rows_of(walk.rows)}});
  }
  out["summary"] = rows_of(shapes.summary);
  return print(out);
}

std::string json_of(const Explanation& explanation) {
  const Sheet& sheet = explanation.sheet;
  Json out = document("explain");
  out["id"] = sheet.model.id;
  out["name"] = sheet.model.name;
  out["context"] = number(sheet.scenario.context);
  out["batch"] = sheet.scenario.batch;
  out["kv_dtype"] = sheet.kv_dtype;
  out["layers"] = Json::array();
  for (const ExplainGroup& group : explanation.groups) {
    out["layers"].push_back(group_json(explanation, group));
  }
  out["totals"] = Json::array();
  for (const Sum& sum : explanation.sums) {
    out["totals"].push_back(sum_json(sum));
  }
  const Naive& naive = sheet.figures.naive;
  out["naive_bytes"] = naive.bytes ? Json(number(*naive.bytes)) : Json(nullptr);
  out["naive_what"] = naive.what;
  out["device"] = explanation.device ? json_of(*explanation.device) : Json(nullptr);
  out["sources"] = Json::array();
  for (const Source& source : explanation.sources) {
    out["sources"].push_back({{"key", source.key},
                              {"value", source.value},
                              {"where", source.where},
                              {"layer_types", source.layer_type}});
  }
  out["assumptions"] = sheet.assumptions;
  out["notes"] = sheet.model.notes;
  return print(out);
}

}  // namespace kvtally
