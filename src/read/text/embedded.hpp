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

/// 16 hexadecimal digits that change with any byte, name or number of the files: BLAKE2b with 64 bits over the
/// lines `b2sum -l 256` prints for them, in the order in which they were compiled in.
std::string_view data_digest();

}  // namespace kvtally
