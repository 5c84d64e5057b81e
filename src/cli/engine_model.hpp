#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/model_options.hpp"
#include "engine/engines.hpp"

namespace kvtally::cli {

/// Those of the model's options that are not an engine's flags, and another attention.
struct EngineModelOptions {
  ModelOptions models;
  std::optional<std::string> attention;

  std::vector<Option> options();
};

/// Complains unless there is one word.
bool needs_one_model(const std::vector<std::string>& words, std::string_view command);

/// The model of a word of the command line, with the attention and the encoder's length that are asked for.
Expected<Model> engine_model(const std::string& word, const EngineModelOptions& options);

/// What the engine allocates. Refused beside what Engine::allocate refuses: a figure beyond 64 bits.
Expected<Allocation> allocated(const Engine& engine, const Model& model, const FlagTexts& flags);

}  // namespace kvtally::cli
