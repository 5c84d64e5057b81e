#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/kinds.hpp"
#include "model/model.hpp"
#include "report/table.hpp"

namespace kvtally {

/// The colour of a kind, the same in every output: one for each family, from Okabe and Ito's palette, which people
/// with any kind of colour vision tell apart. The letter of the kind says the same without colour.
int colour_of(const Kind& kind);

/// One cell a layer: the letters of these kinds. More than `longest` of them are written as runs: "S7 F".
std::vector<Segment> strip_of(std::span<const std::string> kinds, std::size_t longest);

/// A piece as a terminal shows it: with colour, black on its ground.
std::string painted(const Segment& segment, bool colour);

/// The strip of a whole model: a letter a layer, in lines of at most the look's width.
std::vector<std::string> strip_lines(std::span<const std::string> kinds, const Look& look);

/// The kinds that occur, in the order of the table of kinds: "S SWA sliding-window attention".
std::vector<Segment> legend_of(std::span<const std::string> kinds);

/// The kind of each layer, first to last.
std::vector<std::string> kinds_in_order(const Model& model);

}  // namespace kvtally
