#include "engine/cause_list.hpp"

#include <algorithm>

namespace kvtally {

void CauseList::add(const std::string& what, Wide bytes, const std::string& why) {
  const auto known = std::ranges::find(causes_, what, &EngineCause::what);
  if (known == causes_.end()) {
    causes_.push_back({what, Bytes{bytes}, why});
    return;
  }
  known->bytes += Bytes{bytes};
}

std::vector<EngineCause> CauseList::list() const {
  std::vector<EngineCause> out = causes_;
  std::erase_if(out, [](const EngineCause& cause) { return cause.bytes == Bytes{}; });
  return out;
}

}  // namespace kvtally
