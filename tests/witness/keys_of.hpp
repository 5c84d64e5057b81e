#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace kvtally::test {

/// The keys of a GGUF file of a model, and which of its layers have tensors of the same shapes.
struct WitnessKeys {
  std::string file;  // a GGUF file of keys alone
  std::vector<std::string> classes;
};

/// The keys that llama.cpp's converter would write, as far as they bear on a cache; vocabulary, feed-forward
/// widths and experts are tiny, and the model's MTP layers are left out. Nothing for an architecture that this
/// does not know.
WitnessKeys witness_keys(const Model& model, const std::string& architecture);

}  // namespace kvtally::test
