#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/kind_family.hpp"

namespace kvtally {

/// Which positions each query reads, of one kind of attention: a cell for each pair.
struct Mask {
  enum class State : std::uint8_t { unseen, stored, read, future };
  std::string name;
  std::string words;  // below it, in lines
  KindFamily family = KindFamily::plain;
  std::vector<std::vector<State>> cells;  // a row a query, a column a stored position; all rows are as long
  std::vector<std::string> rows;          // of each query in words, for who points at it; may be empty
  std::size_t entries_from = 0;           // the first column of a pooled entry, apart from the tokens; 0: none
  std::string entries;                    // a word over these columns
};

/// Masks side by side.
struct MaskPicture {
  std::string id;
  std::string title;
  std::string description;
  std::vector<Mask> masks;
  std::array<std::string, 4> states{"not stored", "stored, not read", "read", "not there yet"};  // in words
  std::vector<std::string> notes;
};

/// As write_svg of a Chart.
std::string write_svg(const MaskPicture& picture);

}  // namespace kvtally
