#include "page/changed_zoo.hpp"
#include "page/untranslated.hpp"

namespace kvtally::v4_entry_test {

TEST_CASE("V4's entry beside V3.2's, as the lecture has them") {
  const test::Lecture lecture;
  const Section section = lecture.section("v4-entry");
  // 61 x 1,408 x 1,048,576 bytes; 30 x 320 MiB + 31 x 8 MiB = 9,848 MiB
  CHECK(
      section.takeaway ==
      "At 1M DeepSeek-V3.2 keeps 83.875 GiB, DeepSeek-V4-Pro 9.617 GiB: 11.5 %. Fewer entries did it, not the 576 "
      "that became 512.");
  const Values& values = section.parts.values;
  CHECK(values.at("old_token") == "1,408");
  CHECK(values.at("plain") == "448");
  CHECK(values.at("csa_layer") == "320 MiB");
  CHECK(values.at("hca_layer") == "8 MiB");
  CHECK(values.at("windows") == "7.625 MiB");  // 61 x 128 x 1,024 bytes
  CHECK(section.parts.arithmetic.at(0) ==
        "DeepSeek-V3.2: (512 + 64) x 2 bytes = 1,152; + 256 of its index key = 1,408 bytes a token and layer");
  CHECK(section.parts.arithmetic.at(4) == "30 x 320 MiB + 31 x 8 MiB = 9.617 GiB: 11.5 % of 83.875 GiB");
}

TEST_CASE("the parts of entries, in bytes") {
  const test::Lecture lecture;
  const Section section = lecture.section("v4-entry");
  const auto& chart = std::get<BarChart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.bars.size() == 3);
  const auto parts = [&](std::size_t bar) {
    std::vector<double> out;
    for (const BarPart& part : chart.bars[bar].parts) {
      out.push_back(part.value);
    }
    return out;
  };
  CHECK(parts(0) == std::vector<double>{1024, 128, 256});
  CHECK(parts(1) == std::vector<double>{896, 128, 256});
  CHECK(parts(2) == std::vector<double>{896, 128});
  const auto& kept = std::get<BarChart>(section.parts.pictures.at(1).drawing);
  REQUIRE(kept.bars.size() == 2);
  CHECK(kept.bars[1].parts[0].value == 30.0 * 262144 * 1024);
  CHECK(kept.bars[1].parts[2].value == 31.0 * 8192 * 1024);
  const Table& table = section.parts.tables.at(0).table;
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0][3].text == "512+64");
  CHECK(table.rows[1][7].raw == "10066329600");  // 30 x 320 MiB
}

TEST_CASE("another head_dim or rate of V4 moves its share") {
  const auto values_with = [](const std::string& from, const std::string& to) {
    const test::ChangedZoo changed("deepseek-v4-pro", from, to, "v4-changed");
    test::Lecture lecture("en", "attention-evolution", changed.path());
    for (SectionRecipe& section : lecture.recipe().sections) {
      if (section.id == "v4-entry") {
        section.with = {{{}, "model", {"deepseek-v3.2"}}, {{}, "beside", {"v4-changed"}}, {{}, "context", {"1M"}}};
      }
    }
    return lecture.parts("v4-entry")->values;
  };
  const Values wide = values_with("head_dim: 512", "head_dim: 1024");
  CHECK(wide.at("row_bytes") == "2,048");
  CHECK(wide.at("hca_layer") == "16 MiB");
  const Values rate = values_with("compressed_sparse_attention: 4", "compressed_sparse_attention: 8");
  CHECK(rate.at("csa_layer") == "160 MiB");
  CHECK(rate.at("new_kept") == "4.93 GiB");  // 30 x 160 MiB + 31 x 8 MiB = 5,048 MiB
}

TEST_CASE("V4's entry: models of another make and a row that is all rotated are refused") {
  test::Lecture lecture;
  const auto refusal = [&](std::string old, std::string pooled, std::string rotary) {
    for (SectionRecipe& section : lecture.recipe().sections) {
      if (section.id == "v4-entry") {
        section.with = {{{}, "model", {std::move(old)}},
                        {{}, "beside", {std::move(pooled)}},
                        {{}, "qk-rope-head-dim", {std::move(rotary)}}};
      }
    }
    const auto parts = lecture.parts("v4-entry");
    return parts ? std::string("none") : parts.error().front().what;
  };
  CHECK(refusal("deepseek-v3", "deepseek-v4-pro", "64") ==
        "deepseek-v3 has other layers than latents with index keys");
  CHECK(refusal("gemma-3-27b", "deepseek-v4-pro", "64") ==
        "gemma-3-27b has other layers than latents with index keys");
  CHECK(refusal("deepseek-v3.2", "deepseek-v3.2", "64") ==
        "deepseek-v3.2 has no pooled rows, chosen and unchosen, of more than 64 elements");
  CHECK(refusal("deepseek-v3.2", "deepseek-v4-pro", "512") ==
        "deepseek-v4-pro has no pooled rows, chosen and unchosen, of more than 512 elements");
  CHECK(refusal("deepseek-v3.2", "deepseek-v4-pro", "none") == "qk-rope-head-dim is 'none'");
}

TEST_CASE("V4's entry is said in Chinese throughout") { CHECK(test::untranslated("v4-entry") == ""); }

}  // namespace kvtally::v4_entry_test
