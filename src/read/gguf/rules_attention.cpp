// Rules of architectures whose layers hold keys and values.

#include <algorithm>
#include <fmt/format.h>

#include "read/gguf/architectures.hpp"
#include "read/gguf/layer_plan.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kLlama4Chunk = 8192;        // llama.cpp's constant: files do not have it
constexpr std::int64_t kGemma3nOwnLayers = 20;     // the same
constexpr std::int64_t kExaone4WindowLayers = 64;  // only the 32B model slides

// Which blocks slide: the file's array, else its or the architecture's pattern. Draft blocks do where an array
// says so.
std::vector<bool> sliding_blocks(GgufRule& r) {
  const WindowShape& shape = r.architecture().window;
  std::vector<bool> out(static_cast<std::size_t>(r.blocks()), false);
  const std::vector<std::int64_t> given = r.each_mark("attention.sliding_window_pattern");
  const bool for_all = shape.pattern == 0 && !given.empty() && given.front() <= 1;  // true or false for all blocks
  if (for_all || r.is_list("attention.sliding_window_pattern")) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = given[i] != 0;
    }
    return out;
  }
  const std::int64_t pattern = given.empty() ? shape.pattern : given.front();
  if (given.empty() && pattern == 0) {
    r.report("attention.sliding_window_pattern",
             fmt::format("the key '{}' is missing", r.full("attention.sliding_window_pattern")),
             "true or false for each block");
    return out;
  }
  if (given.empty()) {
    r.assume(fmt::format("one layer in {} is full: llama.cpp's pattern for {}", pattern, r.architecture().name));
  }
  for (std::int64_t i = 0; i < r.trunk(); ++i) {
    const bool slides = pattern == 0 || (shape.dense_first ? i % pattern != 0 : i % pattern < pattern - 1);
    out[static_cast<std::size_t>(i)] = slides;
  }
  return out;
}

// 0: the architecture has none in this file.
std::int64_t window(GgufRule& r) {
  const WindowShape& shape = r.architecture().window;
  if (const auto given = r.number("attention.sliding_window")) {
    return *given;
  }
  if (shape.required) {
    return r.need("attention.sliding_window");
  }
  if (shape.window > 0) {
    r.assume(fmt::format("attention.sliding_window {}: llama.cpp's for {}", shape.window, r.architecture().name));
  }
  return shape.window;
}

// Sliding layers may have widths of their own.
void slide(GgufRule& r, LayerPlan& plan, const std::vector<bool>& sliding, const std::string& type) {
  const auto key = r.number("attention.key_length_swa", 1);
  const auto value = r.number("attention.value_length_swa", 1);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (sliding[i] && plan[i].key_value_heads > 0) {
      plan[i].type = type;
      plan[i].key_dim = key.value_or(plan[i].key_dim);
      plan[i].value_dim = value.value_or(plan[i].value_dim);
    }
  }
}

LayerPlan sliding_plan(GgufRule& r) {
  LayerPlan plan = attention_plan(r);
  const std::int64_t size = window(r);
  if (size == 0) {
    r.ignore({"attention.sliding_window_pattern", "attention.key_length_swa", "attention.value_length_swa"});
    return plan;
  }
  slide(r, plan, sliding_blocks(r), "sliding_attention");
  if (any_of_type(plan, "sliding_attention")) {
    r.give("sliding_window", size);
  }
  return plan;
}

}  // namespace

// A window of 0 says that there is none; another one is no key of these architectures.
void describe_full(GgufRule& r) {
  // deci's search removed the attention of some layers, or put one matrix in its place
  const LayerPlan plan = attention_plan(r, r.architecture().name == "deci" ? "mlp" : "");
  if (const auto size = r.number("attention.sliding_window"); size && *size != 0) {
    r.report(
        "attention.sliding_window",
        fmt::format("{} {}, which no layer of this architecture reads", r.full("attention.sliding_window"), *size),
        "none, or an architecture whose layers slide");
  }
  write_plan(r, plan);
}

void describe_sliding(GgufRule& r) { write_plan(r, sliding_plan(r)); }

// dflash drafts block_size tokens at once.
void describe_drafter(GgufRule& r) {
  r.ignore({"block_size"});
  describe_sliding(r);
}

// The model's window; llama.cpp itself keeps every position of these models.
void describe_phi3(GgufRule& r) {
  LayerPlan plan = attention_plan(r);
  const std::int64_t size = window(r);
  if (size > 0) {
    slide(r, plan, std::vector<bool>(plan.size(), true), "sliding_attention");
    r.give("sliding_window", size);
    r.assume(fmt::format("all layers slide; llama.cpp keeps every position of {}", r.architecture().name));
  }
  write_plan(r, plan);
}

void describe_exaone4(GgufRule& r) {
  if (r.trunk() != kExaone4WindowLayers && !r.has("attention.sliding_window")) {
    r.ignore({"attention.sliding_window_pattern"});
    write_plan(r, attention_plan(r));
    return;
  }
  describe_sliding(r);
}

void describe_gemma3n(GgufRule& r) {
  const LayerPlan plan = sliding_plan(r);
  std::int64_t shared = r.number("attention.shared_kv_layers").value_or(-1);
  if (shared < 0) {
    shared = std::max<std::int64_t>(r.blocks() - kGemma3nOwnLayers, 0);
    r.assume(fmt::format("the last {} layers keep nothing: llama.cpp's constant for gemma3n", shared));
  }
  if (shared > 0) {
    r.give("num_kv_shared_layers", shared);
  }
  write_plan(r, plan);
}

void describe_gemma4(GgufRule& r) {
  const LayerPlan plan = sliding_plan(r);
  const auto shared = r.number("attention.shared_kv_layers");
  if (!shared) {
    r.assume("each layer has keys and values of its own: there is no attention.shared_kv_layers");
  } else if (*shared > 0) {
    r.take("attention.shared_kv_layers", "num_kv_shared_layers");
  }
  if (!r.has("attention.key_length_swa") || !r.has("attention.value_length_swa")) {
    r.assume("sliding layers as wide as full ones where attention.key_length_swa or value_length_swa is missing");
  }
  write_plan(r, plan);
}

void describe_llama4(GgufRule& r) {
  LayerPlan plan = attention_plan(r);
  if (r.number("attention.sliding_window").value_or(kLlama4Chunk) != 0) {
    slide(r, plan, sliding_blocks(r), "chunked_attention");
    r.out().give("attention_chunk_size", std::to_string(kLlama4Chunk), "llama.cpp's constant for llama4");
  }
  write_plan(r, plan);
}

// nanbeige: the layers run num_loops times, each time with a cache of their own.
void describe_looped(GgufRule& r) {
  const LayerPlan once = attention_plan(r);
  const std::int64_t loops = std::clamp<std::int64_t>(r.number("num_loops", 1).value_or(1), 1, 64);
  if (r.trunk() != r.blocks() && loops > 1) {
    r.report("num_loops", "layers that run several times and draft layers", "one of the two");
  }
  write_looped_plan(r, once, loops);
}

// T5: decoder_block_count layers keep their own keys and values and those of the encoder.
void describe_encoder_decoder(GgufRule& r) {
  LayerPlan plan = attention_plan(r);
  const auto decoder = r.number("decoder_block_count", 1);
  if (decoder && *decoder != r.blocks()) {
    r.report("decoder_block_count", fmt::format("{} decoder layers for {} encoder layers", *decoder, r.blocks()),
             "as many");
  }
  r.out().give("is_encoder_decoder", "true", "");
  r.take("context_length", "max_source_positions");
  write_plan(r, plan);
}

}  // namespace kvtally
