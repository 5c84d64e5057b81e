#include "report/model_list.hpp"

#include <fmt/format.h>

#include "core/print.hpp"
#include "report/json.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

std::string total_words(const Parameters& parameters) {
  return parameters.total ? print_parameters(*parameters.total) : "not published";
}

Cell context_cell(const Model& model) {
  if (model.unlimited_context) {
    return {"unlimited", "", {}, {}};
  }
  const auto most = model.max_position_embeddings;
  return most ? Cell{print_grouped(*most), fmt::format("{}", *most), {}, {}} : Cell{"not published", "", {}, {}};
}

}  // namespace

Table list_of(const std::vector<Description>& models) {
  Table table;
  table.columns = {{"id", "ID", Align::left, kEverywhere, false},
                   {"name", "Model", Align::left, kMarkdown | kCsv | kWide, false},
                   {"vendor", "Vendor", Align::left, kEverywhere, false},
                   {"released", "Released", Align::left, kEverywhere, false},
                   {"parameters", "Parameters", Align::right, kEverywhere, false},
                   {"max_context", "Context", Align::right, kEverywhere, false},
                   {"layers", "Layers", Align::right, kEverywhere, false},
                   {"layer_list", "Layer list", Align::left, kMarkdown | kCsv | kWide, false},
                   {"aliases", "Also known as", Align::left, kCsv | kWide, false}};
  for (const Description& description : models) {
    const Model& model = description.model;
    table.rows.push_back({{model.id, "", {}, {}},
                          {model.name, "", {}, {}},
                          {model.vendor, "", {}, {}},
                          {model.released, "", {}, {}},
                          {total_words(model.parameters), "", {}, {}},
                          context_cell(model),
                          {fmt::format("{}", layer_count(model.order)), "", {}, {}},
                          {layer_list(model), "", {}, {}},
                          {fmt::format("{}", fmt::join(description.aliases, " ")), "", {}, {}}});
  }
  return table;
}

std::string json_of(const std::vector<Description>& models) {
  Json out = document("models");
  out["models"] = Json::array();
  for (const Description& description : models) {
    const Model& model = description.model;
    Json entry;
    entry["id"] = model.id;
    entry["name"] = model.name;
    entry["vendor"] = model.vendor;
    entry["released"] = model.released;
    entry["parameters_total"] = number_or_null(model.parameters.total);
    entry["parameters_active"] = number_or_null(model.parameters.active);
    entry["max_context"] = number_or_null(model.max_position_embeddings);
    entry["layers"] = layer_count(model.order);
    entry["layer_list"] = layer_list(model);
    entry["aliases"] = description.aliases;
    entry["file"] = description.file;
    entry["sources"] = model.sources;
    entry["notes"] = model.notes;
    out["models"].push_back(std::move(entry));
  }
  return print(out);
}

}  // namespace kvtally
