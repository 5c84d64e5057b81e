#include "reference/cache/native_branches.hpp"

#include <cassert>
#include <fmt/format.h>

namespace kvtally::reference {

NativeBranches::NativeBranches(PoolStretch stretch, std::int64_t window, const Formats& formats, Counter& counter)
    : stretch_(stretch),
      compressed_(stretch, {formats.open.keys, formats.open.values},
                  {formats.compressed.keys, formats.compressed.values}, Kept::entries, counter),
      selected_(formats.selected.keys, formats.selected.values, counter),
      window_(window, formats.window.keys, formats.window.values, counter) {}

KeyValues NativeBranches::update(const Tensor&, const Tensor&) {
  assert(false && "each branch takes rows of its own");
  return {};
}

Footprint NativeBranches::footprint() const {
  const Bytes compressed = compressed_.pooled_bytes() + compressed_.open_bytes();
  Footprint sum{compressed, compressed, compressed_.open_bytes()};
  sum += selected_.footprint();
  sum += window_.footprint();
  return sum;
}

void NativeBranches::reset() {
  compressed_.reset();
  selected_.reset();
  window_.reset();
}

void NativeBranches::pick(std::span<const std::int64_t> requests) {
  compressed_.pick(requests);
  selected_.pick(requests);
  window_.pick(requests);
}

std::expected<void, std::string> NativeBranches::can_crop(std::int64_t length) const {
  if (length != this->length()) {
    return std::unexpected(fmt::format("pooled keys of {} tokens can't go back to {}", this->length(), length));
  }
  return {};
}

}  // namespace kvtally::reference
