#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::sparse_presets_test {

namespace {

const Row kIndexKey{Role::index_key, 1, 128, bf16()};

Entry with_gate(Role role, std::int64_t width) {
  return {{role, 1, width, bf16()}, {Role::gate, 1, width, bf16()}};
}

TEST_CASE("sparse layers over one memory") {
  struct Case {
    Layer layer;
    std::string kind;
    std::string tag;
    Selection selection;
    Indexer indexer;
  };
  const Memory memory = key_value_memory({64, 4, 128, 128});
  using Source = Indexer::Source;
  using Newest = Blocks::Newest;
  // Open: every waiting index key, with its gate where it is pooled by one.
  const Open gated{with_gate(Role::index_key, 128), 4, {}, 0};
  const Open plain{{kIndexKey}, 4, {}, 0};
  const std::string dsa = "deepseek_sparse_attention";
  const Row unused{Role::index_key, 1, 0, bf16()};
  const std::vector<Case> cases{
      {deepseek_sparse_attention(memory, {{64, 128}, 2048}),
       "dsa",
       dsa,
       TopK{2048},
       {Source::own, 64, kIndexKey, {1, 1}, {}}},
      {deepseek_sparse_attention(memory, {{64, 128}, 2048, 1, true}),
       "dsa",
       dsa,
       TopK{2048},
       {Source::earlier_layer, 0, unused, {1, 1}, {}}},
      {deepseek_sparse_attention(memory, {{32, 128}, 2048, 4}),
       "dsa",
       dsa,
       Blocks{512, 4, Newest::beside},
       {Source::own, 32, kIndexKey, {4, 4}, gated}},
      {qwen_sparse_attention(memory, {{4, 128}, 2048, 4}),
       "qsa",
       "qwen_sparse_attention",
       Blocks{512, 4, Newest::beside},
       {Source::own, 4, kIndexKey, {4, 4}, plain}},
      {qwen_sparse_attention(memory, {{4, 128}, 2050, 4}),
       "qsa",
       "qwen_sparse_attention",  // ⌊2050 ÷ 4⌋ = 512
       Blocks{512, 4, Newest::beside},
       {Source::own, 4, kIndexKey, {4, 4}, plain}},
      {minimax_sparse_attention(memory, {{4, 128}, 16, 64}),
       "msa",
       "minimax_m3_sparse",
       Blocks{16, 64, Newest::among},
       {Source::own, 4, kIndexKey, {1, 1}, {}}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.tag);
    CHECK(c.layer.kind == c.kind);
    CHECK(c.layer.tag == c.tag);
    REQUIRE(c.layer.memories.size() == 1);
    const Memory& only = c.layer.memories.front();
    CHECK(only.entry == memory.entry);
    CHECK(only.scoring == memory.scoring);
    CHECK(std::holds_alternative<All>(only.retention));
    CHECK(only.selection == c.selection);
    CHECK(only.indexer == c.indexer);
    CHECK_FALSE(only.open.has_value());
  }
}

TEST_CASE("native sparse attention has three branches") {
  const Memory memory = key_value_memory({64, 4, 192, 128});
  const Layer layer = native_sparse_attention(memory, {32, 16, 64, 16, 512});
  CHECK(layer.kind == "nsa");
  CHECK(layer.tag == "native_sparse_attention");
  REQUIRE(layer.memories.size() == 3);
  for (const Memory& branch : layer.memories) {
    CHECK(branch.entry == memory.entry);
    CHECK(branch.scoring == Scoring{64, 192, 128});
  }
  const Memory& compressed = layer.memories[0];
  CHECK(compressed.name == "compressed");
  CHECK(compressed.retention == Retention{Pooled{32, 16}});
  CHECK(compressed.open == Open{memory.entry, 16, memory.entry, 1});  // 32 ÷ 16 − 1 stretches are read again
  CHECK_FALSE(compressed.indexer.has_value());
  const Memory& selected = layer.memories[1];
  CHECK(selected.name == "selected");
  CHECK(selected.retention == Retention{All{}});
  CHECK(selected.selection == Selection{Blocks{16, 64, Blocks::Newest::among}});
  CHECK(selected.indexer->source == Indexer::Source::other_branch);
  const Memory& window = layer.memories[2];
  CHECK(window.name == "window");
  CHECK(window.retention == Retention{Window{512, 0}});
  CHECK(window.selection == Selection{Everything{}});
}

TEST_CASE("compressed sparse attention pools entries and index keys, four to one") {
  const Layer layer = compressed_sparse_attention({64, 512}, {128, 4, {64, 128}, 512});
  CHECK(layer.kind == "csa");
  CHECK(layer.tag == "compressed_sparse_attention");
  REQUIRE(layer.memories.size() == 2);
  const Memory& window = layer.memories[0];
  CHECK(window.name == "window");
  CHECK(window.entry == Entry{{Role::key_and_value, 1, 512, bf16()}});
  CHECK(window.retention == Retention{Window{128, 0}});
  CHECK_FALSE(window.open.has_value());
  CHECK_FALSE(window.indexer.has_value());
  const Memory& pooled = layer.memories[1];
  CHECK(pooled.name == "pooled");
  CHECK(pooled.entry == window.entry);
  CHECK(pooled.scoring == Scoring{64, 512, 512});
  CHECK(pooled.retention == Retention{Pooled{4, 4}});
  CHECK(pooled.selection == Selection{TopK{512}});
  // The waiting rows are twice as wide as what the next entry reads again.
  CHECK(pooled.open == Open{with_gate(Role::key_and_value, 1024), 4, with_gate(Role::key_and_value, 512), 1});
  const Open index_open{with_gate(Role::index_key, 256), 4, with_gate(Role::index_key, 128), 1};
  CHECK(pooled.indexer == Indexer{Indexer::Source::own, 64, kIndexKey, {4, 4}, index_open});
}

TEST_CASE("heavily compressed attention reads every pooled entry") {
  const Layer layer = heavily_compressed_attention({64, 512}, 128, 64);
  CHECK(layer.kind == "hca");
  CHECK(layer.tag == "heavily_compressed_attention");
  REQUIRE(layer.memories.size() == 2);
  CHECK(layer.memories[0].retention == Retention{Window{128, 0}});
  const Memory& pooled = layer.memories[1];
  CHECK(pooled.retention == Retention{Pooled{64, 64}});
  CHECK(pooled.selection == Selection{Everything{}});
  CHECK(pooled.open == Open{with_gate(Role::key_and_value, 512), 64, {}, 0});
  CHECK_FALSE(pooled.indexer.has_value());
}

}  // namespace

}  // namespace kvtally::sparse_presets_test
