#include "report/model_facts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "report/json.hpp"
#include "report/prose.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kUnpublished = "not published";

std::string parameter_words(const Parameters& parameters) {
  const std::string total = parameters.total ? print_parameters(*parameters.total) : std::string(kUnpublished);
  return parameters.active ? fmt::format("{}, {} active", total, print_parameters(*parameters.active)) : total;
}

std::string context_words(const Model& model) {
  if (model.unlimited_context) {
    return "unlimited";
  }
  return model.max_position_embeddings ? fmt::format("{} tokens", print_grouped(*model.max_position_embeddings))
                                       : std::string(kUnpublished);
}

std::string or_not_published(const std::string& text) { return text.empty() ? std::string(kUnpublished) : text; }

std::string origin_words(const Origin& origin) {
  return origin.place.line == 0 ? origin.how : fmt::format("line {}", origin.place.line);
}

// By layer type in the order of the layers, and within one in the order of the file: the order in which a
// composition asks for its values is the compiler's choice.
Origins in_file_order(Origins origins) {
  std::map<std::string, std::size_t> first;
  for (const Origin& origin : origins) {
    first.try_emplace(origin.layer, first.size());
  }
  const auto place = [&](const Origin& origin) {
    return std::tuple(first.at(origin.layer), origin.place.line == 0, origin.place, origin.key);
  };
  std::ranges::sort(origins, {}, place);
  return origins;
}

std::string model_fact(std::string_view label, const std::string& text, std::size_t width) {
  return labelled(label, text, width, 14);
}

// A layer list is as long as it is; the heading says it in full.
std::string shortened(const std::string& value) {
  constexpr std::size_t kLongest = 12;
  return value.size() <= kLongest ? value : value.substr(0, kLongest - 3) + "...";
}

Table values_table(const Origins& origins) {
  Table table;
  table.columns = {{"", "Layer type", Align::left, kEverywhere, false},
                   {"", "Key", Align::left, kEverywhere, false},
                   {"", "Value", Align::right, kEverywhere, false},
                   {"", "From", Align::left, kEverywhere, false}};
  for (const Origin& origin : origins) {
    table.rows.push_back({{origin.layer, "", {}, {}},
                          {origin.key, "", {}, {}},
                          {shortened(origin.value), "", {}, {}},
                          {origin_words(origin), "", {}, {}}});
  }
  return table;
}

// A number as a number; `linear_type` is none.
Json value_or_text(const std::string& text) {
  const auto number = parse_integer(text);
  return number ? Json(*number) : Json(text);
}

}  // namespace

std::string facts_of(const Description& description, const Look& look) {
  const Model& model = description.model;
  const std::string layers = fmt::format("{}: {}", layer_count(model.order), layer_list(model));
  std::string out;
  out += model_fact("name", model.name, look.width) + model_fact("id", model.id, look.width);
  out += model_fact("vendor", or_not_published(model.vendor), look.width);
  out += model_fact("released", or_not_published(model.released), look.width);
  out += model_fact("parameters", parameter_words(model.parameters), look.width);
  out += model_fact("context", context_words(model), look.width) + model_fact("layers", layers, look.width);
  if (!model.draft.empty()) {
    out += model_fact("draft layers", fmt::format("{}", layer_count(model.draft)), look.width);
  }
  if (!description.aliases.empty()) {
    out += model_fact("aliases", fmt::format("{}", fmt::join(description.aliases, ", ")), look.width);
  }
  out += model_fact("file", description.file, look.width);
  out += bullets("sources", model.sources, look.width);
  if (!model.notes.empty()) {
    out += bullets("notes", {model.notes}, look.width);
  }
  out += bullets("assumptions", model.assumptions, look.width);
  if (!description.origins.empty()) {
    out += "\nvalues that the layers were composed of\n\n" +
           write_text(values_table(in_file_order(description.origins)), look);
  }
  return out;
}

std::string json_of(const Description& description) {
  const Model& model = description.model;
  Json out = document("model");
  out["id"] = model.id;
  out["name"] = model.name;
  out["vendor"] = model.vendor;
  out["released"] = model.released;
  out["parameters_total"] = number_or_null(model.parameters.total);
  out["parameters_active"] = number_or_null(model.parameters.active);
  out["max_context"] = number_or_null(model.max_position_embeddings);
  out["unlimited_context"] = model.unlimited_context;
  out["layers"] = layer_count(model.order);
  out["layer_list"] = layer_list(model);
  out["draft_layers"] = layer_count(model.draft);
  out["aliases"] = description.aliases;
  out["file"] = description.file;
  out["sources"] = model.sources;
  out["notes"] = model.notes;
  out["assumptions"] = model.assumptions;
  out["values"] = Json::array();
  for (const Origin& origin : in_file_order(description.origins)) {
    const bool placed = origin.place.line > 0;
    out["values"].push_back({{"layer_type", origin.layer},
                             {"key", origin.key},
                             {"value", value_or_text(origin.value)},
                             {"line", placed ? Json(origin.place.line) : Json(nullptr)},
                             {"column", placed ? Json(origin.place.column) : Json(nullptr)},
                             {"how", origin.how}});
  }
  return print(out);
}

}  // namespace kvtally
