#include <cstdlib>
#include <fmt/format.h>
#include <iostream>

#include "engine/transformers/support.hpp"
namespace kvtally {
TEST_CASE("dump") {
  const char* line = std::getenv("LINE");
  const Zoo zoo(embedded_files());
  for (const std::string& id : zoo.ids()) {
    if (std::getenv("ID") && id != std::getenv("ID")) continue;
    const Model model = zoo.describe(id)->model;
    const auto a = test::try_allocate(model, line ? line : "");
    if (!a) {
      std::cout << id << ": PROBLEM " << render(a.error());
      continue;
    }
    std::cout << fmt::format("{}: needed {} allocated {} {}\n", id, a->needed.value, a->allocated.value,
                             a->refusal);
    if (std::getenv("SHORT")) continue;
    for (auto& h : a->held)
      std::cout << fmt::format("   {} {} x{} {}\n", h.name, h.shape, h.layers, h.bytes.value);
    for (auto& c : a->causes) std::cout << fmt::format("   cause {} {} ({})\n", c.bytes.value, c.what, c.why);
    for (auto& f : a->figures) std::cout << fmt::format("   {} {} {}\n", f.name, f.numerator, f.unit);
    for (auto& l : a->log) std::cout << fmt::format("   log {}\n", l.text);
    for (auto& s : a->assumptions) std::cout << fmt::format("   assume {}\n", s);
  }
}
}  // namespace kvtally
