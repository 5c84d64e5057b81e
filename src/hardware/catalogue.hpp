#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "hardware/device.hpp"
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
  /// bandwidth, link, host-link, a format's peak (bf16, fp8 …), price ($ for one device and hour). The errors: an
  /// unknown name (with the nearest), one that may mean several devices (with the list), a wrong override.
  Expected<Device> find(std::string_view word) const;

 private:
  std::span<const EmbeddedFile> files_;
};

}  // namespace kvtally
