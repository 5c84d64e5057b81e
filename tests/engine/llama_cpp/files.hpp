#pragma once

#include <doctest/doctest.h>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/llama_cpp/llama_cpp.hpp"
#include "read/gguf/reading.hpp"

/// Files as llama.cpp reads them, made of keys alone, and what the engine says of them.
namespace kvtally::test {

/// The keys of a GGUF file; a key that is set again is replaced. By default the shape of the worked examples:
/// embedding 256, 4 heads, 2 for keys and values, 64 wide.
class LlamaFile {
 public:
  using Value = std::variant<int, std::vector<int>, std::vector<bool>>;

  LlamaFile(std::string architecture, int blocks) : architecture_(std::move(architecture)) {
    set("block_count", blocks).set("context_length", 131072).set("embedding_length", 256);
    set("feed_forward_length", 512).set("attention.head_count", 4).set("attention.head_count_kv", 2);
    set("attention.key_length", 64).set("attention.value_length", 64).set("vocab_size", 1000);
  }

  LlamaFile& set(const std::string& key, Value value) {
    keys_[key] = std::move(value);
    return *this;
  }
  LlamaFile& drop(const std::string& key) {
    keys_.erase(key);
    return *this;
  }
  /// conv 4, inner 512, state 64, 2 groups: R 2304 and S 32768 floats a row.
  LlamaFile& ssm(int state = 64) {
    set("ssm.conv_kernel", 4).set("ssm.inner_size", 512).set("ssm.state_size", state);
    return set("ssm.group_count", 2).set("ssm.time_step_rank", 8);
  }
  /// A latent of 128 with 32 rotary elements.
  LlamaFile& latent() {
    set("attention.head_count_kv", 1).set("attention.kv_lora_rank", 128).set("rope.dimension_count", 32);
    set("attention.key_length", 160).set("attention.value_length", 128);
    return set("attention.key_length_mla", 96).set("attention.value_length_mla", 64);
  }
  LlamaFile& indexer() {
    set("attention.indexer.head_count", 4).set("attention.indexer.key_length", 64);
    return set("attention.indexer.top_k", 16);
  }

  Model model() const {
    GgufWriter out(architecture_);
    for (const auto& [key, value] : keys_) {
      std::visit([&](const auto& held) { out.set(key, held); }, value);
    }
    return gguf_model(out);
  }

 private:
  std::string architecture_;
  std::map<std::string, Value> keys_;
};

/// What llama.cpp allocates with these flags; the flags and the model must be taken.
inline Allocation llama_allocation(const Model& model, const std::string& line) {
  const Engine engine = llama_cpp_engine();
  const auto flags = read_flags(engine.flags, line);
  REQUIRE_MESSAGE(flags.has_value(), render(flags.error()));
  auto out = engine.allocate(model, *flags);
  REQUIRE_MESSAGE(out.has_value(), render(out.error()));
  return *out;
}

/// The problems of flags or of the allocation; empty when there are none.
inline std::string llama_problems(const Model& model, const std::string& line) {
  const Engine engine = llama_cpp_engine();
  const auto flags = read_flags(engine.flags, line);
  if (!flags) {
    return render(flags.error());
  }
  const auto out = engine.allocate(model, *flags);
  return out ? "" : render(out.error());
}

inline std::int64_t llama_figure(const Allocation& allocation, const std::string& name) {
  const EngineFigure* figure = figure_named(allocation, name);
  REQUIRE_MESSAGE(figure != nullptr, name);
  return static_cast<std::int64_t>(figure->numerator);
}

inline Model zoo_model(const std::string& id) { return Zoo(embedded_files()).describe(id)->model; }

}  // namespace kvtally::test
