#pragma once

#include <span>
#include <string_view>

#include "read/text/tree.hpp"

namespace kvtally {

/// A YAML file of this project that was checked and compiled in by the host tool (tools/compile_data.cpp).
struct EmbeddedFile {
  std::string_view path;  // "modelzoo/deepseek-v3.yaml"
  std::span<const Node> nodes;
};

/// All of them, in the order of their paths. The generated source defines it.
std::span<const EmbeddedFile> embedded_files();

}  // namespace kvtally
