#include "read/text/source_text.hpp"

#include "core/text.hpp"
#include "read/text/byte_places.hpp"

namespace kvtally {

Expected<std::shared_ptr<SourceText>> source_text(const std::string& file, std::string text) {
  auto source = std::make_shared<SourceText>();
  source->text = std::move(text);
  if (source->text.starts_with("\xEF\xBB\xBF")) {
    source->text.erase(0, 3);
  }
  if (!is_utf8(source->text)) {
    return std::unexpected(
        Problems{without_nodes(file, source)
                     .problem(first_bad_byte(source->text), "a byte that is not UTF-8", "UTF-8 text")});
  }
  return source;
}

Tree without_nodes(const std::string& file, const std::shared_ptr<SourceText>& source) {
  return {file, source->text, {}, source};
}

Tree tree_of(std::string file, const std::shared_ptr<SourceText>& source) {
  return {std::move(file), source->text, source->nodes, source};
}

}  // namespace kvtally
