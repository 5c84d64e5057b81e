#pragma once

#include <map>
#include <string>
#include <vector>

#include "hardware/device.hpp"

namespace kvtally {

/// A device's file (docs/hardware.md has its keys): its figures, of the part that the vendor's figures describe,
/// and the words that do not name it exactly.
struct Profile {
  Device part;
  std::string usual;  // the sort of devices whose usual fractions hold for it; empty: none
  /// Words that may mean this one or another that has a file.
  std::vector<std::string> ambiguous;
  /// Words that may mean this one or what has no file, and what that is.
  std::map<std::string, std::string, std::less<>> ambiguous_with;
  /// Names of other devices, which have no file, and what they are: not this one.
  std::map<std::string, std::string, std::less<>> distinct_from;
};

/// All of the part, "tpu-v7x:chip"; the same as device_of where software sees one device in it.
Device whole_part_of(const Profile& profile);

/// One device as software sees it: each figure of the part divided by its devices.
Device device_of(const Profile& profile);

}  // namespace kvtally
