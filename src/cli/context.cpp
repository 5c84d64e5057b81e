#include "cli/context.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "core/print.hpp"

namespace kvtally::cli {

namespace {

bool lacks_encoder_length(const Model& model) {
  return std::ranges::any_of(model.layers, [](const Layer& layer) {
    return std::ranges::any_of(layer.memories, [](const Memory& memory) {
      const auto* fixed = std::get_if<Fixed>(&memory.retention);
      return fixed != nullptr && fixed->unlimited;
    });
  });
}

}  // namespace

Expected<Tokens> context_of(const Model& model, const Request& request) {
  if (!request.context && !model.max_position_embeddings) {
    return std::unexpected(Problems{refusal(
        model,
        model.unlimited_context ? "its context has no limit of its own" : "its maximum context is not published",
        "a context (-c 128K)")});
  }
  if (lacks_encoder_length(model)) {
    return std::unexpected(Problems{refusal(model, "its encoder's output has no longest length of its own",
                                            "how long it is (--encoder-tokens 512)")});
  }
  return request.context ? *request.context : Tokens{*model.max_position_embeddings};
}

std::vector<std::string> context_assumptions(const Model& model, const Request& request, Tokens context) {
  if (!request.context) {
    return {fmt::format("context {}: the model's own maximum", print_grouped(context.value))};
  }
  if (model.max_position_embeddings && context.value > *model.max_position_embeddings) {
    return {fmt::format("context {} is beyond the model's own maximum of {}: what its shape would need there",
                        print_grouped(context.value), print_grouped(*model.max_position_embeddings))};
  }
  return {};
}

}  // namespace kvtally::cli
