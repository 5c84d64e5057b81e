#pragma once

#include <string>
#include <vector>

#include "page/section.hpp"

/// One shape with several attentions, and what sections say of them.
namespace kvtally {

/// A model's shape with one attention.
struct ShapeWith {
  std::string value;  // what its figures are called in sentences: "mha", "gqa8", "mqa", "own"
  std::string name;   // "MHA", "MLA (its own)"
  KindFamily family = KindFamily::full;
  Model model;
};

/// The shape with MHA, 8 KV heads, MQA and its own attention. The errors: those of counterfactual().
Expected<std::vector<ShapeWith>> four_shapes(const PageSources& sources, const Model& model);

/// The label of the model's first layer: "MLA".
std::string own_label(const Model& model);

/// What a step of one user reads of one sort of a shape's memory.
struct CacheRead {
  std::string name;
  Bytes bytes;
  KindFamily family = KindFamily::plain;
};

/// What the step that completes the context reads of the shape's memory: all of it, or where an indexer chooses
/// the entries and beside them the index keys that it scans.
std::vector<CacheRead> cache_reads(const Words& words, const ShapeWith& shape, Tokens context);

Bytes total_of(const std::vector<CacheRead>& reads);

/// over ÷ under in three significant digits: "16", "56.9", "2.25", "1,204". `under` is not 0.
std::string ratio_words(Bytes over, Bytes under);

/// A ratio of two sizes for a table: its words, and every digit for programs; "-" where `under` is 0.
Cell ratio_cell(Bytes over, Bytes under);

/// A size for a table: its words, and the bytes for programs.
Cell bytes_cell(Bytes bytes, Units units);

}  // namespace kvtally
