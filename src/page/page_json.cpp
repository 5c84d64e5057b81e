#include "page/page.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

Json json_of(const Table& table) {
  Json out;
  out["title"] = table.title;
  out["columns"] = Json::array();
  for (const Column& column : table.columns) {
    out["columns"].push_back({{"key", column.key}, {"title", column.title}});
  }
  out["rows"] = Json::array();
  for (const std::vector<Cell>& row : table.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) {
      cells.push_back(cell.raw.empty() ? cell.text : cell.raw);
    }
    out["rows"].push_back(std::move(cells));
  }
  out["notes"] = table.notes;
  return out;
}

Json json_of(const Section& section) {
  Json out;
  out["id"] = section.id;
  out["title"] = section.title;
  out["question"] = section.question;
  out["text"] = section.text;
  out["takeaway"] = section.takeaway;
  out["values"] = Json::object();
  for (const auto& [name, value] : section.parts.values) {
    out["values"][name] = value;
  }
  out["pictures"] = Json::array();
  for (const Picture& picture : section.parts.pictures) {
    out["pictures"].push_back(
        {{"name", picture.name}, {"choice", picture.choice}, {"title", title_of(picture.drawing)}});
  }
  out["tables"] = Json::array();
  if (section.parts.models) {
    Json table = json_of(view_of(*section.parts.models));
    table["name"] = section.id;
    out["tables"].push_back(std::move(table));
  }
  for (const SectionTable& one : section.parts.tables) {
    Json table = json_of(one.table);
    table["name"] = one.name;
    out["tables"].push_back(std::move(table));
  }
  out["arithmetic"] = section.parts.arithmetic;
  out["notes"] = section.parts.notes;
  return out;
}

}  // namespace

std::string json_of(const Page& page) {
  Json out = document("report");
  out["recipe"] = page.recipe;
  out["language"] = page.language;
  out["title"] = page.title;
  out["subtitle"] = page.subtitle;
  out["sections"] = Json::array();
  for (const Section& section : page.sections) {
    out["sections"].push_back(json_of(section));
  }
  out["footer"] = page.footer;
  return print(out);
}

}  // namespace kvtally
