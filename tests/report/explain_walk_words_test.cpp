#include "report/explain_walk_words.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally::explain_walk_words_test {

namespace {

TEST_CASE("stored lengths") {
  CHECK(stored(All{}, "S + 1") == "S + 1");
  CHECK(stored(Window{128, 4}, "S") == "min(S, 132)");
  CHECK(stored(Chunk{8192}, "S + 1") == "min(S + 1, 8192)");
  CHECK(stored(Pooled{4, 4}, "S + 1") == "⌊(S + 1) ÷ 4⌋");
  CHECK(stored(Pooled{32, 16}, "S") == "max(0, ⌊(S − 32) ÷ 16⌋ + 1)");
  CHECK(stored(Fixed{1500}, "S") == "1500");
}

TEST_CASE("which entries count") {
  const Memory memory = key_value_memory({8, 2, 64, 64});
  const auto of = [](const Layer& layer) { return layer.memories.at(0); };
  CHECK(read_words(memory).empty());
  CHECK(chosen(memory, "S") == "S");
  CHECK(read_words(of(sliding_attention(memory, 128))) == "; of each row at most 128 count");
  CHECK(read_words(of(chunked_attention(memory, 128))) == "; of each row those of its own chunk count");
  CHECK(chosen(of(chunked_attention(memory, 128)), "S") == "chosen");
  CHECK(chosen(of(deepseek_sparse_attention(memory, {{4, 32}, 256, 1, false})), "S + 1") == "min(S + 1, 256)");
  CHECK(read_words(of(qwen_sparse_attention(memory, {{4, 32}, 256, 4}))) ==
        "; of each row the best 64 blocks of 4 count, and the incomplete newest");
}

}  // namespace

}  // namespace kvtally::explain_walk_words_test
