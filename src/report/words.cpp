#include "report/words.hpp"

#include <fmt/format.h>

#include "core/cases.hpp"
#include "core/print.hpp"
#include "report/cycle.hpp"
#include "report/strip.hpp"

namespace kvtally {

namespace {

std::string row_words(const Row& row) {
  return row.heads == 1 ? fmt::format("{} {}", name_of(row.role), row.dim)
                        : fmt::format("{} {}x{}", name_of(row.role), row.heads, row.dim);
}

std::string retention_words(const Retention& retention) {
  return std::visit(Cases{
                        [](const All&) { return std::string("every position"); },
                        [](const Window& w) {
                          return w.first == 0
                                     ? fmt::format("the last {} positions", w.size)
                                     : fmt::format("the first {} and the last {} positions", w.first, w.size);
                        },
                        [](const Chunk& c) { return fmt::format("its chunk of {} positions", c.size); },
                        [](const Pooled& p) {
                          return p.span == p.every
                                     ? fmt::format("one entry for {} positions", p.every)
                                     : fmt::format("one entry over {} positions every {}", p.span, p.every);
                        },
                        [](const Fixed& f) { return fmt::format("{} encoder positions", f.count); },
                    },
                    retention);
}

std::string selection_words(const Selection& selection) {
  return std::visit(Cases{
                        [](const Everything&) { return std::string(); },
                        [](const TopK& top) { return fmt::format(", the best {} read", top.count); },
                        [](const Blocks& b) {
                          return fmt::format(", the best {} blocks of {} read{}", b.count, b.size,
                                             b.newest == Blocks::Newest::beside ? " beside the newest" : "");
                        },
                    },
                    selection);
}

std::string indexer_words(const Indexer& indexer) {
  switch (indexer.source) {
    case Indexer::Source::earlier_layer: return "index: the choice of an earlier layer";
    case Indexer::Source::other_branch: return "index: the scores of another branch";
    case Indexer::Source::own: break;
  }
  const std::string pooled =
      indexer.pooling.every == 1 ? "every position" : fmt::format("every {} positions", indexer.pooling.every);
  return fmt::format("index: a key of {} for {}, {}; {} query heads", indexer.key.dim, pooled,
                     indexer.key.format.name, indexer.heads);
}

std::string tensor_words(const StateTensor& tensor) {
  return fmt::format("{} {}, {}", tensor.name, fmt::join(tensor.shape, "x"), tensor.format.name);
}

}  // namespace

std::string heading(const Model& model) {
  std::string facts = model.id;
  for (const std::string& fact : {model.vendor, model.released}) {
    facts += fact.empty() ? "" : ", " + fact;
  }
  if (model.parameters.total) {
    facts += fmt::format(", {} parameters", print_parameters(*model.parameters.total));
  }
  if (model.parameters.active) {
    facts += fmt::format(", {} active", print_parameters(*model.parameters.active));
  }
  return fmt::format("{} ({})", model.name, facts);
}

std::string describe(const Entry& entry) {
  std::string out;
  bool one_format = true;
  for (const Row& row : entry) {
    one_format = one_format && row.format == entry.front().format;
  }
  for (const Row& row : entry) {
    out += (out.empty() ? "" : " + ") + row_words(row);
    out += one_format ? "" : " " + row.format.name;
  }
  return one_format && !entry.empty() ? out + ", " + entry.front().format.name : out;
}

std::vector<std::string> describe(const Layer& layer) {
  std::vector<std::string> out;
  if (layer.sharing.owner == Sharing::Owner::layer_before) {
    const std::int64_t distance = layer.sharing.layers_before;
    out.push_back(fmt::format("nothing of its own; it reads what the layer {}before it keeps:",
                              distance == 1 ? "" : fmt::format("{} ", distance)));
  } else if (layer.sharing.owner == Sharing::Owner::same_kind) {
    out.push_back(
        fmt::format("nothing of its own; it reads what the last {} layer with a cache keeps:", layer.tag));
  }
  for (const Memory& memory : layer.memories) {
    out.push_back(fmt::format("{}{}: {}", retention_words(memory.retention), selection_words(memory.selection),
                              describe(memory.entry)));
    if (memory.indexer) {
      out.push_back(indexer_words(*memory.indexer));
    }
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    out.push_back(tensor_words(tensor));
  }
  if (out.empty()) {
    out.push_back("nothing");
  }
  return out;
}

std::string layer_list(const Model& model) {
  std::vector<std::string> labels;
  for (const std::string& kind : kinds_in_order(model)) {
    labels.emplace_back(kind_of(kind).label);
  }
  return print_cycle(find_cycle(labels));
}

}  // namespace kvtally
