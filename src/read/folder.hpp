#pragma once

#include <string>
#include <vector>

#include "read/config/config.hpp"

namespace kvtally {

/// Which of a folder's files say what the model is, and which hold its weights. Names without the folder.
struct FolderChoice {
  enum class Kind { none, config, params, gguf, several_gguf };
  Kind kind = Kind::none;
  std::string model;                // the file to read; of a split GGUF the first part
  std::vector<std::string> beside;  // files that could have been read too, in words: "params.json", "2 GGUF files"
  std::vector<std::string> gguf;    // GGUF models, of split ones the first parts
  std::string index;                // the safetensors index to follow; empty: none
  std::vector<std::string> weights;  // without an index: the safetensors files that are the model's
  std::vector<std::string> unclear;  // safetensors files of which it is not known which are the model's
};

/// The choice among a folder's file names, sorted: config.json before params.json before a single GGUF model (a
/// split one counts once, projectors, mmproj*, never). Beside a config.json the weights are those of
/// model.safetensors*, beside a params.json those of consolidated.safetensors*, then model.*; each index before
/// single files. A set of numbered files without an index counts when it is complete; adapters never count.
FolderChoice choose_files(const std::vector<std::string>& names);

/// The model in a folder, and its stored weights where there are safetensors files. What was read, and what stands
/// beside it unread, is among the model's assumptions. Refused: a folder without a model, or with several GGUF
/// models and no config.json; and all that the readers of the files refuse.
Expected<Description> read_folder(const std::string& folder, const ConfigOptions& options = {});

}  // namespace kvtally
