#include <doctest/doctest.h>
#include <map>

#include "report/compiled_in.hpp"
#include "support/print.hpp"

namespace kvtally::model_table_lecture_test {

namespace {

// The lecture's table as it is printed, and the bytes that each model's public shape gives at 131,072 tokens in
// bf16.
struct LectureRow {
  std::string id;
  std::int64_t bytes;
  std::string kv;
  std::string context;
  std::string released;
};

const LectureRow kLecture[] = {
    {"gpt-3-175b", 618475290624, "576 GiB", "2K", "2020-05"},
    {"palm-540b", 15837691904, "15 GiB", "2K", "2022-04"},
    {"llama-1-65b", 343597383680, "320 GiB", "2K", "2023-02"},
    {"llama-2-70b", 42949672960, "40 GiB", "4K", "2023-07"},
    {"mistral-7b", 536870912, "512 MiB", "32K", "2023-09"},
    {"jamba-v0.1", 2147483648, "2.0 GiB", "256K", "2024-03"},
    {"deepseek-v2", 9059696640, "8.4 GiB", "128K", "2024-05"},
    {"gemma-2-27b", 25467813888, "24 GiB", "8K", "2024-06"},
    {"llama-3.1-405b", 67645734912, "63 GiB", "128K", "2024-07"},
    {"hunyuan-large", 10737418240, "10 GiB", "128K", "2024-11"},
    {"deepseek-v3", 9210691584, "8.6 GiB", "160K", "2024-12"},
    {"minimax-01", 5368709120, "5.0 GiB", "4M", "2025-01"},
    {"gemma-3-27b", 11173625856, "10 GiB", "128K", "2025-03"},
    {"rwkv-7", 0, "0", "unlimited", "2025-03"},
    {"llama-4-scout", 7650410496, "7.1 GiB", "10M", "2025-04"},
    {"qwen3-235b-a22b", 25232932864, "24 GiB", "40K", "2025-04"},
    {"kimi-k2", 9210691584, "8.6 GiB", "128K", "2025-07"},
    {"glm-4.5", 49392123904, "46 GiB", "128K", "2025-07"},
    {"gpt-oss-120b", 4836556800, "4.5 GiB", "128K", "2025-08"},
    {"deepseek-v3.2-exp", 9210691584, "8.6 GiB", "160K", "2025-09"},
    {"qwen3-next-80b-a3b", 3221225472, "3.0 GiB", "256K", "2025-09"},
    {"ling-1t", 42949672960, "40 GiB", "32K", "2025-10"},
    {"minimax-m2", 33285996544, "31 GiB", "192K", "2025-10"},
    {"kimi-linear-48b-a3b", 1056964608, "1008 MiB", "1M", "2025-10"},
    {"deepseek-v3.2", 9210691584, "8.6 GiB", "160K", "2025-12"},
    {"mistral-large-3", 9210691584, "8.6 GiB", "288K", "2025-12"},
    {"mimo-v2-flash", 3045457920, "5.0 GiB", "256K", "2026-01"},
    {"glm-5", 11777605632, "11 GiB", "198K", "2026-02"},
    {"minimax-m2.5", 33285996544, "31 GiB", "192K", "2026-02"},
    {"qwen3.5-397b-a17b", 4026531840, "3.8 GiB", "256K", "2026-03"},
    {"mimo-v2.5-pro", 6750208000, "6.3 GiB", "1M", "2026-04"},
    {"deepseek-v4-pro", 1047134208, "999 MiB", "1M", "2026-04"},
    {"ling-2.6-1t", 1509949440, "1.4 GiB", "256K", "2026-04"},
    {"gemma-4-31b", 11576279040, "11 GiB", "256K", "2026-04"},
    {"deepseek-v4-flash", 731250688, "697 MiB", "1M", "2026-05"},
    {"glm-5.2", 11777605632, "11 GiB", "1M", "2026-06"},
    {"minimax-m3", 16106127360, "15 GiB", "1M", "2026-06"},
    {"kimi-k3", 3623878656, "3.4 GiB", "1M", "2026-07"},
    {"hy3", 42949672960, "40 GiB", "256K", "2026-07"},
    {"ling-3.0-flash", 1056964608, "1008 MiB", "256K", "2026-07"},
    {"glm-5.3", 11777605632, "11 GiB", "1M", "2026-08"},
    {"hy4-preview", 11777605632, "11 GiB", "1M", "2026-08"},
    {"glm-5.3-flash", 1476395008, "1.5 GiB", "1M", "2026-08"},
    {"qwen3.8-flash-next", 3221225472, "3.0 GiB", "256K", "2026-08"},
};

TEST_CASE("the lecture's 44 models, in its order, with the bytes of their shapes") {
  const ModelTable table = test::lecture_table();
  REQUIRE(table.rows.size() == std::size(kLecture));
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    CAPTURE(kLecture[i].id);
    CHECK(table.rows[i].id == kLecture[i].id);
    CHECK(table.rows[i].kv == Bytes{kLecture[i].bytes});
    CHECK(table.rows[i].printed.kv == kLecture[i].kv);
    CHECK(table.rows[i].printed.context == kLecture[i].context);
    CHECK(table.rows[i].printed.released == kLecture[i].released);
  }
}

TEST_CASE("exactly these cells differ from the printed ones") {
  using Cells = std::map<std::string, std::string>;
  const Cells kv{{"mimo-v2-flash", "2.8 GiB"}, {"glm-5.3-flash", "1.4 GiB"}};
  const Cells released{{"mimo-v2-flash", "2025-12"},
                       {"qwen3.5-397b-a17b", "2026-02"},
                       {"deepseek-v4-flash", "2026-04"},
                       {"ling-3.0-flash", "2026-08"}};
  const Cells context{{"deepseek-v2", "160K"}, {"minimax-01", "10,240,000"}};
  const auto expected = [](const Cells& ours, const std::string& id, const std::string& printed) {
    const auto found = ours.find(id);
    return found == ours.end() ? printed : found->second;
  };
  const ModelTable table = test::lecture_table();
  for (const ModelRow& row : table.rows) {
    CAPTURE(row.id);
    CHECK(row.kv_text == expected(kv, row.id, row.printed.kv));
    CHECK(row.released == expected(released, row.id, row.printed.released));
    CHECK(row.context == expected(context, row.id, row.printed.context));
    CHECK(row.marks.kv.empty() != kv.contains(row.id));
    CHECK(row.marks.released.empty() != released.contains(row.id));
    CHECK(row.marks.context.empty() != context.contains(row.id));
  }
}

TEST_CASE("a highlight is a row with a sentence of its own") {
  TableOptions options;
  options.highlights_only = true;
  const ModelTable table = test::lecture_table(options);
  CHECK(table.rows.size() == 22);
  for (const ModelRow& row : table.rows) {
    CHECK(!row.highlight.empty());
  }
}

}  // namespace

}  // namespace kvtally::model_table_lecture_test
