#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/print.hpp"
#include "model/model.hpp"

namespace kvtally {

/// A figure of a model that a sentence may ask for.
struct RowFigure {
  std::string text;
  std::optional<std::int64_t> number;  // where one can reckon with it: a count, bytes, a month since the year 0
};

using RowFigures = std::map<std::string, RowFigure, std::less<>>;

/// The figures of a model by the names of docs/how-to-add-a-report.md: its own ("layers", "kv" at the context,
/// "ratio"), every key of its description that all layers which have it agree on ("sliding_window"), and those of
/// one kind of layer ("swa.layers", "swa.num_key_value_heads").
RowFigures row_figures(const Model& model, Tokens context, Units units);

/// Whether one of the layer's memories grows with every position.
bool keeps_every_position(const Layer& layer);

/// "160K", "unlimited", "not published".
std::string context_text(const Model& model);

}  // namespace kvtally
