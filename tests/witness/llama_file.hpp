#pragma once

#include <string>
#include <vector>

#include "witness/llama_api.hpp"

namespace kvtally::test {

/// What llama.cpp has logged.
struct LlamaLog {
  std::string line;                // the last one, as far as it came
  std::vector<std::string> sizes;  // lines about its memory
  std::string errors;
};

/// Writes model.gguf into a folder: the keys of trunk.gguf there, with `drafts` those of keys.gguf; the tensors
/// that llama.cpp wants for them, F32; and a hole for their data. Exits with a message when llama.cpp takes no
/// such model.
void make_llama_file(const Llama& llama, const std::string& folder, bool drafts, LlamaLog& log);

}  // namespace kvtally::test
