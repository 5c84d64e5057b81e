#include "report/licenses.hpp"

#include <stdexcept>

#include "read/fields.hpp"
#include "read/text/embedded.hpp"

namespace kvtally {

std::vector<LicensedLibrary> licensed_libraries() {
  std::vector<LicensedLibrary> out;
  Problems problems;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path != "reports/licenses.yaml") {
      continue;
    }
    const Tree tree(std::string(file.path), file.nodes);
    const Node* list = member(tree.root(), "libraries");
    for (const Node& node : Children(list == nullptr ? tree.root() : *list)) {
      const Fields fields(tree, node, problems, "a library");
      out.push_back({fields.required_text("name"), fields.required_text("version"),
                     fields.required_text("license"), fields.texts("copyright"), fields.required_text("text"),
                     fields.boolean("in_page").value_or(false)});
    }
  }
  if (!problems.empty()) {
    throw std::logic_error(render(problems));
  }
  return out;
}

}  // namespace kvtally
