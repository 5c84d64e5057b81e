#include "report/explain_walk_words.hpp"

#include <fmt/format.h>

#include "core/cases.hpp"

namespace kvtally {

std::string stored(const Retention& retention, const std::string& seen) {
  const std::string inner = seen == "S" ? seen : fmt::format("({})", seen);
  return std::visit(Cases{
                        [&](const All&) { return seen; },
                        [&](const Window& w) { return fmt::format("min({}, {})", seen, w.first + w.size); },
                        [&](const Chunk& c) { return fmt::format("min({}, {})", seen, c.size); },
                        [&](const Pooled& p) {
                          return p.span == p.every
                                     ? fmt::format("⌊{} ÷ {}⌋", inner, p.every)
                                     : fmt::format("max(0, ⌊({} − {}) ÷ {}⌋ + 1)", seen, p.span, p.every);
                        },
                        [&](const Fixed& f) { return fmt::format("{}", f.count); },
                    },
                    retention);
}

std::string chosen(const Memory& memory, const std::string& seen) {
  const std::string all = stored(memory.retention, seen);
  if (memory.visibility == Visibility::own_chunk || std::holds_alternative<Blocks>(memory.selection)) {
    return "chosen";
  }
  const auto* top = std::get_if<TopK>(&memory.selection);
  return top == nullptr ? all : fmt::format("min({}, {})", all, top->count);
}

std::string read_words(const Memory& memory) {
  if (const auto* top = std::get_if<TopK>(&memory.selection)) {
    return fmt::format("; of each row the best {} count", top->count);
  }
  if (const auto* blocks = std::get_if<Blocks>(&memory.selection)) {
    return fmt::format("; of each row the best {} blocks of {} count{}", blocks->count, blocks->size,
                       blocks->newest == Blocks::Newest::beside ? ", and the incomplete newest" : "");
  }
  if (const auto* window = std::get_if<Window>(&memory.retention)) {
    return fmt::format("; of each row at most {} count", window->first + window->size);
  }
  return std::holds_alternative<Chunk>(memory.retention) ? "; of each row those of its own chunk count" : "";
}

}  // namespace kvtally
