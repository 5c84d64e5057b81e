#pragma once

#include <set>
#include <string>

#include "page/lecture.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

/// A lecture in which a model of the zoo is another.
namespace kvtally::test {

/// A folder with the zoo's description of the model in which one text is replaced.
class ChangedModel {
 public:
  ChangedModel(const std::string& id, const std::string& from, const std::string& to) {
    std::string text = source_text("modelzoo/" + id + ".yaml");
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    folder_.write(id + ".yaml", text.replace(at, from.size(), to));
  }

  std::string path() const { return folder_.path(""); }

 private:
  Folder folder_;
};

/// The texts that have no translation, but for those of the recipe's own head and foot.
inline std::set<std::string> missing_words(const Lecture& lecture) {
  std::set<std::string> out = lecture.words().missing();
  const Recipe& recipe = *lecture.sources().recipe;
  out.erase(recipe.title);
  for (const std::string& line : recipe.footer) {
    out.erase(line);
  }
  return out;
}

/// M3's sparse layers in M2.5's shape.
inline constexpr const char* kSparseM25 =
    "sparse_num_index_heads: 4\nsparse_index_dim: 128\nsparse_block_size: 128\nsparse_topk_blocks: 16\n"
    "layer_types: minimax_m3_sparse x62";

}  // namespace kvtally::test
