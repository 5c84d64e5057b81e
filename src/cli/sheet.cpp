#include "cli/sheet.hpp"

#include <fmt/format.h>

namespace kvtally::cli {

namespace {

Problem refusal(const Model& model, std::string_view what, std::string expected = {}) {
  return {"", {}, fmt::format("{}: {}", model.id, what), std::move(expected), "", ""};
}

bool any_layer(const Model& model, auto&& predicate) {
  for (const Layer& layer : model.layers) {
    if (predicate(layer)) {
      return true;
    }
  }
  return false;
}

bool has_indexer(const Layer& layer) {
  for (const Memory& memory : layer.memories) {
    if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> assumptions_of(const Model& model, const Request& request, Tokens context) {
  std::vector<std::string> out;
  const Adaptation& a = request.adaptation;
  if (!request.context) {
    out.push_back(fmt::format("context {}: the model's own maximum", context.value));
  } else if (model.max_position_embeddings && context.value > *model.max_position_embeddings) {
    out.push_back(
        fmt::format("context {} is beyond the model's own maximum of {}: what its shape would need there",
                    context.value, *model.max_position_embeddings));
  }
  if (!a.entries && any_layer(model, [](const Layer& layer) { return !layer.memories.empty(); })) {
    out.push_back("entries in bf16");
  }
  if (!a.index_keys && any_layer(model, has_indexer)) {
    out.push_back("index keys in bf16");
  }
  const bool has_state = any_layer(model, [](const Layer& layer) { return !layer.state.tensors.empty(); });
  if (has_state && !a.recurrent) {
    out.push_back("recurrent states in f32");
  }
  if (has_state && !a.convolution) {
    out.push_back("convolution tails of k-1 columns and token shifts in bf16");
  }
  if (!model.draft.empty() && !request.drafting) {
    out.push_back(
        fmt::format("draft (MTP) layers: {}, not counted (--mtp counts them)", layer_count(model.draft)));
  }
  out.insert(out.end(), model.assumptions.begin(), model.assumptions.end());
  return out;
}

Expected<Tokens> context_of(const Model& model, const Request& request) {
  if (request.context) {
    return *request.context;
  }
  if (model.max_position_embeddings) {
    return Tokens{*model.max_position_embeddings};
  }
  return std::unexpected(Problems{refusal(
      model,
      model.unlimited_context ? "its context has no limit of its own" : "its maximum context is not published",
      "a context (-c 128K)")});
}

}  // namespace

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

Expected<Sheet> sheet_of(const Description& description, const Request& request) {
  auto model = adapted(description, request);
  if (!model) {
    return std::unexpected(std::move(model.error()));
  }
  const auto context = context_of(*model, request);
  if (!context) {
    return std::unexpected(context.error());
  }
  Sheet sheet;
  sheet.scenario = {*context, request.batch, request.drafting, bf16(), bf16()};
  if (const auto& formats = request.adaptation.entries) {
    sheet.scenario.naive_key = formats->key;
    sheet.scenario.naive_value = formats->value;
  }
  sheet.kv_dtype = request.kv_dtype;
  sheet.assumptions = assumptions_of(*model, request, *context);
  sheet.figures = figures_of(*model, sheet.scenario);
  sheet.model = std::move(*model);
  if (!printable(sheet.figures)) {
    const std::string what =
        fmt::format("a figure at context {} and batch {} passes 2^63", context->value, request.batch);
    return std::unexpected(Problems{refusal(sheet.model, what, "a shorter context or a smaller batch")});
  }
  return sheet;
}

}  // namespace kvtally::cli
