#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::softmax_presets_test {

namespace {

TEST_CASE("what one position holds") {
  const Memory heads = key_value_memory({64, 4, 192, 128});
  CHECK(heads.name == "cache");
  CHECK(heads.entry == Entry{{Role::key, 4, 192, bf16()}, {Role::value, 4, 128, bf16()}});
  CHECK(heads.scoring == Scoring{64, 192, 128});
  CHECK_FALSE(heads.expanded.has_value());

  // Absorbed: scores 512 + 64 wide, values 512; expanded: 128 + 64 and 128.
  const Memory latent = latent_memory({128, 512, 64, 128, 128});
  CHECK(latent.entry == Entry{{Role::latent, 1, 512, bf16()}, {Role::rope, 1, 64, bf16()}});
  CHECK(latent.scoring == Scoring{128, 576, 512});
  CHECK(latent.expanded == Scoring{128, 192, 128});

  const Memory unrotated = latent_memory({64, 512, 0, 256, 256});
  CHECK(unrotated.entry == Entry{{Role::latent, 1, 512, bf16()}});
  CHECK(unrotated.scoring == Scoring{64, 512, 512});
  CHECK(unrotated.expanded == Scoring{64, 256, 256});

  const Memory shared = shared_row_memory({64, 512});
  CHECK(shared.entry == Entry{{Role::key_and_value, 1, 512, bf16()}});
  CHECK(shared.scoring == Scoring{64, 512, 512});
  for (const Memory& memory : {heads, latent, shared}) {
    CHECK(std::holds_alternative<All>(memory.retention));
    CHECK(memory.visibility == Visibility::stored);
    CHECK(std::holds_alternative<Everything>(memory.selection));
    CHECK_FALSE(memory.indexer.has_value());
    CHECK_FALSE(memory.open.has_value());
  }
}

TEST_CASE("the kind of full attention") {
  struct Row {
    std::string expected;
    Memory memory;
  };
  const std::vector<Row> rows{
      {"mha", key_value_memory({32, 32, 128, 128})},
      {"mha", key_value_memory({1, 1, 128, 128})},
      {"gqa", key_value_memory({32, 8, 128, 128})},
      {"mqa", key_value_memory({32, 1, 128, 128})},
      {"mla", latent_memory({128, 512, 64, 128, 128})},
      {"mla", latent_memory({1, 512, 0, 128, 128})},
      {"mqa", shared_row_memory({64, 512})},
  };
  for (const Row& row : rows) {
    CHECK(full_attention_kind(row.memory) == row.expected);
    CHECK(full_attention(row.memory).kind == row.expected);
  }
}

TEST_CASE("kinds, tags, retention and visibility of the softmax layers") {
  struct Row {
    Layer layer;
    std::string kind;
    std::string tag;
    Retention retention;
    Visibility visibility;
  };
  const Memory memory = key_value_memory({32, 8, 128, 128});
  const std::vector<Row> rows{
      {full_attention(memory), "gqa", "full_attention", All{}, Visibility::stored},
      {sliding_attention(memory, 128), "swa", "sliding_attention", Window{128, 0}, Visibility::stored},
      {sliding_attention(memory, 128, 4), "sink_swa", "sliding_attention", Window{128, 4}, Visibility::stored},
      {chunked_attention(memory, 8192), "chunked", "chunked_attention", Chunk{8192}, Visibility::own_chunk},
      {cross_attention(memory, 1500), "cross", "cross_attention", Fixed{1500}, Visibility::stored},
  };
  for (const Row& row : rows) {
    CAPTURE(row.kind);
    CHECK(row.layer.kind == row.kind);
    CHECK(row.layer.tag == row.tag);
    REQUIRE(row.layer.memories.size() == 1);
    const Memory& only = row.layer.memories.front();
    CHECK(only.retention == row.retention);
    CHECK(only.visibility == row.visibility);
    CHECK(only.name == (row.kind == "cross" ? "encoder" : "cache"));
    CHECK(only.entry == memory.entry);
    CHECK(only.scoring == memory.scoring);
    CHECK(std::holds_alternative<Everything>(only.selection));
    CHECK(row.layer.state == State{});
    CHECK(row.layer.sharing == Sharing{});
  }
}

TEST_CASE("an encoder memory stands beside the decoder's own") {
  const Memory memory = key_value_memory({20, 20, 64, 64});
  const Layer layer = with_encoder_memory(full_attention(memory), memory, 1500);
  CHECK(layer.kind == "mha");
  CHECK(layer.tag == "full_attention");
  REQUIRE(layer.memories.size() == 2);
  CHECK(layer.memories[0] == memory);
  CHECK(layer.memories[1].name == "encoder");
  CHECK(layer.memories[1].retention == Retention{Fixed{1500}});
  CHECK(layer.memories[1].entry == memory.entry);
}

}  // namespace

}  // namespace kvtally::softmax_presets_test
