#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/wide.hpp"
#include "read/text/tree.hpp"
#include "report/table.hpp"

namespace kvtally {

/// A value in which two outputs differ.
struct Difference {
  std::string path;                // "models[gemma-3-27b].layers[sliding_attention].keeps"
  std::string element;             // the path up to the last entry of a list in it: what the value is of
  std::optional<std::string> old;  // nothing: it is not there
  std::optional<std::string> now;
  bool setting = false;              // it says what was asked or what a model is, not what that comes to
  std::string moved;                 // of a setting in words: those that changed, "1024 -> 4096"
  std::optional<Wide> change;        // new − old, of whole numbers
  std::optional<double> ratio;       // new ÷ old, of numbers
  std::vector<std::string> because;  // of a figure: paths of the settings that moved it
};

/// Two outputs of one command, compared value by value.
struct Diff {
  std::string old_file;
  std::string new_file;
  std::string schema;
  std::size_t same = 0;  // values that are equal
  std::vector<Difference> differences;
};

/// Compares two JSON outputs. Entries of a list are matched by their id, name, model or layer type where each has
/// one of its own, otherwise by their place; of a list of words what one lacks is shown. Refused: what is no
/// output of kvtally, and outputs of different schemas.
Expected<Diff> diff_of(const Tree& old, const Tree& now);

/// Settings first, then figures with the settings that moved them.
Table table_of(const Diff& diff);
/// kvtally.diff/1.
std::string json_of(const Diff& diff);

}  // namespace kvtally
