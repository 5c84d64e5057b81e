#include "verify/step/row_kinds.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "reference/storage/codec.hpp"
#include "verify/random/filler.hpp"

namespace kvtally {

const Row* row_of(const Memory& memory, Role role) {
  const auto found = std::ranges::find(memory.entry, role, &Row::role);
  return found == memory.entry.end() ? nullptr : &*found;
}

RowKinds rows_of(const Memory& memory) {
  if (const Row* latent = row_of(memory, Role::latent)) {
    const Row* rope = row_of(memory, Role::rope);
    return {*latent, rope != nullptr ? *rope : Row{Role::rope, 1, 0, latent->format}, true};
  }
  if (const Row* both = row_of(memory, Role::key_and_value)) {
    return {*both, {Role::value, both->heads, 0, both->format}, false, true};
  }
  return {*row_of(memory, Role::key), *row_of(memory, Role::value), false};
}

std::string uncoded(const Entry& rows) {
  for (const Row& row : rows) {
    if (!reference::find_codec(row.format.name)) {
      return fmt::format("no codec stores {}", row.format.name);
    }
  }
  return "";
}

std::string unholdable(const Memory& memory) {
  const bool pair = row_of(memory, Role::key) != nullptr && row_of(memory, Role::value) != nullptr;
  if (!pair && row_of(memory, Role::latent) == nullptr) {
    return "its rows are no keys and values";
  }
  return uncoded(memory.entry);
}

reference::Tensor filler_rows(const Row& row, std::int64_t tokens) {
  return filler({1, row.heads, tokens, row.dim});
}

}  // namespace kvtally
