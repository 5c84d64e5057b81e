#include "account/step.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::step_test {

namespace {

using test::kept;
using test::sharing;

Memory retained(Retention retention, Visibility visibility = Visibility::stored) {
  Memory memory = key_value_memory({1, 1, 1, 1});
  memory.retention = retention;
  memory.visibility = visibility;
  return memory;
}

Memory choosing(Selection selection) {
  Memory memory = retained(All{});
  memory.selection = selection;
  return memory;
}

TEST_CASE("visible entries at the edges of every retention") {
  struct Row {
    std::string name;
    Memory memory;
    Wide seen;
    Wide expected;
  };
  const Memory chunk = retained(Chunk{8});
  const Memory own_chunk = retained(Chunk{8}, Visibility::own_chunk);
  const std::vector<Row> rows{
      {"all, the first", retained(All{}), 1, 1},
      {"all", retained(All{}), 1000, 1000},
      {"a window not yet full", retained(Window{8, 0}), 7, 7},
      {"a window just full", retained(Window{8, 0}), 8, 8},
      {"a full window", retained(Window{8, 0}), 9, 8},
      {"a window and four sinks just full", retained(Window{8, 4}), 12, 12},
      {"a window and four sinks", retained(Window{8, 4}), 13, 12},
      {"a chunk all of which is stored", chunk, 9, 8},
      {"its own chunk, complete", own_chunk, 8, 8},          // (8−1) mod 8 + 1
      {"its own chunk, begun", own_chunk, 9, 1},             // (9−1) mod 8 + 1
      {"its own second chunk, complete", own_chunk, 16, 8},  // (16−1) mod 8 + 1
      {"own chunk means nothing without chunks", retained(All{}, Visibility::own_chunk), 9, 9},
      {"pooled, none yet", retained(Pooled{4, 4}), 3, 0},
      {"pooled, the first", retained(Pooled{4, 4}), 4, 1},
      {"pooled, the second", retained(Pooled{4, 4}), 8, 2},
      {"overlapping, none yet", retained(Pooled{32, 16}), 31, 0},
      {"overlapping, the first", retained(Pooled{32, 16}), 32, 1},  // ⌊0 ÷ 16⌋ + 1
      {"overlapping, not the second", retained(Pooled{32, 16}), 47, 1},
      {"overlapping, the second", retained(Pooled{32, 16}), 48, 2},  // ⌊16 ÷ 16⌋ + 1
      {"with gaps, the second", retained(Pooled{2, 4}), 6, 2},       // ⌊4 ÷ 4⌋ + 1
      {"an encoder's", retained(Fixed{1500}), 1, 1500},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(visible_entries(row.memory, Tokens{row.seen}) == row.expected);
  }
}

TEST_CASE("selected entries around every breakpoint") {
  struct Row {
    std::string name;
    Selection selection;
    Wide seen;
    Wide expected;
  };
  // MSA: 16 blocks of 128, so that k·n = 2048. QSA: 512 blocks of 4, the incomplete one beside them.
  const Selection msa = Blocks{16, 128, Blocks::Newest::among};
  const Selection qsa = Blocks{512, 4, Blocks::Newest::beside};
  const std::vector<Row> rows{
      {"everything", Everything{}, 12345, 12345},
      {"top 4 of 3", TopK{4}, 3, 3},
      {"top 4 of 4", TopK{4}, 4, 4},
      {"top 4 of 5", TopK{4}, 5, 4},
      {"among, k·n − 1", msa, 2047, 2047},
      {"among, k·n", msa, 2048, 2048},
      {"among, k·n + 1", msa, 2049, 1921},       // 15 × 128 + 1
      {"among, k·n + n", msa, 2176, 2048},       // 15 × 128 + 128
      {"among, k·n + n + 1", msa, 2177, 1921},   // 15 × 128 + 1
      {"beside, k·n − 1", qsa, 2047, 2047},      // 511 × 4 + 3
      {"beside, k·n", qsa, 2048, 2048},          // 512 × 4
      {"beside, k·n + 1", qsa, 2049, 2049},      // 512 × 4 + 1
      {"beside, k·n + n − 1", qsa, 2051, 2051},  // 512 × 4 + 3
      {"beside, k·n + n", qsa, 2052, 2048},      // 512 × 4 of the 513 complete blocks
      {"beside, one token", qsa, 1, 1},
      {"among one block", Blocks{1, 8, Blocks::Newest::among}, 17, 1},
      {"beside one block", Blocks{1, 8, Blocks::Newest::beside}, 17, 9},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(selected_entries(choosing(row.selection), Tokens{row.seen}) == row.expected);
  }
}

TEST_CASE("what one softmax layer reads, keeps, writes and computes") {
  struct Row {
    std::string name;
    Layer layer;
    Wide seen;
    Wide kept;
    Wide read;
    Wide written;
    Wide scores;
  };
  const Memory gqa = key_value_memory({64, 8, 128, 128});      // 2 × 8 × 128 × 2 = 4096 bytes
  const Memory mla = latent_memory({128, 512, 64, 128, 128});  // (512 + 64) × 2 = 1152 bytes
  const Memory scout = key_value_memory({40, 8, 128, 128});    // 4096 bytes
  const Memory hunyuan = key_value_memory({80, 8, 80, 80});    // 2 × 8 × 80 × 2 = 2560 bytes
  const Memory whisper = key_value_memory({20, 20, 64, 64});   // 2 × 20 × 64 × 2 = 5120 bytes
  const Layer decoder = with_encoder_memory(full_attention(whisper), whisper, 1500);
  const std::vector<Row> rows{
      // 131072 × 4096; 64 × 256 × 131072
      {"Llama 3.1 70B", full_attention(gqa), 131072, 536870912, 536870912, 4096, 2147483648},
      // 131072 × 1152; 128 × (576 + 512) × 131072
      {"DeepSeek-V3, absorbed", full_attention(mla), 131072, 150994944, 150994944, 1152, 18253611008},
      // 8192 × 4096; 40 × 256 × 8192
      {"Llama 4 Scout, chunk full", chunked_attention(scout, 8192), 131072, 33554432, 33554432, 4096, 83886080},
      {"Llama 4 Scout, chunk begun", chunked_attention(scout, 8192), 131073, 33554432, 4096, 4096, 10240},
      // 128 × 4096; 64 × 256 × 128
      {"a window", sliding_attention(gqa, 128), 131072, 524288, 524288, 4096, 2097152},
      // (128 + 4) × 4096; 64 × 256 × 132
      {"a window and sinks", sliding_attention(gqa, 128, 4), 131072, 540672, 540672, 4096, 2162688},
      // 131072 × 2560; 80 × 160 × 131072
      {"Hunyuan-Large, owner", full_attention(hunyuan), 131072, 335544320, 335544320, 2560, 1677721600},
      {"Hunyuan-Large, sharer", sharing(full_attention(hunyuan), Sharing::Owner::layer_before), 131072, 0,
       335544320, 0, 1677721600},
      {"a sharer of the same kind", sharing(sliding_attention(gqa, 128), Sharing::Owner::same_kind), 131072, 0,
       524288, 0, 2097152},
      // 448 × 5120 + 1500 × 5120; 20 × 128 × (448 + 1500)
      {"Whisper large-v3", decoder, 448, 9973760, 9973760, 5120, 4986880},
      {"an encoder memory alone", cross_attention(whisper, 1500), 448, 7680000, 7680000, 0, 3840000},
      {"a feed-forward layer", feed_forward_layer("mlp"), 131072, 0, 0, 0, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Step step = step_of(row.layer, Tokens{row.seen});
    CHECK(kept(row.layer, row.seen).total() == Bytes{row.kept});
    CHECK(step.read == Traffic{Bytes{row.read}, {}, {}, {}});
    CHECK(step.written == Traffic{Bytes{row.written}, {}, {}, {}});
    CHECK(step.arithmetic == Arithmetic{MultiplyAdds{row.scores}, {}, {}});
  }
}

TEST_CASE("the memory of an encoder counts as cross, the decoder's own as entries") {
  const Memory memory = key_value_memory({20, 20, 64, 64});
  const Tally both = kept(with_encoder_memory(full_attention(memory), memory, 1500), 448);
  CHECK(both[Part::entries] == Bytes{2293760});  // 448 × 5120
  CHECK(both[Part::cross] == Bytes{7680000});    // 1500 × 5120
}

TEST_CASE("steps add and scale by part") {
  const Step one{{Bytes{1}, Bytes{2}, Bytes{3}, Bytes{4}},
                 {Bytes{5}, Bytes{6}, Bytes{7}, Bytes{8}},
                 {MultiplyAdds{9}, MultiplyAdds{10}, MultiplyAdds{11}}};
  Step three = one;
  three += one * 2;
  CHECK(three == one * 3);
  CHECK(three.read.total() == Bytes{30});               // 3 × (1 + 2 + 3 + 4)
  CHECK(three.written.total() == Bytes{78});            // 3 × (5 + 6 + 7 + 8)
  CHECK(three.arithmetic.total() == MultiplyAdds{90});  // 3 × (9 + 10 + 11)
}

}  // namespace

}  // namespace kvtally::step_test
