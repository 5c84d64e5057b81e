#include "account/terms.hpp"

#include <algorithm>

namespace kvtally {

namespace {

// The steps of a stair at S: from, from + every, … up to `to`.
Wide steps_at(const Term& term, Wide seen) {
  const Wide last = term.to ? std::min<Wide>(seen, *term.to) : seen;
  return last < term.from ? 0 : (last - term.from) / term.every + 1;
}

// Collects the terms of one sort of layer.
class Collector {
 public:
  Collector(std::size_t layer, std::int64_t layers, bool draft, std::vector<Term>& out)
      : layer_(layer), layers_(layers), draft_(draft), out_(out) {}

  void layer(const Layer& layer) {
    for (const Memory& memory : layer.memories) {
      if (layer.sharing.owner == Sharing::Owner::own) {
        this->memory(memory);
      }
    }
    for (const StateTensor& tensor : layer.state.tensors) {
      add(Part::state, Form::constant, tensor_bytes(tensor), tensor.name);
    }
  }

 private:
  void memory(const Memory& memory) {
    retained(memory);
    if (memory.open) {
      open(*memory.open, memory.name);
    }
    if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
      const Indexer& indexer = *memory.indexer;
      Term& term = add(Part::indexer, Form::stair, entry_bytes({indexer.key}), "index keys");
      term.from = indexer.pooling.span;
      term.every = indexer.pooling.every;
      if (indexer.open) {
        open(*indexer.open, "index keys");
      }
    }
  }

  void retained(const Memory& memory) {
    const Bytes entry = entry_bytes(memory.entry);
    if (const auto* fixed = std::get_if<Fixed>(&memory.retention)) {
      add(Part::cross, Form::constant, entry * fixed->count, memory.name);
      return;
    }
    Term& term = add(Part::entries, Form::stair, entry, memory.name);
    if (const auto* window = std::get_if<Window>(&memory.retention)) {
      term.to = window->first + window->size;
    } else if (const auto* chunk = std::get_if<Chunk>(&memory.retention)) {
      term.to = chunk->size;
    } else if (const auto* pooled = std::get_if<Pooled>(&memory.retention)) {
      term.from = pooled->span;
      term.every = pooled->every;
    }
  }

  void open(const Open& open, const std::string& name) {
    add(Part::open, Form::remainder, entry_bytes(open.pending), name + ", incomplete").every = open.every;
    if (open.overlap_blocks > 0) {
      Term& term = add(Part::open, Form::stair, entry_bytes(open.overlap) * open.every, name + ", read again");
      term.from = open.every;
      term.every = open.every;
      term.to = open.every * open.overlap_blocks;
    }
  }

  Term& add(Part part, Form form, Bytes bytes, std::string what) {
    Term term;
    term.part = draft_ && part != Part::open ? Part::draft : part;
    term.form = form;
    term.bytes = bytes * layers_;
    term.layer = layer_;
    term.layers = layers_;
    term.drafts = draft_;
    term.what = std::move(what);
    return out_.emplace_back(std::move(term));
  }

  std::size_t layer_;
  std::int64_t layers_;
  bool draft_;
  std::vector<Term>& out_;
};

}  // namespace

std::string_view name_of(Part part) {
  constexpr std::array<std::string_view, kParts> kNames{"entries", "indexer", "state", "open", "cross", "draft"};
  return kNames.at(static_cast<std::size_t>(part));
}

std::vector<Term> terms_of(const Model& model, bool drafting) {
  std::vector<Term> out;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    if (const std::int64_t count = count_of(model.order, i); count > 0) {
      Collector(i, count, false, out).layer(model.layers[i]);
    }
  }
  for (std::size_t i = 0; drafting && i < model.layers.size(); ++i) {
    if (const std::int64_t count = count_of(model.draft, i); count > 0) {
      Collector(i, count, true, out).layer(model.layers[i]);
    }
  }
  return out;
}

Bytes value_at(const Term& term, Tokens seen) {
  switch (term.form) {
    case Form::constant: return term.bytes;
    case Form::stair: return term.bytes * steps_at(term, seen.value);
    case Form::remainder: return term.bytes * (seen.value % term.every);
  }
  return {};
}

Bytes reserve_at(const Term& term, Tokens seen) {
  if (term.form == Form::remainder) {
    return term.bytes * std::min<Wide>(seen.value, term.every - 1);
  }
  return value_at(term, seen);
}

Bytes Tally::total() const {
  Bytes sum;
  for (const Bytes part : parts) {
    sum += part;
  }
  return sum;
}

Tally tally(const std::vector<Term>& terms, Tokens seen, std::int64_t batch) {
  Tally out;
  for (const Term& term : terms) {
    out[term.part] += value_at(term, seen) * batch;
  }
  return out;
}

}  // namespace kvtally
