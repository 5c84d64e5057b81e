#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "hardware/device.hpp"
#include "hardware/profile.hpp"
#include "hardware/usual.hpp"
#include "read/text/embedded.hpp"

namespace kvtally {

/// The devices that are known by name, compiled in from hardware/.
class Catalogue {
 public:
  explicit Catalogue(std::span<const EmbeddedFile> files);

  /// All ids, sorted.
  std::vector<std::string> ids() const;

  /// The device that a user's word stands for:
  ///
  ///     ID | ALIAS | PATH.yaml [":chip"] ["," KEY "=" VALUE]…
  ///
  /// One device as software sees it, or with `:chip` the whole part that its figures describe. KEY: memory,
  /// bandwidth, link, host-link, a format's peak (bf16, fp8 …), price ($ for one device and hour). An id written
  /// exactly is always that device; of aliases neither case nor spaces for hyphens matter, and no name is found by
  /// a part of it. A path has a '/' in it or ends in .yaml. The errors: an unknown name (with the nearest), one
  /// that may mean several devices (with the list), a wrong override, the problems of a file.
  Expected<Device> find(std::string_view word) const;

  /// The file of an id that `ids` holds, as it was compiled in.
  Expected<Profile> profile(std::string_view id) const;

 private:
  struct Entry {
    std::string id;
    Tree tree;
  };

  Expected<Profile> named(const std::string& name) const;
  Expected<Profile> in_file(const std::string& path) const;
  Expected<Profile> with_usual(Expected<Profile> profile, const Tree& tree) const;

  std::vector<Entry> entries_;  // sorted by id
  UsualTable usual_;
};

}  // namespace kvtally
