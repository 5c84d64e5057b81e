#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "read/description/description.hpp"

namespace kvtally {

/// The model of a GGUF file, by the rule of its general.architecture (read/gguf/architectures.hpp), and the exact
/// bytes of its weights. Only the keys and the tensor table are looked at; the file is mapped, not loaded. A part
/// of a split model stands for all of them. The id is the file's name without its ending and part.
///
/// The model is what the architecture needs, not what one program allocates for it. Refused: what open_gguf
/// refuses; an architecture that keeps no cache or is unknown; a key of the architecture that could bear on the
/// cache and is not understood; and all that read_description refuses.
Expected<Description> read_gguf(const std::string& path);

/// The same of a file in memory, called `name`.
Expected<Description> read_gguf(const std::string& name, std::span<const std::byte> bytes, const std::string& id);

}  // namespace kvtally
