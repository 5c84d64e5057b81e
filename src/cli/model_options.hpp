#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/quantity.hpp"
#include "model/adapt.hpp"
#include "read/zoo.hpp"

namespace kvtally::cli {

/// The options that say of which models and for which use figures are wanted. They mean the same in every command.
struct ModelOptions {
  std::optional<std::string> context;
  std::optional<std::string> batch;
  std::optional<std::string> kv_dtype;
  std::optional<std::string> indexer_dtype;
  std::optional<std::string> state_dtype;
  std::optional<std::string> conv_dtype;
  std::optional<std::string> encoder_tokens;
  bool mtp = false;
  std::optional<std::string> zoo_folder;
  std::optional<std::string> as_type;
  std::optional<std::string> assume_irrelevant;
  bool verbose = false;

  std::vector<Option> options();
};

/// What they say.
struct Request {
  std::optional<Tokens> context;
  std::int64_t batch = 1;
  bool drafting = false;
  Adaptation adaptation;
  std::string kv_dtype = "bf16";  // as it was given
  ConfigOptions config;
  bool verbose = false;
  bool by_engine = false;  // formats and draft layers are as an engine's flags say
};

/// The request, or nothing after each wrong value was named on standard error.
std::optional<Request> parse_request(const ModelOptions& options);

/// The model of a word of the command line. Under -v the keys of its config.json that are not understood and not
/// suspected of bearing on the cache are listed on standard error.
Expected<Description> find_model(const Zoo& zoo, const std::string& word, const Request& request);

/// The compiled-in models and those of --zoo.
Expected<Zoo> open_zoo(const ModelOptions& options);

}  // namespace kvtally::cli
