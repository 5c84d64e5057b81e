#include "engine/llama_cpp/cells.hpp"

#include <doctest/doctest.h>

namespace kvtally::llama_cpp::cells_test {

namespace {

Settings settings(std::int64_t context, std::int64_t sequences = 1, bool unified = false) {
  Settings out;
  out.context = Tokens{context};
  out.sequences = sequences;
  out.unified = unified;
  return out;
}

TEST_CASE("n_ctx is padded to 256, and divided among streams, which are padded again") {
  struct Row {
    Settings settings;
    std::int64_t context, sequence, streams;
  };
  const std::vector<Row> rows{
      {settings(1000), 1024, 1024, 1},
      {settings(1000, 3), 1536, 512, 3},
      {settings(1000, 3, true), 1024, 1024, 1},
      {settings(1024, 4), 1024, 256, 4},
      {settings(1), 256, 256, 1},
      {settings(132352), 132352, 132352, 1},
      {settings(100, 7), 1792, 256, 7},
  };
  for (const Row& row : rows) {
    const ContextSizes sizes = context_sizes(row.settings);
    CHECK(sizes.context == row.context);
    CHECK(sizes.sequence == row.sequence);
    CHECK(sizes.streams == row.streams);
    CHECK(sizes.cells == row.sequence);
    CHECK(sizes.padding == 256);
  }
}

TEST_CASE("older builds pad to 32 without flash attention, those of 2023 not at all") {
  Settings old = settings(1000, 1, true);
  old.version = Version::b4600;
  CHECK(context_sizes(old).context == 1024);
  old.flash = false;
  CHECK(context_sizes(old).context == 1024);
  old.context = Tokens{1025};
  CHECK(context_sizes(old).context == 1056);
  old.version = Version::b1500;
  CHECK(context_sizes(old).context == 1025);
}

TEST_CASE("a micro-batch is at most the context") {
  Settings out = settings(100);
  out.ubatch = 512;
  CHECK(context_sizes(out).ubatch == 256);
}

// The rows of logs of Gemma 4 12B: 1536, 4608 and 6144 cells.
TEST_CASE("cells of a sliding cache: the window of each sequence and a micro-batch") {
  const auto cells = [](Settings one, std::int64_t window) {
    return sliding_cells(one, context_sizes(one), window);
  };
  CHECK(cells(settings(8192), 1024) == 1536);
  CHECK(cells(settings(8192, 4, true), 1024) == 4608);
  Settings wide = settings(8192, 4, true);
  wide.ubatch = 2048;
  CHECK(cells(wide, 1024) == 6144);
  CHECK(cells(settings(8192, 4), 1024) == 1536);
  CHECK(cells(settings(8192, 8), 1024) == 1024);        // n_ctx_seq
  CHECK(cells(settings(8192, 4, true), 4096) == 8192);  // no more than the context
  CHECK(cells(settings(8192), std::int64_t{1} << 40) == 8192);
  wide.swa_full = true;
  CHECK(cells(wide, 1024) == 8192);
  Settings b5500 = settings(32768, 2, true);
  b5500.version = Version::b5500;
  CHECK(cells(b5500, 1024) == 4096);  // 2 × 1024 + n_batch 2048
}

TEST_CASE("states: one for each sequence and copies to roll back") {
  Settings one = settings(4096, 4, true);
  CHECK(state_rows(one) == 4);
  one.rollback = 2;
  CHECK(state_rows(one) == 12);
}

}  // namespace

}  // namespace kvtally::llama_cpp::cells_test
