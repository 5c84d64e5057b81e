#include "cli/engine_cache_options.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "cli/engine_options.hpp"
#include "cli/output.hpp"
#include "cli/values.hpp"
#include "engine/our_flags.hpp"

namespace kvtally::cli {

namespace {

// What the command's own options say of a deployment.
constexpr std::array<std::string_view, 5> kOurs{"--context", "--batch", "--tp", "--pp", "--cp"};

void refuse_formats(ValueReader& reader, const ModelOptions& models) {
  const std::array<std::pair<std::string_view, bool>, 4> formats{
      {{"--kv-dtype", models.kv_dtype.has_value()},
       {"--indexer-dtype", models.indexer_dtype.has_value()},
       {"--state-dtype", models.state_dtype.has_value()},
       {"--conv-dtype", models.conv_dtype.has_value()}}};
  for (const auto& [option, given] : formats) {
    if (given) {
      reader.wrong(option, "formats of an engine's cache are among its flags", "--engine-flags");
    }
  }
}

void refuse_ours(ValueReader& reader, const Engine& engine, const FlagTexts& flags) {
  for (const std::string_view ours : kOurs) {
    const EngineFlag* flag = flag_with(engine, ours);
    if (flag != nullptr && flags.contains(flag->names.front())) {
      reader.wrong("--engine-flags",
                   fmt::format("{} is what users, contexts and placement say", flag->names.front()),
                   "flags beside these");
    }
  }
}

}  // namespace

std::vector<Option> EngineCacheOptions::options() {
  return {{{"--engine"},
           "ENGINE",
           "the cache is what this engine allocates (kvtally engine), not what the model needs",
           &engine,
           engine_names()},
          {{"--engine-flags"}, "FLAGS", "its flags, in one word: \"--block-size 32\"", &flags}};
}

std::optional<EngineCacheRequest> parse_engine_cache(const EngineCacheOptions& options,
                                                     const ModelOptions& models) {
  EngineCacheRequest out;
  ValueReader reader;
  if (!options.engine) {
    if (options.flags) {
      reader.wrong("--engine-flags", "there is no engine whose they are", "--engine as well");
    }
    return reader.failed() ? std::nullopt : std::optional(out);
  }
  const auto engine = find_engine("--engine", *options.engine);
  const auto flags = engine ? read_flags((*engine)->flags, options.flags.value_or("")) : FlagTexts{};
  if (!engine || !flags) {
    for (const Problem& problem : engine ? flags.error() : engine.error()) {
      complain(problem.what + (problem.expected.empty() ? "" : "; expected " + problem.expected),
               problem.suggestion);
    }
    return std::nullopt;
  }
  refuse_formats(reader, models);
  refuse_ours(reader, **engine, *flags);
  out = {*engine, *flags, options.flags.value_or("")};
  return reader.failed() ? std::nullopt : std::optional(std::move(out));
}

Problems use_engine(const EngineCacheRequest& request, const Model& model, Demand& demand,
                    std::vector<std::string>& assumptions) {
  if (request.engine == nullptr) {
    return {};
  }
  if (demand.contexts.size() > 1 || demand.samples > 1 || demand.shared_prefix > Tokens{}) {
    return {refusal(model,
                    "--engine: what it holds of requests of several lengths, samples or a shared prefix is "
                    "not known",
                    "requests of one length that share nothing")};
  }
  auto cache = std::make_shared<const EngineCache>(*request.engine, model, request.flags, request.words);
  const auto one = cache->allocation({}, 1, longest_of(demand));
  if (!one) {
    return one.error();
  }
  assumptions.push_back(
      fmt::format("cache: what {} ({}) allocates{}{}, states and all; times are of what the model "
                  "itself reads and writes",
                  request.engine->title, one->version, request.words.empty() ? "" : " with ", request.words));
  assumptions.insert(assumptions.end(), one->assumptions.begin(), one->assumptions.end());
  demand.engine = std::move(cache);
  return {};
}

}  // namespace kvtally::cli
