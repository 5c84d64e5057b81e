#include "report/read_back.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "read/description/description.hpp"
#include "read/text/yaml.hpp"

namespace kvtally {

namespace {

using Sentences = std::vector<std::string>;

void add_once(Sentences& sentences, std::string sentence) {
  if (std::ranges::find(sentences, sentence) == sentences.end()) {
    sentences.push_back(std::move(sentence));
  }
}

void check(const Layer& layer, std::string_view what, const Format& format, const Format& own, Sentences& out) {
  if (format != own) {
    add_once(out, fmt::format("{} layers: the {} is kept in {}, and a description says nothing of formats ({})",
                              layer.kind, what, format.name, own.name));
  }
}

// The part of a memory that differs, in the words of model/parts.hpp.
std::string difference(const Memory& a, const Memory& b) {
  if (a.entry != b.entry) {
    return "the rows of an entry";
  }
  if (a.retention != b.retention || a.visibility != b.visibility) {
    return "which positions stay or are seen";
  }
  if (a.selection != b.selection || a.indexer != b.indexer) {
    return "which positions are chosen, or by what";
  }
  if (a.open != b.open) {
    return "what waits until an entry is complete";
  }
  return a.scoring != b.scoring || a.expanded != b.expanded ? "the widths of the scores" : "the name of a memory";
}

std::string difference(const Layer& a, const Layer& b) {
  if (a.kind != b.kind || a.tag != b.tag) {
    return "their kind";
  }
  if (a.sharing != b.sharing) {
    return "whose memory they share";
  }
  if (a.state != b.state) {
    return "their state";
  }
  if (a.memories.size() != b.memories.size()) {
    return "how many memories they have";
  }
  const auto [left, right] = std::ranges::mismatch(a.memories, b.memories);
  return left == a.memories.end() ? "nothing" : difference(*left, *right);
}

Sentences differences(const Model& model, const Model& back) {
  Sentences out;
  for (std::size_t i = 0; i < std::min(model.layers.size(), back.layers.size()); ++i) {
    if (model.layers[i] != back.layers[i]) {
      add_once(out, fmt::format("{} layers: {} cannot be said in a description", model.layers[i].kind,
                                difference(model.layers[i], back.layers[i])));
    }
  }
  if (out.empty() && (model.layers != back.layers || model.order != back.order || model.draft != back.draft)) {
    out.emplace_back("the order of its layers cannot be said in a description");
  }
  Model same = back;
  same.id = model.id;
  same.assumptions = model.assumptions;
  if (out.empty() && same != model) {
    out.emplace_back("a fact of its heading or its naive shape cannot be said in a description");
  }
  return out;
}

}  // namespace

Sentences other_formats(const Model& model) {
  Sentences out;
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      for (const Row& row : memory.entry) {
        check(layer, fmt::format("{} row", name_of(row.role)), row.format, bf16(), out);
      }
      if (memory.indexer) {
        check(layer, "index key", memory.indexer->key.format, bf16(), out);
      }
    }
    for (const StateTensor& tensor : layer.state.tensors) {
      check(layer, tensor.name, tensor.format, tensor.role == StateRole::recurrent ? f32() : bf16(), out);
    }
  }
  return out;
}

std::expected<Sentences, Sentences> read_back(const std::string& text, const Model& model) {
  const auto tree = parse_yaml("the description", text);
  const auto back = tree ? read_description(*tree, model.id) : std::unexpected(tree.error());
  if (!back) {
    Sentences out;
    for (const Problem& problem : back.error()) {
      add_once(out, fmt::format("a description of it would be refused: {}", problem.what));
    }
    return std::unexpected(std::move(out));
  }
  if (Sentences out = differences(model, back->model); !out.empty()) {
    return std::unexpected(std::move(out));
  }
  Sentences lost;
  for (const std::string& assumption : model.assumptions) {
    if (std::ranges::find(back->model.assumptions, assumption) == back->model.assumptions.end()) {
      lost.push_back(assumption);
    }
  }
  return lost;
}

}  // namespace kvtally
