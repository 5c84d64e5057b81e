#include "cli/adapted.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally::cli {

namespace {

bool has_indexer(const Layer& layer) {
  return std::ranges::any_of(layer.memories, [](const Memory& memory) {
    return memory.indexer && memory.indexer->source == Indexer::Source::own;
  });
}

bool has_tensor(const Layer& layer, bool recurrent) {
  return std::ranges::any_of(layer.state.tensors, [&](const StateTensor& tensor) {
    return (tensor.role == StateRole::recurrent) == recurrent;
  });
}

}  // namespace

Problem refusal(const Model& model, std::string_view what, std::string expected) {
  return {"", {}, fmt::format("{}: {}", model.id, what), std::move(expected), "", ""};
}

Expected<Model> adapted(const Description& description, const Request& request) {
  auto model = adapt(description.model, request.adaptation);
  if (!model) {
    Problems problems;
    for (const std::string& error : model.error()) {
      problems.push_back(refusal(description.model, error));
    }
    return std::unexpected(std::move(problems));
  }
  if (request.drafting && model->draft.empty()) {
    return std::unexpected(Problems{refusal(*model, "--mtp: its description has no draft (MTP) layers")});
  }
  return std::move(*model);
}

std::vector<std::string> assumptions_of(const Model& model, const Request& request) {
  if (request.by_engine) {
    return model.assumptions;
  }
  std::vector<std::string> out;
  const Adaptation& a = request.adaptation;
  const auto any_layer = [&](auto&& predicate) { return std::ranges::any_of(model.layers, predicate); };
  if (!a.entries && any_layer([](const Layer& layer) { return !layer.memories.empty(); })) {
    out.emplace_back("entries in bf16");
  }
  if (!a.index_keys && any_layer(has_indexer)) {
    out.emplace_back("index keys in bf16");
  }
  const auto keeps = [](bool recurrent) {
    return [recurrent](const Layer& layer) { return has_tensor(layer, recurrent); };
  };
  if (!a.recurrent && any_layer(keeps(true))) {
    out.emplace_back("recurrent states in f32");
  }
  if (!a.convolution && any_layer(keeps(false))) {
    out.emplace_back("convolution tails of k-1 columns and token shifts in bf16");
  }
  if (!model.draft.empty() && !request.drafting) {
    out.push_back(
        fmt::format("draft (MTP) layers: {}, not counted (--mtp counts them)", layer_count(model.draft)));
  }
  out.insert(out.end(), model.assumptions.begin(), model.assumptions.end());
  return out;
}

}  // namespace kvtally::cli
