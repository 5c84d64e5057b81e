#include <fmt/format.h>

#include "report/explain_shapes.hpp"
#include "report/explain_walk_words.hpp"

/// The shapes through one layer. The description has no weights: what a projection is, beside its heads and
/// widths, is not said.
namespace kvtally {

namespace {

std::string heads_words(const Row& row, std::int64_t query_heads) {
  if (row.heads == 1 && query_heads > 1) {
    return fmt::format("1 head of {} for all {} query heads", row.dim, query_heads);
  }
  const std::string group =
      row.heads != query_heads ? fmt::format(", each for {} query heads", query_heads / row.heads) : "";
  return fmt::format("{} {} of {}{}", row.heads, row.heads == 1 ? "head" : "heads", row.dim, group);
}

std::int64_t entry_width(const Entry& entry) {
  std::int64_t width = 0;
  for (const Row& row : entry) {
    width += row.heads * row.dim;
  }
  return width;
}

// What waits until an entry is complete, and what is read again then.
void add_open_rows(const Open& open, const std::string& name, std::vector<ShapeRow>& out) {
  const std::int64_t width = entry_width(open.pending);
  out.push_back({fmt::format("waiting{}", name), fmt::format("[B, S mod {}, {}]", open.every, width),
                 fmt::format("[B, (S + 1) mod {}, {}]", open.every, width),
                 "of an entry that is not complete; kept", "kept"});
  if (open.overlap_blocks > 0) {
    const std::string shape =
        fmt::format("[B, {}, {}]", open.every * open.overlap_blocks, entry_width(open.overlap));
    out.push_back({fmt::format("again{}", name), shape, shape,
                   "of the newest complete stretch, once there is one, for the next entry; kept", "kept"});
  }
}

class MemoryWalk {
 public:
  MemoryWalk(const Layer& layer, const Memory& memory, std::string hidden)
      : layer_(layer),
        memory_(memory),
        hidden_(std::move(hidden)),
        fixed_(std::get_if<Fixed>(&memory.retention)) {}

  ShapeWalk write() {
    out_.title = memory_.name;
    row("x", {"S", hidden_}, {"1", hidden_}, "what goes into the layer, after its norm");
    memory_.expanded ? latent() : heads();
    if (memory_.open && layer_.sharing.owner == Sharing::Owner::own) {
      add_open_rows(*memory_.open, "", out_.rows);
    }
    const std::int64_t width = memory_.scoring.query_heads *
                               (memory_.expanded ? memory_.expanded->value_width : memory_.scoring.value_width);
    row("joined", {"S", text(width)}, {"1", text(width)}, "the heads side by side");
    row("y", {"S", hidden_}, {"1", hidden_},
        layer_.memories.size() == 1 ? "joined, through the output projection; added to what came in"
                                    : "joined, through the output projection");
    return std::move(out_);
  }

 private:
  static std::string text(std::int64_t number) { return fmt::format("{}", number); }

  static std::string shape(const std::vector<std::string>& sizes) {
    return sizes.empty() ? "" : fmt::format("[B, {}]", fmt::join(sizes, ", "));
  }

  void row(std::string tensor, const std::vector<std::string>& prefill, const std::vector<std::string>& decode,
           std::string how) {
    out_.rows.push_back({std::move(tensor), shape(prefill), shape(decode), std::move(how), ""});
  }

  // A row of the entry, kept for every stored position.
  void cached(const Row& row, const std::string& tensor, std::string how) {
    std::vector<std::string> sizes{text(row.heads), "", text(row.dim)};
    sizes[1] = stored(memory_.retention, "S");
    const std::string prefill = shape(sizes);
    sizes[1] = stored(memory_.retention, "S + 1");
    out_.rows.push_back({tensor, prefill, shape(sizes), std::move(how), keeper()});
  }

  std::string keeper() const {
    switch (layer_.sharing.owner) {
      case Sharing::Owner::own: return fixed_ != nullptr ? "kept, written once" : "kept";
      case Sharing::Owner::layer_before: return "kept by a layer before";
      case Sharing::Owner::same_kind: return "kept by the last such layer";
    }
    return "";
  }

  std::string made_of(std::string_view what) const {
    if (layer_.sharing.owner != Sharing::Owner::own) {
      return "read from the layer that keeps it";
    }
    if (std::holds_alternative<Pooled>(memory_.retention)) {
      return fmt::format("{}, pooled; kept", what);
    }
    return fixed_ != nullptr ? fmt::format("{} of the encoder's output; kept", what)
                             : fmt::format("{}; kept", what);
  }

  void scores(const std::string& heads, const std::string& keys) {
    const bool pooled = std::holds_alternative<Pooled>(memory_.retention);
    const std::string all = fixed_ != nullptr || pooled ? stored(memory_.retention, "S") : "S";
    const std::string masked = fixed_ != nullptr ? "" : ", the future masked";
    const std::string next = chosen(memory_, "S + 1");
    row("z", {heads, "S", all}, {heads, "1", next},
        fmt::format("q with {}, scaled{}{}", keys, masked, read_words(memory_)));
    row("p", {heads, "S", all}, {heads, "1", next},
        layer_.memories.size() == 1
            ? "softmax of z: each row adds up to 1, so no row can be kept for the next token"
            : "softmax of z; how the layer joins its memories is not in the description");
  }

