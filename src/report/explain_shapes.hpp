#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "report/table.hpp"

namespace kvtally {

/// One tensor on the way of a token through a layer. B requests; prefill computes S tokens at once, decode the
/// token behind them.
struct ShapeRow {
  std::string tensor;
  std::string prefill;  // "[B, 32, S, 128]"; empty where it has no such tensor
  std::string decode;
  std::string how;     // what it is made of
  std::string cached;  // of a tensor that is kept: for how long or by whom
};

/// The way through one memory or state of a layer, or into and out of the layers.
struct ShapeWalk {
  std::string title;
  std::vector<ShapeRow> rows;
};

struct Shapes {
  std::string name;
  std::string id;
  std::string here;  // "Here B = 2 and S = 131,072."; may be empty
  std::vector<ShapeWalk> walks;
  std::vector<ShapeRow> summary;  // the notes' table: input, queries, cache, scores, output
};

/// The shapes that the description gives, in symbols. What it does not say, such as a vocabulary, is named as
/// missing.
Shapes shapes_of(const Model& model);

/// The way through one layer; follows its parts.
std::vector<ShapeWalk> walks_of(const Layer& layer, const std::string& hidden);

std::string text_of(const Shapes& shapes, const Look& look);
std::string markdown_of(const Shapes& shapes);
/// kvtally.explain/1, with `shapes` instead of `layers` and `totals`.
std::string json_of(const Shapes& shapes);

}  // namespace kvtally
