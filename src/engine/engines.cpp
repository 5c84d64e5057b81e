#include "engine/engines.hpp"

#include <algorithm>

#include "engine/llama_cpp/llama_cpp.hpp"
#include "engine/sglang/sglang.hpp"
#include "engine/tensorrt_llm/tensorrt_llm.hpp"
#include "engine/transformers/transformers.hpp"
#include "engine/vllm/vllm.hpp"

namespace kvtally {

// In the order in which they are listed.
std::span<const Engine> engines() {
  static const std::vector<Engine> list{
      transformers_engine(), vllm_engine(), llama_cpp_engine(), sglang_engine(), tensorrt_llm_engine(),
  };
  return list;
}

std::string_view usual_version(const Engine& engine) {
  const auto found = std::ranges::find_if(
      engine.flags, [](const EngineFlag& flag) { return flag.names.front() == "--engine-version"; });
  return found == engine.flags.end() ? engine.versions.front() : found->fallback;
}

const Engine* engine_named(std::string_view name) {
  const auto list = engines();
  const auto found = std::ranges::find(list, name, &Engine::name);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace kvtally
