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
  std::string context;
  std::string batch = "1";
  std::string kv_dtype;
  std::string indexer_dtype;
  std::string state_dtype;
  std::string conv_dtype;
  std::string encoder_tokens;
  bool mtp = false;
  std::string zoo_folder;

  std::vector<Option> options();
};

/// What they say.
struct Request {
  std::optional<Tokens> context;
  std::int64_t batch = 1;
  bool drafting = false;
  Adaptation adaptation;
  std::string kv_dtype = "bf16";  // as it was given
};

/// The request, or nothing after each wrong value was named on standard error.
std::optional<Request> parse_request(const ModelOptions& options, std::string_view command);

/// The compiled-in models and those of --zoo; nothing after its problems were reported.
std::optional<Zoo> open_zoo(const ModelOptions& options);

}  // namespace kvtally::cli
