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

/// A text that was compiled in as it is: the page's template, style and script.
struct EmbeddedText {
  std::string_view path;  // "reports/page/page.mustache"
  std::string_view text;
  std::string_view sha256;  // in base64, as content policies name a script
};

/// All of them, in the order in which they were compiled in. The generated source defines it.
std::span<const EmbeddedText> embedded_texts();

/// The text of that path; null where it was not compiled in.
const EmbeddedText* embedded_text(std::string_view path);

/// 16 hexadecimal digits that change with any byte, name or number of the YAML files, from which every figure is
/// computed; texts are how figures look. BLAKE2b with 64 bits over the lines `b2sum -l 256` prints for
/// them, in the order in which they were compiled in.
std::string_view data_digest();

}  // namespace kvtally
