#include <algorithm>

#include "page/lecture.hpp"

namespace kvtally::trends_test {

namespace {

// The section over another table than the recipe's.
Expected<SectionParts> trends_of(const test::Lecture& lecture, const ModelTable* table) {
  PageSources sources = lecture.sources();
  sources.table = table;
  const auto kinds = section_kinds();
  const auto& sections = sources.recipe->sections;
  return std::ranges::find(kinds, "trends", &SectionKind::name)
      ->make(sources, *std::ranges::find(sections, "trends", &SectionRecipe::kind));
}

TEST_CASE("trends: 512 and 846 times, between the two ends of the smallest cache of large models") {
  const test::Lecture lecture;
  const Section section = lecture.section("trends");
  // 1,048,576 / 2,048; 96 x 2 x 96 x 128 x 2 x 131,072 = 618,475,290,624 bytes
  CHECK(section.takeaway ==
        "From GPT-3 175B (2020-05) to DeepSeek-V4-Flash (2026-04): context 2K to 1M, 512 times as long; KV at "
        "128K 576 "
        "GiB to 697.375 MiB, 846 times smaller.");
  CHECK(section.parts.values.at("longest_model") == "Llama 4 Scout 17B-16E");
  CHECK(section.parts.arithmetic ==
        std::vector<std::string>{
            "Context: DeepSeek-V4-Flash 1,048,576 tokens / GPT-3 175B 2,048 tokens = 512",
            "KV at 128K: GPT-3 175B 618,475,290,624 bytes / DeepSeek-V4-Flash 731,250,688 bytes = 845.78"});
}

TEST_CASE("trends: RWKV's zero is said and not drawn, small models are in the first picture alone") {
  const test::Lecture lecture;
  const SectionParts parts = *lecture.parts("trends");
  REQUIRE(parts.pictures.size() == 2);
  REQUIRE(parts.tables.size() == 4);
  CHECK(parts.tables[1].table.rows.size() == 43);  // all but RWKV-7
  CHECK(parts.tables[3].table.rows.size() == 34);  // 9 more are small
  CHECK(parts.values.at("small") == "9");
  CHECK(std::ranges::count(
            parts.notes,
            "RWKV-7 Goose 2.9B: no keys and values at all. 0 has no place on a logarithmic axis, so it "
            "is said here and not drawn.") == 1);
  CHECK(write_csv(parts.tables[2].table) ==
        "released,model,parameters,kv_bytes,layers\n"
        "2020-05,gpt-3-175b,175000000000,618475290624,full\n"
        "2022-04,palm-540b,540000000000,15837691904,full\n"
        "2024-05,deepseek-v2,236000000000,9059696640,latent\n"
        "2025-01,minimax-01,456000000000,5368709120,state\n"
        "2025-08,gpt-oss-120b,116800000000,4836556800,window\n"
        "2025-12,mimo-v2-flash,309000000000,3045457920,window\n"
        "2026-04,deepseek-v4-flash,284000000000,731250688,sparse\n");
}

TEST_CASE("trends: changed rows move the figures, and what is not published is named") {
  const test::Lecture lecture;
  ModelTable table = *lecture.sources().table;
  const auto row = [&](const std::string& id) { return std::ranges::find(table.rows, id, &ModelRow::id); };
  row("gpt-3-175b")->kv = Bytes{731250688 * 3LL};
  row("gpt-3-175b")->max_context = 4096;
  row("hy3")->parameters.total.reset();
  const auto parts = trends_of(lecture, &table);
  REQUIRE(parts.has_value());
  CHECK(parts->values.at("kv_times") == "3");
  CHECK(parts->values.at("context_times") == "256");
  CHECK(std::ranges::count_if(parts->notes, [](const std::string& note) {
          return note.starts_with("The total number of parameters is not published") &&
                 note.ends_with(": Hunyuan Hy3.");
        }) == 1);
}

TEST_CASE("trends: a report without rows, rows without months") {
  const test::Lecture lecture;
  const auto none = trends_of(lecture, nullptr);
  REQUIRE_FALSE(none.has_value());
  CHECK(render(none.error()).find("the report has no rows to draw; expected rows") != std::string::npos);
  ModelTable table = *lecture.sources().table;
  for (ModelRow& row : table.rows) {
    row.released.clear();
  }
  CHECK_FALSE(trends_of(lecture, &table).has_value());
}

TEST_CASE("trends in Chinese") {
  const test::Lecture lecture("zh");
  CHECK(lecture.section("trends").title == "两条趋势同时走");
  ModelTable table = *lecture.sources().table;
  table.rows.front().parameters.total.reset();
  CHECK(trends_of(lecture, &table).has_value());
  for (const std::string& text : lecture.words().missing()) {
    MESSAGE(text);
  }
  CHECK(lecture.words().missing().empty());
}

}  // namespace

}  // namespace kvtally::trends_test
