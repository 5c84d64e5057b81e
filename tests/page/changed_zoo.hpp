#pragma once

#include <doctest/doctest.h>
#include <string>

#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::test {

/// A folder with the zoo's file of a model in which one text is another, wherever it stands; under an id of its
/// own where the lecture's table has printed cells that the model must meet.
class ChangedZoo {
 public:
  ChangedZoo(const std::string& id, const std::string& from, const std::string& to, const std::string& as = "") {
    std::string text = source_text("modelzoo/" + id + ".yaml");
    REQUIRE(text.find(from) != std::string::npos);
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    folder_.write((as.empty() ? id : as) + ".yaml", text);
  }

  std::string path() const { return folder_.path(""); }

 private:
  Folder folder_;
};

/// M3's sparse layers in M2.5's shape.
inline constexpr const char* kSparseM25 =
    "sparse_num_index_heads: 4\nsparse_index_dim: 128\nsparse_block_size: 128\nsparse_topk_blocks: 16\n"
    "layer_types: minimax_m3_sparse x62";

}  // namespace kvtally::test
