#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "account/step.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::step_sparse_test {

namespace {

struct Three {
  Wide entries = 0;
  Wide indexer = 0;
  Wide open = 0;
};

struct Row {
  std::string name;
  Layer layer;
  Wide seen;
  Three kept;
  Three read;
  Three written;
  Wide scores;
  Wide index_work;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Tally kept = test::kept(row.layer, row.seen);
    const Step step = step_of(row.layer, Tokens{row.seen});
    CHECK(kept[Part::entries] == Bytes{row.kept.entries});
    CHECK(kept[Part::indexer] == Bytes{row.kept.indexer});
    CHECK(kept[Part::open] == Bytes{row.kept.open});
    CHECK(kept.total() == Bytes{row.kept.entries + row.kept.indexer + row.kept.open});
    CHECK(step.read.entries == Bytes{row.read.entries});
    CHECK(step.read.indexer == Bytes{row.read.indexer});
    CHECK(step.read.open == Bytes{row.read.open});
    CHECK(step.written.entries == Bytes{row.written.entries});
    CHECK(step.written.indexer == Bytes{row.written.indexer});
    CHECK(step.written.open == Bytes{row.written.open});
    CHECK(step.read.state + step.written.state == Bytes{0});
    CHECK(step.arithmetic == Arithmetic{MultiplyAdds{row.scores}, MultiplyAdds{row.index_work}, {}});
  }
}

TEST_CASE("DeepSeek sparse attention") {
  const Memory latent = latent_memory({128, 512, 64, 128, 128});  // 1152 bytes, 128 × 1088 = 139264 an entry
  const Layer own = deepseek_sparse_attention(latent, {{64, 128}, 2048});
  const Layer reusing = deepseek_sparse_attention(latent, {{64, 128}, 2048, 1, true});
  // GLM-5.3-Flash: a latent of 1024 bytes, 64 × 1024 = 65536 an entry, one index key for four tokens; of the
  // waiting ones key and gate, 2 × 128 × 2 = 512 bytes a token.
  const Layer pooled = deepseek_sparse_attention(latent_memory({64, 512, 0, 256, 256}), {{32, 128}, 2048, 4});
  check({
      // 131072 × 1152; 131072 × 256; 2048 × 1152 = 2359296; 139264 × 2048; 64 × 128 × 131072
      {"V3.2", own, 131072, {150994944, 33554432}, {2359296, 33554432}, {1152, 256}, 285212672, 1073741824},
      {"the choice of an earlier layer", reusing, 131072, {150994944}, {2359296}, {1152}, 285212672, 0},
      {"fewer tokens than top-k", own, 100, {115200, 25600}, {115200, 25600}, {1152, 256}, 13926400, 819200},
      // 32768 pools × 256; 512 pools × 4 × 1024; the four waiting rows are pooled now
      {"pooled, complete",
       pooled,
       131072,
       {134217728, 8388608},
       {2097152, 8388608, 2048},
       {1024, 256, 512},
       134217728,
       134217728},
      // 32767 pools; 512 pools and three tokens beside them: 2051 × 1024; 3 × 512 wait; 65536 × 2051; 4096 × 32767
      {"pooled, three wait",
       pooled,
       131071,
       {134216704, 8388352, 1536},
       {2100224, 8388352},
       {1024, 0, 512},
       134414336,
       134213632},
  });
}

TEST_CASE("MiniMax sparse attention around 16 blocks of 128") {
  // 2 × 4 × 128 × 2 = 2048 bytes, 64 × 256 = 16384 an entry; index keys of 256 bytes, 4 × 128 = 512 each.
  const Layer layer = minimax_sparse_attention(key_value_memory({64, 4, 128, 128}), {{4, 128}, 16, 128});
  check({
      {"k·n − 1", layer, 2047, {4192256, 524032}, {4192256, 524032}, {2048, 256}, 33538048, 1048064},
      {"k·n", layer, 2048, {4194304, 524288}, {4194304, 524288}, {2048, 256}, 33554432, 1048576},
      // 15 × 128 + 1 = 1921 of them are read: × 2048, × 16384
      {"k·n + 1", layer, 2049, {4196352, 524544}, {3934208, 524544}, {2048, 256}, 31473664, 1049088},
  });
}

TEST_CASE("Qwen sparse attention around 512 blocks of 4") {
  // 2 × 2 × 256 × 2 = 2048 bytes, 24 × 512 = 12288 an entry; index keys of 256 bytes for four tokens, 512 each.
  const Layer layer = qwen_sparse_attention(key_value_memory({24, 2, 256, 256}), {{4, 128}, 2048, 4});
  check({
      // 511 index keys, three wait
      {"k·n − 1", layer, 2047, {4192256, 130816, 768}, {4192256, 130816}, {2048, 0, 256}, 25153536, 261632},
      // 512 index keys; four waiting rows of 256 bytes are pooled to the newest
      {"k·n", layer, 2048, {4194304, 131072}, {4194304, 131072, 1024}, {2048, 256, 256}, 25165824, 262144},
      {"k·n + 1", layer, 2049, {4196352, 131072, 256}, {4196352, 131072}, {2048, 0, 256}, 25178112, 262144},
      // 512 of the 513 complete blocks
      {"k·n + n", layer, 2052, {4202496, 131328}, {4194304, 131328, 1024}, {2048, 256, 256}, 25165824, 262656},
  });
}

