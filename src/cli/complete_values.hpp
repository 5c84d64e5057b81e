#pragma once

#include <string>

#include "cli/complete.hpp"

namespace kvtally::cli {

/// Values of an option, by its choices or the word for its value; `current` is what is typed of one. Of a list
/// with commas, of LAYERTYPE=FORMAT and of KEY:VALUE the last piece is completed.
Completion values_of(const Option& option, const std::string& current);

/// Plain words of a command, by the word that its help has for them; `words` of them stand before.
Completion words_of(const Command& command, std::size_t words, const std::string& current);

}  // namespace kvtally::cli
