#include "account/step.hpp"

#include <algorithm>

#include "account/pooled_count.hpp"
#include "core/cases.hpp"

namespace kvtally {

namespace {

bool completes(const Pooled& pooling, Wide seen) {
  return seen >= pooling.span && (seen - pooling.span) % pooling.every == 0;
}

Wide stored(const Retention& retention, Wide seen) {
  return std::visit(Cases{
                        [&](const All&) { return seen; },
                        [&](const Window& w) { return std::min<Wide>(seen, Wide{w.first} + w.size); },
                        [&](const Chunk& c) { return std::min<Wide>(seen, c.size); },
                        [&](const Pooled& p) { return pooled_count(p, seen); },
                        [&](const Fixed& f) { return Wide{f.count}; },
                    },
                    retention);
}

Wide selected(const Selection& selection, Wide visible) {
  return std::visit(Cases{
                        [&](const Everything&) { return visible; },
                        [&](const TopK& top) { return std::min<Wide>(visible, top.count); },
                        [&](const Blocks& b) {
                          if (b.newest == Blocks::Newest::beside) {
                            return std::min<Wide>(visible / b.size, b.count) * b.size + visible % b.size;
                          }
                          return visible <= Wide{b.count} * b.size
                                     ? visible
                                     : (Wide{b.count} - 1) * b.size + (visible - 1) % b.size + 1;
                        },
                    },
                    selection);
}

// What the newest entry is pooled from: the `every` waiting positions and those of the stretches before that are
// read again (the first entry has fewer of these).
Bytes open_read(const Open& open, Wide seen) {
  const Wide earlier = std::min<Wide>((seen - 1) / open.every, open.overlap_blocks);
  return entry_bytes(open.pending) * open.every + entry_bytes(open.overlap) * (open.every * earlier);
}

void add_step_open(Step& step, const Open& open, bool complete, Wide seen) {
  step.written.open += entry_bytes(open.pending);
  if (complete) {
    step.read.open += open_read(open, seen);
  }
}

void add_step_indexer(Step& step, const Indexer& indexer, bool own, Wide seen) {
  if (indexer.source != Indexer::Source::own) {
    return;
  }
  const Bytes key = entry_bytes({indexer.key});
  const Wide scanned = pooled_count(indexer.pooling, seen);
  const bool complete = completes(indexer.pooling, seen);
  step.read.indexer += key * scanned;
  step.arithmetic.indexer += MultiplyAdds{Wide{indexer.heads} * indexer.key.dim * scanned};
  if (own && complete) {
    step.written.indexer += key;
  }
  if (own && indexer.open) {
    add_step_open(step, *indexer.open, complete, seen);
  }
}

void add_step_memory(Step& step, const Memory& memory, bool own, Tokens seen) {
  const Bytes entry = entry_bytes(memory.entry);
  const Wide read = selected_entries(memory, seen);
  const Scoring& s = memory.scoring;
  step.read.entries += entry * read;
  step.arithmetic.scores += MultiplyAdds{Wide{s.query_heads} * (Wide{s.score_width} + s.value_width) * read};
  const auto* pooling = std::get_if<Pooled>(&memory.retention);
  const bool complete = pooling == nullptr || completes(*pooling, seen.value);
  if (own && complete && !std::holds_alternative<Fixed>(memory.retention)) {
    step.written.entries += entry;
  }
  if (own && memory.open) {
    add_step_open(step, *memory.open, complete, seen.value);
  }
  if (memory.indexer) {
    add_step_indexer(step, *memory.indexer, own, seen.value);
  }
}

Traffic operator*(const Traffic& t, Wide n) { return {t.entries * n, t.indexer * n, t.state * n, t.open * n}; }
Traffic operator+(const Traffic& a, const Traffic& b) {
  return {a.entries + b.entries, a.indexer + b.indexer, a.state + b.state, a.open + b.open};
}

}  // namespace

Step operator*(const Step& step, Wide times) {
  const Arithmetic& a = step.arithmetic;
  return {step.read * times, step.written * times, {a.scores * times, a.indexer * times, a.state * times}};
}

Step& Step::operator+=(const Step& other) {
  read = read + other.read;
  written = written + other.written;
  arithmetic.scores += other.arithmetic.scores;
  arithmetic.indexer += other.arithmetic.indexer;
  arithmetic.state += other.arithmetic.state;
  return *this;
}

Wide visible_entries(const Memory& memory, Tokens seen) {
  const auto* chunk = std::get_if<Chunk>(&memory.retention);
  if (memory.visibility == Visibility::own_chunk && chunk != nullptr) {
    return (seen.value - 1) % chunk->size + 1;
  }
  return stored(memory.retention, seen.value);
}

Wide selected_entries(const Memory& memory, Tokens seen) {
  return selected(memory.selection, visible_entries(memory, seen));
}

Step step_of(const Layer& layer, Tokens seen) {
  Step step;
  const bool own = layer.sharing.owner == Sharing::Owner::own;
  for (const Memory& memory : layer.memories) {
    add_step_memory(step, memory, own, seen);
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    step.read.state += tensor_bytes(tensor);
    step.written.state += rewritten_bytes(tensor);
  }
  for (const StateWork& work : layer.state.work) {
    step.arithmetic.state += work.step;
  }
  return step;
}

}  // namespace kvtally
