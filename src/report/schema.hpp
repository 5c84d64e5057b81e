#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "read/text/embedded.hpp"
#include "report/json.hpp"
#include "report/table.hpp"

namespace kvtally {

/// The JSON Schemas (draft 2020-12) of what the program prints as JSON and of what it reads as YAML:
/// reports/schemas/NAME.yaml, each a schema as it is printed but for the `$defs` of common.yaml. They allow
/// fields that they do not name, for within one version of a form fields are added and never taken away.
class Schemas {
 public:
  explicit Schemas(std::span<const EmbeddedFile> files);

  /// Their names, outputs first, then inputs, which end in "-yaml".
  std::vector<std::string> names() const;
  /// The schema with the `$defs` that it uses; nothing when there is none of this name.
  std::optional<Json> find(const std::string& name) const;

  /// Name, whether it is of an output or an input, title.
  Table list() const;
  /// kvtally.schemas/1.
  std::string json_of_list() const;

 private:
  struct Entry {
    std::string name;
    bool input = false;
    const Node* root = nullptr;
  };

  std::vector<Entry> entries_;
  const Node* common_ = nullptr;
};

}  // namespace kvtally
