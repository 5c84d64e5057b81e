#include "cli/engine_model.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "cli/attention.hpp"
#include "cli/options.hpp"
#include "core/wide.hpp"

namespace kvtally::cli {

std::vector<Option> EngineModelOptions::options() {
  std::vector<Option> out{
      {{"--as"}, "ATTENTION", "the same shape with another attention (mha, gqa-8 ...)", &attention}};
  for (Option& option :
       only(models.options(), {"--encoder-tokens", "--as-type", "--assume-irrelevant", "--verbose", "--zoo"})) {
    out.push_back(std::move(option));
  }
  return out;
}

bool needs_one_model(const std::vector<std::string>& words, std::string_view command) {
  if (words.size() != 1) {
    complain(fmt::format("{} needs one MODEL", command));
  }
  return words.size() == 1;
}

Expected<Model> engine_model(const std::string& word, const EngineModelOptions& options) {
  const auto request = parse_request(options.models);
  const auto attentions = parse_attentions(options.attention);
  if (!request || !attentions) {
    return std::unexpected(attentions ? Problems{} : attentions.error());
  }
  if (attentions->size() > 1) {
    return std::unexpected(Problems{{{}, {}, "--as: an engine is of one attention", {}, {}, {}}});
  }
  const auto zoo = open_zoo(options.models);
  if (!zoo) {
    return std::unexpected(zoo.error());
  }
  const auto description = find_model(*zoo, word, *request);
  const auto formed = description && options.attention ? given(*description, attentions->front()) : description;
  return formed ? adapted(*formed, *request) : std::unexpected(formed.error());
}

Expected<Allocation> allocated(const Engine& engine, const Model& model, const FlagTexts& flags) {
  auto allocation = engine.allocate(model, flags);
  const bool fits = !allocation || (narrow(allocation->allocated.value) && narrow(allocation->needed.value) &&
                                    std::ranges::all_of(allocation->causes, [](const EngineCause& cause) {
                                      return narrow(cause.bytes.value).has_value();
                                    }));
  if (!fits) {
    return std::unexpected(
        Problems{refusal(model, "a figure passes 2^63", "a shorter context or fewer requests")});
  }
  return allocation;
}

}  // namespace kvtally::cli
