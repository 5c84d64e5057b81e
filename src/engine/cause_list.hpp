#pragma once

#include <string>
#include <vector>

#include "engine/allocation.hpp"

namespace kvtally {

/// The causes between needed and allocated in the order in which they are first named.
class CauseList {
 public:
  /// Bytes of the same cause are added up; one that comes to nothing is not listed.
  void add(const std::string& what, Wide bytes, const std::string& why = {});
  std::vector<EngineCause> list() const;

 private:
  std::vector<EngineCause> causes_;
};

}  // namespace kvtally
