#include "read/text/embedded.hpp"

#include <algorithm>

namespace kvtally {

const EmbeddedText* embedded_text(std::string_view path) {
  const auto texts = embedded_texts();
  const auto found = std::ranges::find(texts, path, &EmbeddedText::path);
  return found == texts.end() ? nullptr : &*found;
}

}  // namespace kvtally
