#include "engine/engines.hpp"

#include <algorithm>

#include "engine/llama_cpp/llama_cpp.hpp"

namespace kvtally {

// In the order in which they are listed.
std::span<const Engine> engines() {
  static const std::vector<Engine> list{
      llama_cpp_engine(),
  };
  return list;
}

const Engine* engine_named(std::string_view name) {
  const auto list = engines();
  const auto found = std::ranges::find(list, name, &Engine::name);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace kvtally
