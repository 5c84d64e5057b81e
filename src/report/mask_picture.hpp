#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/kind_family.hpp"

namespace kvtally {

/// Which positions each query reads, of one kind of attention: a cell for each pair.
struct Mask {
  enum class State : std::uint8_t { unseen, stored, read, future };
  std::string name;
  std::string words;  // a line below it
  KindFamily family = KindFamily::plain;
  std::vector<std::vector<State>> cells;  // a row a query, a column a stored position
};

/// Masks side by side.
struct MaskPicture {
  std::string id;
  std::string title;
  std::string description;
  std::vector<Mask> masks;
  std::vector<std::string> notes;
};

/// As write_svg of a Chart.
std::string write_svg(const MaskPicture& picture);

}  // namespace kvtally
