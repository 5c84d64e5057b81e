#pragma once

#include <algorithm>
#include <cassert>

#include "model/presets.hpp"
#include "prove_red/fault.hpp"

/// How faults reach into a layer.
namespace kvtally::test {

inline Memory& first_memory(FaultyCase& of) { return of.layer.memories.at(0); }

inline Memory& memory_named(FaultyCase& of, std::string_view name) {
  const auto found = std::ranges::find(of.layer.memories, name, &Memory::name);
  REQUIRE(found != of.layer.memories.end());
  return *found;
}

inline StateTensor& tensor_named(FaultyCase& of, std::string_view name) {
  const auto found = std::ranges::find(of.layer.state.tensors, name, &StateTensor::name);
  REQUIRE(found != of.layer.state.tensors.end());
  return *found;
}

inline void drop_rows(Memory& memory, Role role) {
  std::erase_if(memory.entry, [&](const Row& row) { return row.role == role; });
}

}  // namespace kvtally::test
