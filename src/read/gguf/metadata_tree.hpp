#pragma once

#include <string_view>

#include "read/gguf/container.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// The keys of one architecture as a document: `llama.attention.head_count` is head_count in the map attention.
/// Arrays of numbers become lists; other arrays and longer ones than any model has layers are only said to be
/// there.
///
/// Its text, which problems quote, has one line for each key of the file: a line's number is the key's, counted
/// from 1 in the order of the file.
///
/// Refused: a key that is also the beginning of another, one of more than 8 parts, arrays with more than 2^20
/// numbers together.
Expected<Tree> metadata_tree(const GgufFile& file, std::string_view architecture);

}  // namespace kvtally
