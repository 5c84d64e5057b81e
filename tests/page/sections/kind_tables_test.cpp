#include "page/sections/kind_tables.hpp"

#include "page/lecture.hpp"

namespace kvtally::kind_tables_test {

TEST_CASE("tables of kinds: programs read English and exact counts") {
  const test::Lecture lecture;
  SectionRecipe recipe;
  recipe.with = {{Place{1, 1}, "layers", {"llama-2-70b gqa"}}};
  const auto layers = *asked_layers(lecture.sources(), recipe);
  const Device device = *lecture.sources().devices->find("a100-sxm-80,bandwidth=2TB/s,bf16=312TFLOP/s");
  const auto views = views_of({device, Tokens{4095}, Tokens{4}}, layers);
  const Words chinese = *Words::of("zh");
  // decode: 2 x 64 x 256 x 4095 over 4096 x (4095 + 1); prefill: 2 x 64 x 256 x 10 over 4096 x 4
  CHECK(write_csv(points_table(chinese, views)) ==
        "format,layer,step,flop,bytes,flop_per_byte,flop_per_second,bound,ridge_flop_per_byte\n"
        "bf16,GQA (Llama 2 70B),decode,134184960,16777216,7.998047,1.59961e+13,memory,156.000000\n"
        "bf16,GQA (Llama 2 70B),prefill,327680,16384,20.000000,4e+13,memory,156.000000\n");
  const Cell bound = kinds_table(chinese, views.front()).rows.at(0).at(3);
  CHECK(bound.text == "显存");
  CHECK(bound.raw == "memory");
  const Table english = kinds_table(*Words::of("en"), views.front());
  CHECK(english.title == "Operations a byte in bf16, ridge 156.0");
  CHECK(english.rows.at(0).at(2).text == "19.5");
  CHECK(chinese.missing().empty());
}

TEST_CASE("tables of kinds: how far below the ridge") {
  CHECK(below_words(39.129) == "39.1");
  CHECK(below_words(313.03) == "313");
  CHECK(below_words(1.2947) == "1.29");
}

}  // namespace kvtally::kind_tables_test
