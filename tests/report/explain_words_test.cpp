#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "report/explain_parts.hpp"

namespace kvtally::explain_words_test {

namespace {

const Memory kMemory = key_value_memory({8, 2, 64, 48});

std::string first(const Layer& layer) { return sentence_of(layer.memories.at(0)); }

TEST_CASE("a memory in a sentence") {
  const std::string holds = " One position holds 2 keys of 64 and 2 values of 48 in bf16 (2 bytes an element).";
  CHECK(first(full_attention(kMemory)) == "Every position stays; all of them are read." + holds);
  CHECK(first(sliding_attention(kMemory, 1024)) ==
        "Only the last W = 1,024 positions stay; all of them are read." + holds);
  CHECK(first(sliding_attention(kMemory, 1024, 4)) ==
        "Only the first F = 4 and the last W = 1,024 positions stay; all of them are read." + holds);
  CHECK(
      first(chunked_attention(kMemory, 8192)) ==
      "Positions come in chunks of C = 8,192, and at most one chunk stays; a token reads those of its own chunk, "
      "itself included." +
          holds);
  CHECK(first(minimax_sparse_attention(kMemory, {{4, 32}, 16, 128})) ==
        "Every position stays; the best k = 16 blocks of n = 128 are read, the newest among them. Index keys, "
        "below, "
        "choose them." +
            holds);
  CHECK(first(qwen_sparse_attention(kMemory, {{4, 32}, 2048, 4})) ==
        "Every position stays; the best k = 512 blocks of n = 4 are read, the newest incomplete one beside them. "
        "Index keys, below, choose them." +
            holds);
}

TEST_CASE("formats in a sentence") {
  Memory memory = kMemory;
  memory.entry[0].format = *parse_format("q8_0");
  memory.entry[1].format = *parse_format("int8@head+bf16");
  CHECK(
      sentence_of(memory).ends_with("One position holds 2 keys of 64 in q8_0 (34 bytes for 32 elements) and 2 "
                                    "values of 48 in int8@head+bf16 (1 byte an element and 2 bytes a head)."));
}

TEST_CASE("whose memory is read") {
  CHECK(sentence_of(Sharing{}, "full_attention").empty());
  CHECK(sentence_of(Sharing{Sharing::Owner::layer_before, 1}, "full_attention") ==
        "Nothing is kept or written here: these layers read what the layer just before them keeps.");
  CHECK(sentence_of(Sharing{Sharing::Owner::layer_before, 3}, "full_attention") ==
        "Nothing is kept or written here: these layers read what the layer 3 before them keeps.");
  CHECK(
      sentence_of(Sharing{Sharing::Owner::same_kind, 1}, "full_attention") ==
      "Nothing is kept or written here: these layers read what the last full_attention layer with a cache keeps.");
}

}  // namespace

}  // namespace kvtally::explain_words_test
