#pragma once

#include <set>

#include "report/explain.hpp"
#include "report/sheets.hpp"

namespace kvtally::test {

inline Explanation explanation_of(const std::string& id, std::int64_t context, std::int64_t batch = 1,
                                  bool drafting = false) {
  const auto description = zoo().describe(id);
  Sheet sheet = sheet_of(id, context, batch);
  sheet.scenario.drafting = drafting;
  sheet.figures = figures_of(sheet.model, sheet.scenario);
  return explain(std::move(sheet), description->file, description->origins);
}

/// The contexts at which something of the model changes, one before and one behind each, and some between.
inline std::set<std::int64_t> contexts_around_breakpoints(const Model& model) {
  std::set<std::int64_t> out{1, 2, 1000, 131072, 1048576};
  const auto around = [&](std::int64_t tokens) {
    for (const std::int64_t context :
         {tokens - 1, tokens, tokens + 1, 2 * tokens - 1, 2 * tokens, 2 * tokens + 1}) {
      out.insert(std::max<std::int64_t>(context, 1));
    }
  };
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      std::int64_t rate = 1;
      if (const auto* window = std::get_if<Window>(&memory.retention)) {
        around(window->size);
        around(window->first + window->size);
      } else if (const auto* chunk = std::get_if<Chunk>(&memory.retention)) {
        around(chunk->size);
      } else if (const auto* pooled = std::get_if<Pooled>(&memory.retention)) {
        rate = pooled->every;
        around(pooled->every);
        around(pooled->span);
      }
      if (const auto* top = std::get_if<TopK>(&memory.selection)) {
        around(top->count * rate);
      } else if (const auto* blocks = std::get_if<Blocks>(&memory.selection)) {
        around(blocks->size);
        around(blocks->count * blocks->size);
      }
      if (memory.indexer) {
        around(memory.indexer->pooling.every);
      }
    }
  }
  return out;
}

}  // namespace kvtally::test
