#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "read/text/tree.hpp"

namespace kvtally {

/// What a document may have at most: levels of nesting, and nodes.
inline constexpr std::size_t kDepthLimit = 64;
inline constexpr std::size_t kNodeLimit = std::size_t{1} << 20;

/// The text of a document, and what a parser makes of it. Trees share it.
struct SourceText {
  std::string text;                 // without a byte order mark
  std::deque<std::string> strings;  // unescaped ones; a deque: views into its strings stay valid
  std::vector<Node> nodes;
};

/// The text, ready to be parsed; the problem of one that is not UTF-8.
Expected<std::shared_ptr<SourceText>> source_text(const std::string& file, std::string text);

/// A tree without nodes, for problems that are found while the text is parsed.
Tree without_nodes(const std::string& file, const std::shared_ptr<SourceText>& source);

/// The tree of what was parsed.
Tree tree_of(std::string file, const std::shared_ptr<SourceText>& source);

}  // namespace kvtally
