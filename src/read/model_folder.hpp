#pragma once

#include <string>
#include <vector>

#include "core/problem.hpp"

namespace kvtally {

/// Something in a folder that is no model, and why it was not read.
struct Skipped {
  std::string name;
  std::string why;
  friend bool operator==(const Skipped&, const Skipped&) = default;
};

/// The models that lie in one folder, side by side.
struct ModelFolder {
  std::vector<std::string> models;  // names of the files and of the folders that hold one model; sorted by bytes
  std::vector<Skipped> skipped;     // sorted by name; hidden files are not even counted
};

/// What there is to read in a folder: each .json and .gguf, and each folder with a config.json, params.json, .gguf
/// or .safetensors in it. Told apart by name alone, so a broken file is among the models, and fails when it is
/// read. Skipped: what goes with a model (its tokenizer, an index of weights), further parts of a split GGUF, all
/// else.
///
/// Refused: what is no folder, or may not be listed.
Expected<ModelFolder> list_model_folder(const std::string& path);

/// The model_type that the file (or the config.json of the folder) has at its top; empty when there is none, or
/// the file is no JSON. For naming a file that was refused.
std::string model_type_in(const std::string& path);

}  // namespace kvtally
