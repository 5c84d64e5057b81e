#include "report/json.hpp"
#include "report/model_table.hpp"

namespace kvtally {

namespace {

Json model_row_json(const ModelRow& row) {
  Json out;
  out["id"] = row.id;
  out["name"] = row.name;
  out["vendor"] = row.vendor;
  out["released"] = row.released;
  out["parameters_total"] = number_or_null(row.parameters.total);
  out["parameters_active"] = number_or_null(row.parameters.active);
  out["layers"] = row.layers;
  out["cheap_layers"] = row.cheap_layers;
  out["cycle"] = row.cycle.unit;
  out["layer_list"] = print_cycle(row.cycle);
  out["max_context"] = number_or_null(row.max_context);
  out["context"] = row.context;
  out["kv_bytes"] = number(row.kv);
  out["kv"] = row.kv_text;
  out["printed"] = {{"kv", text_or_null(row.printed.kv)},
                    {"context", text_or_null(row.printed.context)},
                    {"released", text_or_null(row.printed.released)}};
  out["differs"] = Json::array();
  for (const auto& [name, mark] : {std::pair("kv", &row.marks.kv), std::pair("context", &row.marks.context),
                                   std::pair("released", &row.marks.released)}) {
    if (!mark->empty()) {
      out["differs"].push_back(name);
    }
  }
  out["highlight"] = text_or_null(row.highlight);
  out["note"] = text_or_null(row.remark);
  out["caveat"] = text_or_null(row.caveat);
  return out;
}

}  // namespace

std::string json_of(const ModelTable& table) {
  Json out = document("table");
  out["report"] = table.id;
  out["title"] = table.title;
  out["context_tokens"] = number(table.context);
  out["rows"] = Json::array();
  for (const ModelRow& row : table.rows) {
    out["rows"].push_back(model_row_json(row));
  }
  out["footnotes"] = table.footnotes;
  out["footer"] = table.footer;
  return print(out);
}

}  // namespace kvtally
