#include "page/changed_zoo.hpp"
#include "page/untranslated.hpp"

namespace kvtally::naive_absorbed_test {

TEST_CASE("a latent's two forms at 128K, in V3's shape") {
  const test::Lecture lecture;
  const Section section = lecture.section("naive-absorbed");
  // 131,072 x 131,392 / (131,072 + 131,072 x 1,088) = 131,392 / 1,089
  CHECK(section.takeaway ==
        "Absorb to decode (120.7 times fewer multiply-adds at 128K), unpack to prefill (3.385 times fewer for a "
        "prompt "
        "as long).");
  const Values& values = section.parts.values;
  CHECK(values.at("naive") == "134.5 T");  // 17,221,812,224 x 128 x 61
  CHECK(values.at("absorbed") == "1.114 T");
  CHECK(values.at("key_limit") == "128.25");  // (128 x 512 + 128) / 512
  CHECK(values.at("limit") == "120.8");       // (131,072 + 320) / 1,088
  CHECK(values.at("factor") == "56.9");       // 32,768 / 576
  CHECK(values.at("widened") == "4.571");
  CHECK(values.at("narrowed") == "12.44");
  // behind S stored: 131,072 S = 768 (S n + n (n + 1) / 2), n just above 170.6
  CHECK(values.at("crossing") == "171");
  CHECK(section.parts.arithmetic.at(2) ==
        "one token at 128K, expanded: 131,072 x (131,072 + 320) = 17,221,812,224 a head");
  CHECK(section.parts.arithmetic.at(3) == "absorbed: 131,072 + 131,072 x 1,088 = 142,737,408 a head");
}

TEST_CASE("the curves of both forms") {
  const test::Lecture lecture;
  const Section section = lecture.section("naive-absorbed");
  const auto& decode = std::get<Chart>(section.parts.pictures.at(0).drawing);
  CHECK(decode.series[0].points.front().y == 128.0 * 61 * 1024 * 131392);
  CHECK(decode.series[1].points.front().y == 128.0 * 61 * (131072 + 1024 * 1088));
  const auto& at_once = std::get<Chart>(section.parts.pictures.at(1).drawing);
  REQUIRE(at_once.rules.size() == 1);
  CHECK(at_once.rules[0].x == 171);
  CHECK(at_once.series[0].points.front().y > at_once.series[1].points.front().y);
  CHECK(at_once.series[0].points.back().y < at_once.series[1].points.back().y);
  const Table& table = section.parts.tables.at(0).table;
  REQUIRE(table.rows.size() == 6);
  CHECK(table.rows[0][1].raw == "1050530545664");  // 1,024 x 131,392 x 7,808
}

TEST_CASE("another v_head_dim moves what unpacking costs") {
  const test::ChangedZoo changed("deepseek-v3", "v_head_dim: 128", "v_head_dim: 64");
  const Section section = test::Lecture("en", "attention-evolution", changed.path()).section("naive-absorbed");
  CHECK(section.parts.values.at("pair_absorbed") == "1,088");  // the value stays a latent
  CHECK(section.parts.values.at("pair_expanded") == "256");    // 128 + 64 + 64
  CHECK(section.parts.values.at("expansion") == "98,304");     // (128 + 64) x 512
}

TEST_CASE("a model without latents has no two forms") {
  test::Lecture lecture;
  for (SectionRecipe& section : lecture.recipe().sections) {
    if (section.id == "naive-absorbed") {
      section.with = {{{}, "model", {"qwen3-8b"}}};
    }
  }
  const auto parts = lecture.parts("naive-absorbed");
  REQUIRE_FALSE(parts.has_value());
  CHECK(parts.error().front().what == "qwen3-8b has other layers than latents that are read whole");
}

TEST_CASE("a latent's two forms are said in Chinese throughout") {
  CHECK(test::untranslated("naive-absorbed") == "");
}

}  // namespace kvtally::naive_absorbed_test