TEST_CASE("native sparse attention") {
  // 4 × (192 + 128) × 2 = 2560 bytes, 64 × 320 = 20480 an entry. Pooled over 32 every 16, 16 blocks of 64, and a
  // window of 512. Open: 16 positions that the next pooled entry reads again, and S mod 16 more.
  const Layer layer = native_sparse_attention(key_value_memory({64, 4, 192, 128}), {32, 16, 64, 16, 512});
  check({
      // No pooled entry: 15 selected and 15 in the window.
      {"S = 15", layer, 15, {76800, 0, 38400}, {76800}, {5120, 0, 2560}, 614400, 0},
      {"S = 16", layer, 16, {81920, 0, 40960}, {81920}, {5120, 0, 2560}, 655360, 0},
      {"S = 31", layer, 31, {158720, 0, 79360}, {158720}, {5120, 0, 2560}, 1269760, 0},
      // The first pooled entry reads 32 waiting positions: 81920 bytes.
      {"S = 32", layer, 32, {166400, 0, 40960}, {166400, 0, 81920}, {7680, 0, 2560}, 1331200, 0},
      // 8191 pooled + 131072 + 512 kept; 8191 + 1024 + 512 = 9727 read
      {"128K", layer, 131072, {357824000, 0, 40960}, {24901120, 0, 81920}, {7680, 0, 2560}, 199208960, 0},
      // 8191 pooled + 131073 + 512 kept; 8191 + 15 × 64 + 1 + 512 = 9664 read; 17 positions wait
      {"128K + 1", layer, 131073, {357826560, 0, 43520}, {24739840}, {5120, 0, 2560}, 197918720, 0},
      // 15 × 64 + 5 selected: 9668 read; 21 positions wait
      {"128K + 5", layer, 131077, {357836800, 0, 53760}, {24750080}, {5120, 0, 2560}, 198000640, 0},
  });
}

TEST_CASE("compressed sparse attention of DeepSeek-V4") {
  // Rows of 1024 bytes, 64 × 1024 = 65536 each. A position waits with 2 × 1024 + 2 × 256 elements: 5120 bytes; the
  // four before are read again, 4 × 2 × (512 + 128) × 2 = 10240 bytes. An entry reads 4 × 5120 and, but for the
  // first, 10240.
  const Layer layer = compressed_sparse_attention({64, 512}, {128, 4, {64, 128}, 512});
  check({
      {"S = 3", layer, 3, {3072, 0, 15360}, {3072}, {1024, 0, 5120}, 196608, 0},
      {"the first entry", layer, 4, {5120, 256, 10240}, {5120, 256, 20480}, {2048, 256, 5120}, 327680, 8192},
      {"S = 5", layer, 5, {6144, 256, 15360}, {6144, 256}, {1024, 0, 5120}, 393216, 8192},
      // Eight rows in the window and two entries: 10
      {"the second entry", layer, 8, {10240, 512, 10240}, {10240, 512, 30720}, {2048, 256, 5120}, 655360, 16384},
      // 128 + 75 rows: 131072 + 76800; index 19200; overlap 10240; buffers (S mod 4) × 5120
      {"S = 300", layer, 300, {207872, 19200, 10240}, {207872, 19200, 30720}, {2048, 256, 5120}, 13303808, 614400},
      {"S = 301", layer, 301, {207872, 19200, 15360}, {207872, 19200}, {1024, 0, 5120}, 13303808, 614400},
      {"S = 302", layer, 302, {207872, 19200, 20480}, {207872, 19200}, {1024, 0, 5120}, 13303808, 614400},
      {"S = 303", layer, 303, {207872, 19200, 25600}, {207872, 19200}, {1024, 0, 5120}, 13303808, 614400},
      // 128 + 32768 rows kept, 128 + 512 read; 32768 index keys × 256, × 64 × 128
      {"128K",
       layer,
       131072,
       {33685504, 8388608, 10240},
       {655360, 8388608, 30720},
       {2048, 256, 5120},
       41943040,
       268435456},
      {"another layer's, 128K",
       test::sharing(layer, Sharing::Owner::layer_before),
       131072,
       {},
       {655360, 8388608},
       {},
       41943040,
       268435456},
  });
}

TEST_CASE("heavily compressed attention of DeepSeek-V4") {
  // Rows of 1024 bytes; a position waits with key and gate of 512: 2048 bytes.
  const Layer layer = heavily_compressed_attention({64, 512}, 128, 128);
  check({
      {"S = 127", layer, 127, {130048, 0, 260096}, {130048}, {1024, 0, 2048}, 8323072, 0},
      {"the first entry", layer, 128, {132096}, {132096, 0, 262144}, {2048, 0, 2048}, 8454144, 0},
      {"S = 129", layer, 129, {132096, 0, 2048}, {132096}, {1024, 0, 2048}, 8454144, 0},
      // 128 + 2 rows; 300 mod 128 = 44 wait: 90112
      {"S = 300", layer, 300, {133120, 0, 90112}, {133120}, {1024, 0, 2048}, 8519680, 0},
      // 128 + 1024 rows; 65536 × 1152
      {"128K", layer, 131072, {1179648}, {1179648, 0, 262144}, {2048, 0, 2048}, 75497472, 0},
  });
}

}  // namespace

}  // namespace kvtally::step_sparse_test
