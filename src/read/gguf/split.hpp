#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "read/gguf/container.hpp"
#include "read/gguf/mapped_file.hpp"

namespace kvtally {

/// `NAME-00002-of-00003`: the second of the three files of a model.
struct SplitName {
  std::string name;
  std::int64_t part = 1;  // from 1
  std::int64_t count = 1;
};

/// What a file's name, without its ending, says of parts; nothing when it says nothing.
std::optional<SplitName> split_name(std::string_view stem);

/// The files of one model, in order; the first holds the keys.
struct GgufParts {
  std::vector<MappedFile> mappings;  // what the files' views point into
  std::vector<GgufFile> files;
};

/// The GGUF file at a path and, when it is a part of several, the others beside it. Any part may be named.
///
/// Refused: what parse_gguf refuses; a part that is missing; names, split.no, split.count and split.tensors.count
/// that contradict one another; a tensor or another architecture in two parts.
Expected<GgufParts> open_gguf(const std::string& path);

/// The problem of a part that stands alone, read from memory; nothing when the file is whole.
std::optional<Problem> lone_part(const GgufFile& file);

}  // namespace kvtally
