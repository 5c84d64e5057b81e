#include "hardware/usual.hpp"

#include <array>

#include "hardware/device_values.hpp"
#include "read/fields.hpp"

namespace kvtally {

Expected<UsualTable> read_usual(const Tree& tree) {
  constexpr std::array<std::string_view, 4> kKeys{"devices", "bandwidth", "matmul", "basis"};
  Problems problems;
  UsualTable out;
  const Fields sorts(tree, tree.root(), problems, "the table of fractions");
  if (tree.root().kind == Node::Kind::map) {
    for (const Node& sort : Children(tree.root())) {
      const Fields fields(tree, sort, problems, sort.key);
      fields.refuse_unknown(kKeys);
      if (sort.kind == Node::Kind::map) {
        UsualFractions& fractions = out[std::string(sort.key)];
        fractions.devices = fields.required_text("devices");
        fractions.bandwidth = thousandths(fields, "bandwidth");
        fractions.matmul = thousandths(fields, "matmul");
        fractions.basis = fields.required_text("basis");
      }
    }
  }
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return out;
}

}  // namespace kvtally
