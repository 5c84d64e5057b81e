#include <algorithm>

#include "page/lecture.hpp"
#include "report/curve.hpp"
#include "support/folder.hpp"

namespace kvtally::growth_test {

namespace {

void ask_for(test::Lecture& lecture, const std::string& key, const std::vector<std::string>& words) {
  for (SectionRecipe& section : lecture.recipe().sections) {
    for (SectionOption& option : section.with) {
      if (section.kind == "growth" && option.key == key) {
        option.words = words;
      }
    }
  }
}

std::string refused(const test::Lecture& lecture) {
  const auto parts = lecture.parts("growth");
  return parts ? "" : render(parts.error());
}

TEST_CASE("growth: the most and the least that grow, and what a device holds") {
  const test::Lecture lecture;
  const Section section = lecture.section("growth");
  // 2 x 8 x 128 x 2 bytes x 126 layers = 516,096 a token; 67,645,734,912 / 907,626,496 = 74.5
  CHECK(
      section.takeaway ==
      "At 128K one user keeps 63 GiB in Llama 3.1 405B and 865.58 MiB in DeepSeek-V4-Flash, 75 times less; alone "
      "in the 140.4 GiB of h200-sxm they reach 292,103 and 21,910,171 tokens.");
  const Values& values = section.parts.values;
  CHECK(values.at("at:mistral-7b") == "512 MiB");  // 4096 tokens x 131,072 bytes
  CHECK(values.at("reach:mistral-7b") == "any number");
  CHECK(values.at("at:rwkv-7") == "20.313 MiB");
}

TEST_CASE("growth: a chart with bends and a limit, its data, its arithmetic") {
  const test::Lecture lecture;
  const SectionParts parts = *lecture.parts("growth");
  REQUIRE(parts.pictures.size() == 1);
  const Chart& chart = std::get<Chart>(parts.pictures.front().drawing);
  REQUIRE(chart.series.size() == 8);
  REQUIRE(chart.limits.size() == 1);
  CHECK(chart.limits[0].name == "h200-sxm: 140.4 GiB");
  CHECK(chart.series[2].bends.at(0).name == "from 1,024 tokens on 81,920 B for each further one");
  CHECK(chart.series[6].bends.at(0).x == 4096);
  REQUIRE(parts.tables.size() == 2);
  CHECK(parts.tables[1].name == "growth");
  CHECK_FALSE(parts.tables[1].shown);
  // the table of `kvtally curve … -o csv`
  CHECK(write_csv(parts.tables[1].table)
            .starts_with("model,context,kv_bytes,indexer_bytes,state_bytes,open_bytes,total_bytes,cross_bytes,"
                         "draft_bytes\nllama-3.1-405b,1024,528482304,0,0,0,528482304,0,0\n"));
  CHECK(write_csv(parts.tables[0].table).find("gemma-3-27b,11173625856,\"81,920\",\"1,024\",1834926\n") !=
        std::string::npos);
  const auto has = [&](const std::string& line) { return std::ranges::count(parts.arithmetic, line) == 1; };
  CHECK(has("Gemma 3 27B, S from 1,024 on: 436,207,616 + 81,920 x S bytes"));
  CHECK(has("Gemma 3 27B: 436,207,616 + 81,920 x 131,072 = 11,173,625,856 bytes = 10.406 GiB"));
  CHECK(has("RWKV-7 Goose 2.9B, all that is kept: 21,299,200 (states) = 21,299,200 bytes = 20.313 MiB"));
}

TEST_CASE("growth: the user's device and context win; an entry that waits is said") {
  test::Lecture lecture;
  lecture.request().device = "h100-sxm,memory=80GiB";
  lecture.request().context = Tokens{130};
  lecture.request().units = Units::decimal;
  const SectionParts parts = *lecture.parts("growth");
  CHECK(parts.values.at("device") == "h100-sxm, memory=80GiB");
  CHECK(parts.values.at("usable") == "85.899 GB");
  CHECK(parts.values.at("context") == "130");
  bool waits = false;
  for (const std::string& line : parts.arithmetic) {
    waits |= line.find("are short of it") != std::string::npos;
  }
  CHECK(waits);
}

TEST_CASE("growth: a changed model moves its figures") {
  const test::Folder folder;
  folder.write(
      "llama-2-7b.yaml",
      "name: Two layers\nreleased: 2023-07\nnum_hidden_layers: 2\nnum_attention_heads: 4\n"
      "num_key_value_heads: 1\nhead_dim: 8\nmax_position_embeddings: 4096\nlayer_types: full_attention x2\n");
  test::Lecture own("en", "attention-evolution", folder.path(""));
  ask_for(own, "models", {"llama-2-7b"});
  // 2 x 1 x 8 x 2 bytes x 2 layers = 64 bytes a token
  const SectionParts parts = *own.parts("growth");
  CHECK(parts.values.at("most") == "8 MiB");
  const Chart& chart = std::get<Chart>(parts.pictures.front().drawing);
  CHECK(chart.title == "Two layers: bytes kept against context");
}

TEST_CASE("growth: what cannot be drawn") {
  test::Lecture lecture;
  ask_for(lecture, "to", {"many"});
  CHECK(refused(lecture).find("to is 'many': ") != std::string::npos);
  ask_for(lecture, "to", {});
  CHECK(refused(lecture) ==
        "rwkv-7: its context has no limit of its own; expected the last context (--to 128K)\n");
  ask_for(lecture, "models", {"mistral-7b", "rwkv-8"});
  CHECK(refused(lecture).find("rwkv-8") != std::string::npos);
  lecture.request().device = "h1000";
  ask_for(lecture, "models", {"mistral-7b"});
  CHECK(refused(lecture).find("h1000") != std::string::npos);
}

TEST_CASE("growth in Chinese") {
  test::Lecture lecture("zh");
  const Section section = lecture.section("growth");
  CHECK(section.title == "缓存怎样随上下文增长");
  CHECK(section.takeaway.find("63 GiB") != std::string::npos);
  lecture.request().context = Tokens{130};
  CHECK(lecture.parts("growth").has_value());
  ask_for(lecture, "models", {"deepseek-v4-flash"});
  CHECK(lecture.parts("growth").has_value());
  for (const std::string& text : lecture.words().missing()) {
    MESSAGE(text);
  }
  CHECK(lecture.words().missing().empty());
}

}  // namespace

}  // namespace kvtally::growth_test
