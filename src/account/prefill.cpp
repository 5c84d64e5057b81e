#include "account/prefill.hpp"

#include <algorithm>

#include "account/pooled_count.hpp"
#include "core/cases.hpp"

namespace kvtally {

namespace {

Wide triangle(Wide n) { return n * (n + 1) / 2; }

// 1 + 2 + … + period, over and over, `count` numbers in all.
Wide sawtooth(Wide count, Wide period) { return count / period * triangle(period) + triangle(count % period); }

// Entries that are chosen of v visible ones, summed over v = 1 … last.
Wide chosen_sum(const Selection& selection, Wide last) {
  return std::visit(Cases{
                        [&](const Everything&) { return triangle(last); },
                        [&](const TopK& top) {
                          const Wide all = std::min<Wide>(last, top.count);
                          return triangle(all) + (last - all) * top.count;
                        },
                        [&](const Blocks& b) {
                          // up to here everything is read; from the next v on a new block begins
                          const Wide full = b.newest == Blocks::Newest::among ? Wide{b.count} * b.size
                                                                              : (Wide{b.count} + 1) * b.size - 1;
                          const Wide all = std::min(last, full);
                          const Wide rest = last - all;
                          if (b.newest == Blocks::Newest::among) {
                            return triangle(all) + rest * (Wide{b.count} - 1) * b.size + sawtooth(rest, b.size);
                          }
                          return triangle(all) + rest * b.count * b.size + sawtooth(rest, b.size) - rest;
                        },
                    },
                    selection);
}

// Entries that are pooled in S positions, and the choices of them summed over S = 1 … last: each number of entries
// lasts for `every` positions.
Wide pooled_sum(const Pooled& p, const Selection& selection, Wide last) {
  const Wide entries = pooled_count(p, last);
  if (entries == 0) {
    return 0;
  }
  const Wide newest = chosen_sum(selection, entries) - chosen_sum(selection, entries - 1);
  return chosen_sum(selection, entries - 1) * p.every + newest * ((last - p.span) % p.every + 1);
}

// The same where at most `most` entries are visible.
Wide capped_sum(const Selection& selection, Wide most, Wide last) {
  const Wide growing = std::min(last, most);
  const Wide newest = most == 0 ? 0 : chosen_sum(selection, most) - chosen_sum(selection, most - 1);
  return chosen_sum(selection, growing) + (last - growing) * newest;
}

// Entries that are read by the tokens 1 … last.
Wide selected_sum(const Memory& memory, Wide last) {
  const Selection& choice = memory.selection;
  return std::visit(Cases{
                        [&](const All&) { return chosen_sum(choice, last); },
                        [&](const Window& w) { return capped_sum(choice, Wide{w.first} + w.size, last); },
                        [&](const Chunk& c) {
                          if (memory.visibility == Visibility::stored) {
                            return capped_sum(choice, c.size, last);
                          }
                          return chosen_sum(choice, c.size) * (last / c.size) + chosen_sum(choice, last % c.size);
                        },
                        [&](const Pooled& p) { return pooled_sum(p, choice, last); },
                        [&](const Fixed&) { return selected_entries(memory, Tokens{1}) * last; },
                    },
                    memory.retention);
}

struct Span {
  Wide before;  // tokens seen before
  Wide last;    // tokens seen at the end
  Wide count() const { return last - before; }
};

Wide completed(const Pooled& pooling, Span span) {
  return pooled_count(pooling, span.last) - pooled_count(pooling, span.before);
}

// Entries of a memory that the tokens make.
Wide made(const Memory& memory, Span span) {
  if (std::holds_alternative<Fixed>(memory.retention)) {
    return 0;
  }
  const auto* pooling = std::get_if<Pooled>(&memory.retention);
  return pooling == nullptr ? span.count() : completed(*pooling, span);
}

// Of what the first token reads, that which was there before it. Later tokens see no more of that: windows only
// move on, and a choice of g(v) among v visible ones never grows by more than the entries that came in.
Wide stored_before(const Memory& memory, Span span) {
  const Wide own = made(memory, {span.before, span.before + 1});
  return std::max<Wide>(0, selected_entries(memory, Tokens{span.before + 1}) - own);
}

// Rows that waited for the first entry that is completed, and those of the stretches before that it reads again.
Bytes open_before(const Open& open, Span span) {
  const Wide again = std::min<Wide>(span.before / open.every, open.overlap_blocks);
  return entry_bytes(open.pending) * (span.before % open.every) + entry_bytes(open.overlap) * (open.every * again);
}

// Which of the rows and entries that tokens make are written: each one, or those that are kept when all are
// computed. Nothing else needs to leave a kernel that computes them together.
enum class Writing : unsigned char { each, kept };

// What such a stretch leaves waiting, and what the next entry reads again.
Bytes open_left(const Open& open, Span span) {
  const Wide waiting = span.last % open.every;
  const Wide complete = span.last - waiting;
  const Wide again = open.every * std::min<Wide>(complete / open.every, open.overlap_blocks);
  const Wide made_again = std::min(again, std::max<Wide>(0, complete - span.before));
  return entry_bytes(open.pending) * std::min(waiting, span.count()) + entry_bytes(open.overlap) * made_again;
}

Wide entries_left(const Memory& memory, Span span) {
  const Wide entries = made(memory, span);
  if (const auto* window = std::get_if<Window>(&memory.retention)) {
    return std::min<Wide>(entries, Wide{window->first} + window->size);
  }
  const auto* chunk = std::get_if<Chunk>(&memory.retention);
  return chunk == nullptr ? entries : std::min<Wide>(entries, chunk->size);
}

void add_span_open(Step& step, const Open& open, Wide entries, Span span, Writing writing) {
  step.written.open += writing == Writing::each ? entry_bytes(open.pending) * span.count() : open_left(open, span);
  if (entries > 0) {
    step.read.open += open_before(open, span);
  }
}

void add_span_indexer(Step& step, const Indexer& indexer, bool own, Span span, Writing writing) {
  if (indexer.source != Indexer::Source::own) {
    return;
  }
  const Bytes key = entry_bytes({indexer.key});
  const Wide scanned = pooled_sum(indexer.pooling, Everything{}, span.last) -
                       pooled_sum(indexer.pooling, Everything{}, span.before);
  const Wide entries = completed(indexer.pooling, span);
  step.read.indexer += key * pooled_count(indexer.pooling, span.before);
  step.arithmetic.indexer += MultiplyAdds{Wide{indexer.heads} * indexer.key.dim * scanned};
  if (own) {
    step.written.indexer += key * entries;
    if (indexer.open) {
      add_span_open(step, *indexer.open, entries, span, writing);
    }
  }
}

void add_span_memory(Step& step, const Memory& memory, const Scoring& scoring, bool own, Span span,
                     Writing writing) {
  const Bytes entry = entry_bytes(memory.entry);
  const Wide pairs = selected_sum(memory, span.last) - selected_sum(memory, span.before);
  step.read.entries += entry * stored_before(memory, span);
  step.arithmetic.scores +=
      MultiplyAdds{Wide{scoring.query_heads} * (Wide{scoring.score_width} + scoring.value_width) * pairs};
  if (own) {
    step.written.entries += entry * (writing == Writing::each ? made(memory, span) : entries_left(memory, span));
    if (memory.open) {
      add_span_open(step, *memory.open, made(memory, span), span, writing);
    }
  }
  if (memory.indexer) {
    add_span_indexer(step, *memory.indexer, own, span, writing);
  }
}

// A tensor of columns is written a column a token, at most all of it.
Bytes state_written(const StateTensor& tensor, Wide tokens) {
  return std::min(tensor_bytes(tensor), rewritten_bytes(tensor) * tokens);
}

bool owns(const Layer& layer) { return layer.sharing.owner == Sharing::Owner::own; }

// What tokens that are decoded together read of what they made themselves.
void add_own_reads(Step& step, const Memory& memory, Span span) {
  const Bytes entry = entry_bytes(memory.entry);
  if (std::holds_alternative<Everything>(memory.selection)) {
    step.read.entries += entry * made(memory, span);
  } else {
    const Wide most =
        std::max(selected_entries(memory, Tokens{span.before + 1}), selected_entries(memory, Tokens{span.last}));
    step.read.entries += entry * (most - stored_before(memory, span));
  }
  if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
    step.read.indexer += entry_bytes({memory.indexer->key}) * completed(memory.indexer->pooling, span);
  }
}

Step stretch_step(const Layer& layer, const Stretch& stretch, LatentForm form, Writing writing) {
  const Span span{stretch.prefix.value, stretch.prefix.value + stretch.count.value};
  Step step;
  for (const Memory& memory : layer.memories) {
    const bool expanded = form == LatentForm::expanded && memory.expanded;
    add_span_memory(step, memory, expanded ? *memory.expanded : memory.scoring, owns(layer), span, writing);
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    step.read.state += tensor_bytes(tensor);
    step.written.state += state_written(tensor, span.count());
  }
  for (const StateWork& work : layer.state.work) {
    step.arithmetic.state += work.step * span.count();
  }
  return step;
}

}  // namespace

Step prefill_of(const Layer& layer, const Stretch& stretch, LatentForm form) {
  return stretch_step(layer, stretch, form, Writing::kept);
}

Step joint_step(const Layer& layer, const Stretch& stretch) {
  const Span span{stretch.prefix.value, stretch.prefix.value + stretch.count.value};
  if (span.count() == 1) {
    return step_of(layer, Tokens{span.last});
  }
  Step step = stretch_step(layer, stretch, LatentForm::absorbed, Writing::each);
  for (const Memory& memory : layer.memories) {
    add_own_reads(step, memory, span);
  }
  return step;
}

}  // namespace kvtally
