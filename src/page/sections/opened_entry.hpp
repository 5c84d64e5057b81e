#pragma once

#include "account/terms.hpp"
#include "model/attended.hpp"
#include "page/section.hpp"

namespace kvtally {

/// A layer with entries pooled `rate` to one, and what all layers of its sort keep but for their windows.
struct PooledLayers {
  const Memory* memory = nullptr;
  std::int64_t rate = 1;
  std::int64_t count = 0;
  Bytes entries;
  Bytes index;
  /// By one of its layers.
  Bytes of_one() const { return {(entries + index).value / count}; }
};

/// Entries of a model with latents and index keys beside those of one whose rows are pooled, once with a choice
/// and once without. The models outlive it.
struct OpenedEntries {
  const Model* old;
  const Memory* latent;
  LatentWidths widths;
  const Model* pooled;
  PooledLayers chosen;  // CSA
  PooledLayers fixed;   // HCA
  std::int64_t rotary;
  Tokens context;
  Tally old_kept;
  Bytes windows;

  const Row& row() const { return chosen.memory->entry.front(); }
  /// By the pooled model, without its windows.
  Bytes new_kept() const { return chosen.entries + chosen.index + fixed.entries; }
};

/// `rotary`: how many elements of a pooled model's row are rotated. The errors, at the section's place: a model of
/// another make, a row that is not wider than that.
Expected<OpenedEntries> opened_entries(const PageSources& sources, const SectionRecipe& recipe, const Model& old,
                                       const Model& pooled, std::int64_t rotary, Tokens context);

}  // namespace kvtally
