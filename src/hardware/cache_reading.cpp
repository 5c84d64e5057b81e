#include "hardware/cache_reading.hpp"

#include <algorithm>

namespace kvtally {

namespace {

constexpr std::int64_t kWide = 2;  // bytes of a bf16 element

bool narrow_row(const Row& row) {
  return row.format.whole_entry || row.format.bytes < kWide * row.format.elements;
}

// Elements of an entry that are stored in less than 16 bits.
Wide narrow_elements(const Entry& entry) {
  Wide sum = 0;
  for (const Row& row : entry) {
    sum += narrow_row(row) ? Wide{row.heads} * row.dim : 0;
  }
  return sum;
}

ScatteredRead scattered(const Layer& layer, const Memory& memory, Tokens context) {
  const Wide selected = selected_entries(memory, context);
  const auto* blocks = std::get_if<Blocks>(&memory.selection);
  const std::int64_t size = blocks != nullptr ? blocks->size : 1;
  return {layer.kind, 0, ceil_div(selected, size), size, entry_bytes(memory.entry)};
}

// Bytes of the temporary, written and read, of one request's step in one layer.
Bytes temporary(const Layer& layer, const DecodeStep& step) {
  Bytes sum;
  for (const Memory& memory : layer.memories) {
    Layer alone;
    alone.sharing = layer.sharing;
    alone.memories = {memory};
    const Step read = joint_step(alone, {step.context - Tokens{1}, Tokens{step.tokens}});
    if (const Bytes entry = entry_bytes(memory.entry); entry > Bytes{}) {
      sum += Bytes{read.read.entries.value / entry.value * narrow_elements(memory.entry) * 2 * kWide};
    }
    if (memory.indexer && read.read.indexer > Bytes{}) {
      const Entry key{memory.indexer->key};
      sum += Bytes{read.read.indexer.value / entry_bytes(key).value * narrow_elements(key) * 2 * kWide};
    }
  }
  return sum;
}

}  // namespace

std::vector<ScatteredRead> scattered_reads(const Model& model, Tokens context) {
  std::vector<ScatteredRead> out;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const std::int64_t count = count_of(model.order, i);
    for (const Memory& memory : model.layers[i].memories) {
      if (count == 0 || std::holds_alternative<Everything>(memory.selection)) {
        continue;
      }
      ScatteredRead read = scattered(model.layers[i], memory, context);
      const auto same = std::ranges::find_if(out, [&](ScatteredRead other) {
        other.layers = 0;
        return other == read;
      });
      ScatteredRead& kept = same == out.end() ? out.emplace_back(std::move(read)) : *same;
      kept.layers += count;
    }
  }
  return out;
}

std::optional<Bytes> read_through_temporary(const Model& model, const DecodeStep& step) {
  Bytes stored;
  Bytes moved;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const Wide requests = Wide{count_of(model.order, i)} * step.sequences;
    const Layer& layer = model.layers[i];
    const Step read = joint_step(layer, {step.context - Tokens{1}, Tokens{step.tokens}});
    stored += read.read.total() * requests;
    moved += temporary(layer, step) * requests;
  }
  return moved == Bytes{} ? std::nullopt : std::optional(stored + moved);
}

}  // namespace kvtally
