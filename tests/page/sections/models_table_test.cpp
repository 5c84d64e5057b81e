#include "page/lecture.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::models_table_test {

namespace {

TEST_CASE("the models' table: the largest and the smallest cache of the large models") {
  const test::Lecture lecture;
  const Section section = lecture.section("models-table");
  CHECK(section.title == "44 models, from 2020-05 to 2026-08");
  // 2 x 96 layers x 96 heads x 128 x 2 bytes x 131,072 tokens over 731,250,688 bytes
  CHECK(section.takeaway ==
        "At 128K, from 576 GiB (GPT-3 175B) to 697 MiB (DeepSeek-V4-Flash): 846 times less, and not by one knob "
        "alone.");
  REQUIRE(section.parts.models.has_value());
  CHECK(section.parts.models->rows.size() == 44);
  CHECK(section.parts.values.at("footnotes") == "14");
  CHECK(section.parts.arithmetic.at(0) ==
        "GPT-3 175B 618,475,290,624 bytes / DeepSeek-V4-Flash 731,250,688 bytes = 845.78");
}

TEST_CASE("a changed model moves the table and its takeaway") {
  std::string text = test::source_text("modelzoo/gpt-3-175b.yaml");
  const std::string from = "num_hidden_layers: 96";
  REQUIRE(text.find(from) != std::string::npos);
  text.replace(text.find(from), from.size(), "num_hidden_layers: 48");
  const std::string list = "full_attention x96";
  REQUIRE(text.find(list) != std::string::npos);
  text.replace(text.find(list), list.size(), "full_attention x48");
  const test::Folder folder;
  folder.write("gpt-3-175b.yaml", text);
  Zoo zoo(embedded_files());
  REQUIRE(zoo.add_folder(folder.path("")).empty());
  test::Lecture lecture;
  for (RecipeRow& row : lecture.recipe().rows) {  // what is printed is no longer so
    row.printed = {};
    row.differs = {};
  }
  const auto table =
      compute_table(lecture.recipe(), [&](const std::string& id) { return zoo.named(id); }, TableOptions{});
  REQUIRE(table.has_value());
  PageSources sources = lecture.sources();
  sources.table = &*table;
  const auto page = compose_page(sources, {"models-table"});
  REQUIRE(page.has_value());
  CHECK(page->sections.at(0).takeaway ==
        "At 128K, from 288 GiB (GPT-3 175B) to 697 MiB (DeepSeek-V4-Flash): 423 times less, and not by one knob "
        "alone.");
}

TEST_CASE("the size from which models count is the recipe's, and a wrong one is refused") {
  test::Lecture lecture;
  for (SectionRecipe& section : lecture.recipe().sections) {
    if (section.kind == "models-table") {
      section.with.at(0).words = {"1T"};
    }
  }
  CHECK(lecture.section("models-table").parts.values.at("large") == "6");
  for (SectionRecipe& section : lecture.recipe().sections) {
    if (section.kind == "models-table") {
      section.with.at(0).words = {"many"};
    }
  }
  const auto parts = lecture.parts("models-table");
  REQUIRE_FALSE(parts.has_value());
  CHECK(parts.error().at(0).what.starts_with("from is 'many'"));
}

TEST_CASE("the models' table in Chinese") {
  const test::Lecture lecture("zh");
  CHECK(lecture.section("models-table").takeaway ==
        "同一个 128K，从 GPT-3 175B 的 576 GiB 到 DeepSeek-V4-Flash 的 697 MiB：小了 846 "
        "倍，而且不是一个旋钮拧出来的。");
  CHECK(lecture.words().missing().empty());
}

}  // namespace

}  // namespace kvtally::models_table_test
