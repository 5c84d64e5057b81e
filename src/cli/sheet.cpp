#include "cli/sheet.hpp"

#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "cli/context.hpp"

namespace kvtally::cli {

Expected<Sheet> sheet_of(const Description& description, const Request& request) {
  auto model = adapted(description, request);
  if (!model) {
    return std::unexpected(model.error());
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
  sheet.assumptions = context_assumptions(*model, request, *context);
  for (std::string& assumption : assumptions_of(*model, request)) {
    sheet.assumptions.push_back(std::move(assumption));
  }
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
