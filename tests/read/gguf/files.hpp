#pragma once

#include <string>
#include <vector>

#include "read/gguf/reading.hpp"

/// Files of models with keys and values, as llama.cpp's converter writes them.
namespace kvtally::test {

struct Shape {
  int blocks;
  int hidden;
  int heads;
  int key_value_heads;
  int width;  // 0: not written
};

inline GgufWriter file_of(const std::string& architecture, const Shape& shape, std::int64_t context = 131072) {
  GgufWriter out(architecture);
  out.set("block_count", shape.blocks).set("context_length", context).set("embedding_length", shape.hidden);
  out.set("feed_forward_length", 4 * shape.hidden).set("attention.head_count", shape.heads);
  if (shape.key_value_heads > 0) {
    out.set("attention.head_count_kv", shape.key_value_heads);
  }
  if (shape.width > 0) {
    out.set("attention.key_length", shape.width).set("attention.value_length", shape.width);
  }
  out.raw(architecture + ".rope.freq_base", 6, test::u32(0x461c4000));
  out.raw(architecture + ".attention.layer_norm_rms_epsilon", 6, test::u32(0x3727c5ac));
  return out;
}

// True where `mark` holds for a layer, as an array of booleans.
template <class Mark>
std::vector<bool> each(int layers, Mark mark) {
  std::vector<bool> out;
  for (int i = 0; i < layers; ++i) {
    out.push_back(mark(i));
  }
  return out;
}

}  // namespace kvtally::test
