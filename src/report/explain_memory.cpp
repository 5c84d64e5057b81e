#include <fmt/format.h>

#include "core/cases.hpp"
#include "report/explain_parts.hpp"

namespace kvtally {

namespace {

// max(0, ⌊(S − l) ÷ d⌋ + 1), which is ⌊S ÷ r⌋ where l = d = r.
Formula pooled_formula(const Pooled& pooling, const Formula& seen) {
  if (pooling.span == 1 && pooling.every == 1) {
    return seen;
  }
  if (pooling.span == pooling.every) {
    return floor_of(seen, symbol("r", pooling.every));
  }
  return larger(number(0), floor_of(seen - symbol("l", pooling.span), symbol("d", pooling.every)) + number(1));
}

Formula stored_formula(const Retention& retention, const Formula& seen) {
  return std::visit(
      Cases{
          [&](const All&) { return seen; },
          [&](const Window& w) {
            return smaller(seen, w.first == 0 ? symbol("W", w.size) : symbol("F", w.first) + symbol("W", w.size));
          },
          [&](const Chunk& c) { return smaller(seen, symbol("C", c.size)); },
          [&](const Pooled& p) { return pooled_formula(p, seen); },
          [&](const Fixed& f) { return symbol("N", f.count); },
      },
      retention);
}

Formula chosen_formula(const Selection& selection, const Formula& visible) {
  return std::visit(Cases{
                        [&](const Everything&) { return visible; },
                        [&](const TopK& top) { return smaller(visible, symbol("k", top.count)); },
                        [&](const Blocks& b) {
                          const Formula count = symbol("k", b.count);
                          const Formula size = symbol("n", b.size);
                          if (b.newest == Blocks::Newest::beside) {
                            return smaller(floor_of(visible, size), count) * size + remainder_of(visible, size);
                          }
                          if (visible.numerator <= Wide{b.count} * b.size) {
                            return smaller(visible, count * size);
                          }
                          return (count - number(1)) * size + remainder_of(visible - number(1), size) + number(1);
                        },
                    },
                    selection);
}

bool pools(const Pooled& pooling) { return pooling.span != 1 || pooling.every != 1; }

// Whether this token completes a pooled entry: entries now, less entries before it.
Formula completed_formula(const Pooled& pooling, Wide seen) {
  const Formula now = symbol("S", seen);
  return pooled_formula(pooling, now) - pooled_formula(pooling, now - number(1));
}

void grow(SectionWriter& writer, const Retention& retention, const Formula& entry) {
  std::visit(Cases{
                 [&](const All&) { writer.grows(entry, 1, 1, {}); },
                 [&](const Window& w) { writer.grows(entry, 1, 1, w.first + w.size); },
                 [&](const Chunk& c) { writer.grows(entry, 1, 1, c.size); },
                 [&](const Pooled& p) { writer.grows(entry, p.every, p.span, {}); },
                 [&](const Fixed&) { writer.stays("the same whatever S is"); },
             },
             retention);
}

// `completed`: 1 where this token completes an entry, nothing where every token does.
void add_open_section(const Open& open, const std::string& name, const std::optional<Formula>& completed,
                      const ExplainUse& use, std::vector<ExplainSection>& out) {
  SectionWriter writer(use, fmt::format("{}, incomplete", name), sentence_of(open));
  const Formula seen = symbol("S", use.seen);
  const Formula every = symbol("r", open.every);
  const Formula row = writer.measure(Part::open, "row", "bytes", entry_formula(open.pending));
  const Formula waiting = writer.measure(Part::open, "waiting", "positions", remainder_of(seen, every));
  writer.result(Result::kept, Part::open, row * waiting);
  writer.stays("what waits comes and goes");
  Formula pooled_from = every * row;
  if (open.overlap_blocks > 0) {
    const Formula again = writer.measure(Part::open, "again", "bytes", every * entry_formula(open.overlap));
    const Formula blocks = symbol("m", open.overlap_blocks);
    const Formula stretches =
        writer.measure(Part::open, "stretches", "stretches", smaller(floor_of(seen, every), blocks));
    writer.result(Result::kept, Part::open, again * stretches).detail = name + ", read again";
    writer.grows(again, open.every, open.every, open.every * open.overlap_blocks);
    const Formula earlier =
        writer.measure(Part::open, "earlier", "stretches", smaller(floor_of(seen - number(1), every), blocks));
    pooled_from = pooled_from + again * earlier;
  }
  writer.result(Result::read, Part::open, completed ? *completed * pooled_from : pooled_from);
  writer.result(Result::written, Part::open, row);
  out.push_back(writer.take());
}

void add_indexer(const Indexer& indexer, bool own, const ExplainUse& use, std::vector<ExplainSection>& out) {
  SectionWriter writer(use, own ? "index keys" : "index keys, shared", sentence_of(indexer));
  const Formula key = writer.measure(Part::indexer, "key", "bytes", entry_formula({indexer.key}));
  const Formula indexed =
      writer.measure(Part::indexer, "indexed", "keys", pooled_formula(indexer.pooling, symbol("S", use.seen)));
  std::optional<Formula> completed;
  if (own && pools(indexer.pooling)) {
    completed = writer.measure(Part::indexer, "completed", "keys", completed_formula(indexer.pooling, use.seen));
  }
  if (own) {
    writer.result(Result::kept, Part::indexer, key * indexed);
    writer.grows(key, indexer.pooling.every, indexer.pooling.span, {});
  }
  writer.result(Result::read, Part::indexer, key * indexed);
  if (own) {
    writer.result(Result::written, Part::indexer, completed ? key * *completed : key);
  }
  writer.result(Result::multiplied, Part::indexer,
                symbol("index heads", indexer.heads) * symbol("index key width", indexer.key.dim) * indexed);
  out.push_back(writer.take());
  if (own && indexer.open) {
    add_open_section(*indexer.open, "index keys", completed, use, out);
  }
}

// The entries that a step reads of `stored` ones.
Formula read_formula(const Memory& memory, Part part, const Formula& stored, SectionWriter& writer) {
  Formula chosen = stored;
  const auto* chunk = std::get_if<Chunk>(&memory.retention);
  if (memory.visibility == Visibility::own_chunk && chunk != nullptr) {
    const Formula before = symbol("S", writer.use().seen) - number(1);
    chosen =
        writer.measure(part, "visible", "entries", remainder_of(before, symbol("C", chunk->size)) + number(1));
  }
  if (!std::holds_alternative<Everything>(memory.selection)) {
    chosen = writer.measure(part, "chosen", "entries", chosen_formula(memory.selection, chosen));
  }
  return chosen;
}

// Of the memory itself. Returns whether this token completes an entry, where that depends on S.
std::optional<Formula> write_memory(const Memory& memory, bool own, SectionWriter& writer) {
  const auto* pooled = std::get_if<Pooled>(&memory.retention);
  const bool fixed = std::holds_alternative<Fixed>(memory.retention);
  const Part part = fixed ? Part::cross : Part::entries;
  const Formula seen = symbol("S", writer.use().seen);
  const Formula entry = writer.measure(part, "entry", "bytes", entry_formula(memory.entry));
  const Formula stored = writer.measure(part, "stored", "entries", stored_formula(memory.retention, seen));
  const Formula chosen = read_formula(memory, part, stored, writer);
  std::optional<Formula> completed;
  if (own && pooled != nullptr && pools(*pooled)) {
    completed = writer.measure(part, "completed", "entries", completed_formula(*pooled, seen.numerator));
  }
  if (own) {
    writer.result(Result::kept, part, entry * stored);
    grow(writer, memory.retention, entry);
  }
  writer.result(Result::read, part, entry * chosen);
  if (own && !fixed) {
    writer.result(Result::written, part, completed ? entry * *completed : entry);
  }
  const Scoring& s = memory.scoring;
  writer.result(Result::multiplied, part,
                symbol("query heads", s.query_heads) *
                    (symbol("score width", s.score_width) + symbol("value width", s.value_width)) * chosen);
  return completed;
}

}  // namespace

void add_memory_sections(const Memory& memory, bool own, const ExplainUse& use, std::vector<ExplainSection>& out) {
  SectionWriter writer(use, memory.name + (own ? "" : ", shared"), sentence_of(memory));
  const std::optional<Formula> completed = write_memory(memory, own, writer);
  out.push_back(writer.take());
  if (own && memory.open) {
    add_open_section(*memory.open, memory.name, completed, use, out);
  }
  if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
    add_indexer(*memory.indexer, own, use, out);
  }
}

}  // namespace kvtally