  // Keys and values, or one row that is both.
  void heads() {
    const Scoring& s = memory_.scoring;
    const std::string heads = text(s.query_heads);
    row("q", {heads, "S", text(s.score_width)}, {heads, "1", text(s.score_width)},
        fmt::format("x projected to {} heads of {}", s.query_heads, s.score_width));
    const bool one = memory_.entry.size() == 1;
    for (const Row& each : memory_.entry) {
      const std::string name = one ? "K = V" : each.role == Role::key ? "K" : "V";
      cached(each, name, made_of(heads_words(each, s.query_heads)));
    }
    scores(heads, one ? "the rows" : "K");
    row("o", {heads, "S", text(s.value_width)}, {heads, "1", text(s.value_width)},
        one ? "the rows, weighted by p" : "V, weighted by p");
  }

  void latent() {
    const Scoring& absorbed = memory_.scoring;
    const Scoring& expanded = *memory_.expanded;
    const std::string heads = text(absorbed.query_heads);
    const std::int64_t rope = absorbed.score_width - absorbed.value_width;
    row("q", {heads, "S", text(expanded.score_width)}, {heads, "1", text(expanded.score_width)},
        rope == 0
            ? fmt::format("x projected to {} heads of {}", heads, expanded.score_width)
            : fmt::format("x projected to {} heads of {} + {} rotated", heads, expanded.score_width - rope, rope));
    for (const Row& each : memory_.entry) {
      cached(each, each.role == Role::latent ? "c" : "k rotary",
             made_of(each.role == Role::latent ? "the latent" : "one rotated key for all heads"));
    }
    row("K", {heads, "S", text(expanded.score_width)}, {},
        rope == 0 ? "prefill expands c for each head"
                  : "prefill expands c for each head, and adds the rotary key");
    row("V", {heads, "S", text(expanded.value_width)}, {}, "prefill expands c for each head");
    row("q absorbed", {}, {heads, "1", text(absorbed.score_width)},
        "decode takes q into the latent instead, and never expands c");
    scores(heads,
           rope == 0 ? "K in prefill, with c in decode" : "K in prefill, with c and the rotary key in decode");
    row("o absorbed", {}, {heads, "1", text(absorbed.value_width)}, "c, weighted by p");
    row("o", {heads, "S", text(expanded.value_width)}, {heads, "1", text(expanded.value_width)},
        "V, weighted by p; in decode o absorbed, expanded");
  }

  const Layer& layer_;
  const Memory& memory_;
  std::string hidden_;
  const Fixed* fixed_;
  ShapeWalk out_;
};

ShapeWalk index_walk(const Indexer& indexer) {
  const Retention pooling = indexer.pooling.every == 1 ? Retention{All{}} : Retention{indexer.pooling};
  const std::string now = stored(pooling, "S");
  const std::string next = stored(pooling, "S + 1");
  ShapeWalk out{"index",
                {{"q index", fmt::format("[B, {}, S, {}]", indexer.heads, indexer.key.dim),
                  fmt::format("[B, {}, 1, {}]", indexer.heads, indexer.key.dim), "index queries", ""},
                 {"k index", fmt::format("[B, {}, {}]", now, indexer.key.dim),
                  fmt::format("[B, {}, {}]", next, indexer.key.dim), "index keys; kept", "kept"},
                 {"z index", fmt::format("[B, {}, S, {}]", indexer.heads, now),
                  fmt::format("[B, {}, 1, {}]", indexer.heads, next), "their scores: the best are chosen", ""}}};
  if (indexer.open) {
    add_open_rows(*indexer.open, " index", out.rows);
  }
  return out;
}

ShapeWalk state_walk(const State& state, const std::string& hidden) {
  ShapeWalk out{"state", {}};
  out.rows.push_back({"x", fmt::format("[B, S, {}]", hidden), fmt::format("[B, 1, {}]", hidden),
                      "what goes into the layer, after its norm", ""});
  for (const StateTensor& tensor : state.tensors) {
    const std::string shape = fmt::format("[B, {}]", fmt::join(tensor.shape, ", "));
    const bool whole = tensor.rewrite == StateTensor::Rewrite::whole;
    out.rows.push_back(
        {tensor.name, shape, shape,
         whole ? "kept; each token rewrites all of it" : "kept; each token replaces its oldest column", "kept"});
  }
  out.rows.push_back({"y", fmt::format("[B, S, {}]", hidden), fmt::format("[B, 1, {}]", hidden),
                      "read out of the state, projected; no scores, nothing grows with S", ""});
  return out;
}

}  // namespace

std::vector<ShapeWalk> walks_of(const Layer& layer, const std::string& hidden) {
  std::vector<ShapeWalk> out;
  for (const Memory& memory : layer.memories) {
    if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
      out.push_back(index_walk(*memory.indexer));
    }
    out.push_back(MemoryWalk(layer, memory, hidden).write());
  }
  if (!layer.state.tensors.empty()) {
    out.push_back(state_walk(layer.state, hidden));
  }
  return out;
}

}  // namespace kvtally
