#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <vector>

#include "account/figures.hpp"
#include "account/one_layer.hpp"
#include "account/random_composition.hpp"
#include "account/solve.hpp"
#include "support/print.hpp"

// Properties of random compositions. The oracle counts positions one by one and shares no formula with account/.
namespace kvtally::composition_test {

namespace {

using test::pick;

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

template <class Holds>
Wide positions(Wide last, Holds holds) {
  Wide count = 0;
  for (Wide p = 1; p <= last; ++p) {
    count += holds(p) ? 1 : 0;
  }
  return count;
}

// A pooled entry is complete at the last of its positions: span, span + every, …
Wide pools_ended(const Pooled& pooling, Wide seen) {
  return positions(seen, [&](Wide p) { return p >= pooling.span && (p - pooling.span) % pooling.every == 0; });
}

Wide counted_stored(const Memory& memory, Wide seen) {
  return std::visit(Cases{
                        [&](const All&) { return seen; },
                        [&](const Window& w) {
                          return positions(seen, [&](Wide p) { return p <= w.first || p > seen - w.size; });
                        },
                        [&](const Chunk& c) { return positions(seen, [&](Wide p) { return p > seen - c.size; }); },
                        [&](const Pooled& p) { return pools_ended(p, seen); },
                        [&](const Fixed& f) { return Wide{f.count}; },
                    },
                    memory.retention);
}

Wide counted_visible(const Memory& memory, Wide seen) {
  const auto* chunk = std::get_if<Chunk>(&memory.retention);
  if (memory.visibility == Visibility::stored || chunk == nullptr) {
    return counted_stored(memory, seen);
  }
  return positions(seen, [&](Wide p) { return (p - 1) / chunk->size == (seen - 1) / chunk->size; });
}

// Blocks are taken from the newest on; which complete ones are chosen changes nothing in their number of entries.
Wide counted_selected(const Selection& selection, Wide visible) {
  return std::visit(
      Cases{
          [&](const Everything&) { return visible; },
          [&](const TopK& top) { return positions(visible, [&](Wide p) { return p <= top.count; }); },
          [&](const Blocks& b) {
            const Wide newest = (visible - 1) / b.size;
            const Wide complete = visible / b.size;
            return positions(visible, [&](Wide p) {
              const Wide block = (p - 1) / b.size;
              return b.newest == Blocks::Newest::among ? block > newest - b.count : block >= complete - b.count;
            });
          },
      },
      selection);
}

// Positions since the last complete stretch, and those of the stretches before that are read again.
Bytes counted_open(const Open& open, Wide seen) {
  const Wide begun = seen / open.every * open.every;
  const Wide waiting = positions(seen, [&](Wide p) { return p > begun; });
  const Wide again = positions(begun, [&](Wide p) { return p > begun - open.overlap_blocks * open.every; });
  return entry_bytes(open.pending) * waiting + entry_bytes(open.overlap) * again;
}

Tally counted_kept(const Layer& layer, Wide seen) {
  Tally out;
  for (const Memory& memory : layer.memories) {
    if (layer.sharing.owner != Sharing::Owner::own) {
      break;
    }
    const Part part = std::holds_alternative<Fixed>(memory.retention) ? Part::cross : Part::entries;
    out[part] += entry_bytes(memory.entry) * counted_stored(memory, seen);
    if (memory.open) {
      out[Part::open] += counted_open(*memory.open, seen);
    }
    if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
      const Indexer& indexer = *memory.indexer;
      out[Part::indexer] += entry_bytes({indexer.key}) * pools_ended(indexer.pooling, seen);
      if (indexer.open) {
        out[Part::open] += counted_open(*indexer.open, seen);
      }
    }
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    out[Part::state] += Bytes{tensor.shape[0] * tensor.shape[1] * tensor.format.bytes};
  }
  return out;
}

Bytes without_open(const Tally& tally) { return tally.total() - tally[Part::open]; }

TEST_CASE("what is kept is what one counts position by position") {
  CHECK(rc::check([] {
    const Layer layer = test::random_layer();
    const Wide seen = pick(1, 120);
    const bool equal = test::kept(layer, seen) == counted_kept(layer, seen);
    RC_ASSERT(equal);
  }));
}

TEST_CASE("what is visible and selected is what one counts, and each is a part of the one before") {
  CHECK(rc::check([] {
    const Memory memory = test::random_memory();
    const Wide seen = pick(1, 120);
    const Wide visible = visible_entries(memory, Tokens{seen});
    const Wide selected = selected_entries(memory, Tokens{seen});
    const bool counted =
        visible == counted_visible(memory, seen) && selected == counted_selected(memory.selection, visible);
    const bool ordered = selected <= visible && visible <= counted_stored(memory, seen);
    RC_ASSERT(counted);
    RC_ASSERT(ordered);
  }));
}

TEST_CASE("what is kept, but for open buffers, never falls with S") {
  CHECK(rc::check([] {
    const std::vector<Term> terms = terms_of(test::random_model(), test::coin());
    const Wide seen = pick(0, 200);
    const bool rises = without_open(tally(terms, Tokens{seen})) <= without_open(tally(terms, Tokens{seen + 1}));
    RC_ASSERT(rises);
  }));
}

TEST_CASE("a reservation holds every value up to S and never falls") {
  CHECK(rc::check([] {
    const std::vector<Term> terms = terms_of(test::random_model(), test::coin());
    const Wide seen = pick(0, 200);
    const Wide before = pick(0, static_cast<std::int64_t>(seen));
    for (const Term& term : terms) {
      const bool holds = reserve_at(term, Tokens{seen}) >= value_at(term, Tokens{before}) &&
                         reserve_at(term, Tokens{seen}) >= reserve_at(term, Tokens{before});
      RC_ASSERT(holds);
    }
    const bool never_falls = reserve_of(terms, Tokens{before}, 3) <= reserve_of(terms, Tokens{seen}, 3) &&
                             reserve_of(terms, Tokens{seen}, 3) <= reserve_of(terms, Tokens{seen}, 4);
    RC_ASSERT(never_falls);
  }));
}

TEST_CASE("every figure is linear in the batch") {
  CHECK(rc::check([] {
    const Model model = test::random_model();
    Scenario scenario;
    scenario.context = Tokens{pick(1, 200)};
    scenario.drafting = test::coin();
    const Figures one = figures_of(model, scenario);
    scenario.batch = pick(1, 1000);
    const Figures many = figures_of(model, scenario);
    const Wide batch = scenario.batch;
    bool linear = many.step == one.step * batch && *many.naive.bytes == *one.naive.bytes * batch &&
                  many.layers.size() == one.layers.size() &&
                  many.marginal == Fraction<Bytes>{one.marginal.numerator * batch, one.marginal.denominator};
    for (std::size_t part = 0; part < kParts; ++part) {
      linear = linear && many.kept.parts.at(part) == one.kept.parts.at(part) * batch;
    }
    RC_ASSERT(linear);
  }));
}

TEST_CASE("the figures of the layers sum to the totals, and the terms to the parts") {
  CHECK(rc::check([] {
    const Model model = test::random_model();
    const Scenario scenario{Tokens{pick(1, 200)}, pick(1, 9), test::coin(), bf16(), bf16()};
    const Figures figures = figures_of(model, scenario);
    Tally layers;
    Step step;
    for (const LayerFigures& layer : figures.layers) {
      step += layer.step;
      for (std::size_t part = 0; part < kParts; ++part) {
        layers.parts.at(part) += layer.kept.parts.at(part);
      }
    }
    Tally terms;
    for (const Term& term : terms_of(model, scenario.drafting)) {
      terms[term.part] += value_at(term, scenario.context) * scenario.batch;
    }
    const bool sums = layers == figures.kept && terms == figures.kept && step == figures.step;
    const bool whole = figures.kept.total() == terms[Part::entries] + terms[Part::indexer] + terms[Part::state] +
                                                   terms[Part::open] + terms[Part::cross] + terms[Part::draft];
    RC_ASSERT(sums);
    RC_ASSERT(whole);
  }));
}

TEST_CASE("a shared layer keeps and writes only its state, and reads entries and index keys as an owner does") {
  CHECK(rc::check([] {
    const Layer owner = test::sharing(test::random_layer(), Sharing::Owner::own);
    using Owner = Sharing::Owner;
    const Layer sharer = test::sharing(owner, test::coin() ? Owner::layer_before : Owner::same_kind);
    const Wide seen = pick(1, 200);
    const Tally kept = test::kept(sharer, seen);
    const Step own = step_of(owner, Tokens{seen});
    const Step shared = step_of(sharer, Tokens{seen});
    const bool nothing = kept.total() == test::kept(owner, seen)[Part::state] &&
                         shared.written == Traffic{{}, {}, own.written.state, {}};
    const bool reads = shared.read == Traffic{own.read.entries, own.read.indexer, own.read.state, {}} &&
                       shared.arithmetic == own.arithmetic;
    RC_ASSERT(nothing);
    RC_ASSERT(reads);
  }));
}

}  // namespace

}  // namespace kvtally::composition_test
