#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "report/json.hpp"

namespace kvtally::test {

/// The fields of a schema, one a line: where it stands, its type, and whether it may be absent.
class SchemaFields {
 public:
  explicit SchemaFields(const Json& schema) : root_(schema) { walk(root_, ""); }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  const Json& resolved(const Json& schema) const {
    return schema.contains("$ref") ? root_["$defs"][schema["$ref"].get<std::string>().substr(8)] : schema;
  }

  // "integer or null", "one of A, B", "'kvtally.show/1'".
  std::string type_of(const Json& part) const {
    const Json& schema = resolved(part);
    std::string out;
    const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " or ") + text; };
    if (schema.contains("const")) {
      add("'" + schema["const"].get<std::string>() + "'");
    }
    if (schema.contains("enum")) {
      std::string words;
      for (const Json& word : schema["enum"]) {
        words += (words.empty() ? "one of " : ", ") + word.get<std::string>();
      }
      add(words);
    }
    if (schema.contains("type")) {
      for (const Json& type : schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]})) {
        add(type == "array" ? "array of " + type_of(schema["items"]) : type.get<std::string>());
      }
    }
    for (const Json& choice : schema.value("anyOf", Json::array())) {
      add(type_of(choice));
    }
    return out;
  }

  void walk(const Json& part, const std::string& path) {
    const Json& schema = resolved(part);
    for (const char* key : {"allOf", "anyOf"}) {
      for (const Json& choice : schema.value(key, Json::array())) {
        walk(choice, path);
      }
    }
    for (const Json& form : schema.value("oneOf", Json::array())) {
      walk(form, "(" + form["$ref"].get<std::string>().substr(8) + ") ");
    }
    if (schema.contains("items")) {
      walk(schema["items"], path + "[]");
    }
    const Json required = schema.value("required", Json::array());
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [key, value] : properties.items()) {
      const bool always = std::ranges::find(required, Json(key)) != required.end();
      const bool inside = !path.empty() && !path.ends_with(' ');
      const std::string name = path + (inside ? "." : "") + key;
      lines_.push_back(name + ": " + type_of(value) + (always ? "" : ", may be absent"));
      walk(value, name);
    }
  }

  const Json& root_;
  std::vector<std::string> lines_;
};

}  // namespace kvtally::test
