#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace kvtally::llama_cpp {

/// What llama.cpp's code of one architecture does with the layers' memory, where it is not what the layers say.
struct ArchitectureRules {
  std::string_view name;        // general.architecture; empty: not known, the rules go by the kinds of the layers
  bool slides = false;          // it has an iSWA cache; else a window or chunk is ignored
  std::int64_t window = 0;      // n_swa that it sets whatever the file says; 0: the file's
  bool shares = false;          // layers may use an earlier one's keys and values
  bool expands = false;         // a latent is stored as keys and values of each head
  bool mtp_in_main = false;     // MTP layers have a cache in the main context too
  bool rolls_back = false;      // n_rs_seq > 0 is honoured
  bool converts_mtp = true;     // a file that is made from a config.json has the MTP layers
  bool indexes_values = false;  // the cache of index keys has a V tensor
};

/// The architecture of a GGUF that is made from a model with this model_type; nothing where that is not known.
std::optional<std::string_view> architecture_for(std::string_view model_type);

/// The rules for a model: by its GGUF's architecture, else by that of its model_type, else by the kinds of its
/// layers, which is an assumption.
ArchitectureRules rules_for(const Model& model, std::vector<std::string>& assumptions);

}  // namespace kvtally::llama_cpp
