#include "page/sections/attentions.hpp"

#include "page/lecture.hpp"

namespace kvtally::attentions_test {

namespace {

TEST_CASE("one shape with four attentions, by the names of their figures") {
  const test::Lecture lecture;
  const PageSources sources = lecture.sources();
  const auto shapes = four_shapes(sources, sources.describe("deepseek-v3")->model);
  REQUIRE(shapes.has_value());
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const ShapeWith& shape : *shapes) {
    names.push_back(shape.name);
    values.push_back(shape.value);
  }
  CHECK(names == std::vector<std::string>{"MHA", "GQA-8", "MQA", "MLA (its own)"});
  CHECK(values == std::vector<std::string>{"mha", "gqa8", "mqa", "own"});
  CHECK(shapes->front().family == KindFamily::full);
  CHECK(shapes->back().family == KindFamily::latent);
}

TEST_CASE("a shape whose heads do not divide is refused with its name") {
  const test::Lecture lecture;
  const PageSources sources = lecture.sources();
  const auto shapes = four_shapes(sources, sources.describe("gpt-3")->model);  // 96 heads: 8 divides them
  CHECK(shapes.has_value());
  const auto states = four_shapes(sources, sources.describe("rwkv-7")->model);
  REQUIRE(!states.has_value());
  CHECK(states.error().front().what.starts_with("rwkv-7 as mha: "));
}

TEST_CASE("what a step reads: the cache, or chosen entries and the keys that are scanned") {
  const test::Lecture lecture;
  const PageSources sources = lecture.sources();
  const Tokens context{131072};
  const auto latent =
      cache_reads(lecture.words(), {"", "", KindFamily::latent, sources.describe("deepseek-v3")->model}, context);
  REQUIRE(latent.size() == 1);
  CHECK(latent[0].name == "latents");
  CHECK(latent[0].bytes == Bytes{Wide{61} * 131072 * (512 + 64) * 2});
  const auto chosen = cache_reads(lecture.words(),
                                  {"", "", KindFamily::sparse, sources.describe("deepseek-v3.2")->model}, context);
  REQUIRE(chosen.size() == 2);
  CHECK(chosen[0].bytes == Bytes{Wide{61} * 2048 * (512 + 64) * 2});
  CHECK(chosen[1].name == "index keys that are scanned");
  CHECK(chosen[1].bytes == Bytes{Wide{61} * 131072 * 128 * 2});
  CHECK(total_of(chosen) == chosen[0].bytes + chosen[1].bytes);
  CHECK(total_of({}) == Bytes{0});
}

TEST_CASE("ratios have three digits") {
  CHECK(ratio_words(Bytes{512}, Bytes{9}) == "56.9");
  CHECK(ratio_words(Bytes{128}, Bytes{1}) == "128");
  CHECK(ratio_words(Bytes{9}, Bytes{4}) == "2.25");
  CHECK(ratio_words(Bytes{9994}, Bytes{10}) == "999");
  CHECK(ratio_words(Bytes{1204}, Bytes{1}) == "1,204");
  CHECK(ratio_words(Bytes{0}, Bytes{1}) == "0");
}

TEST_CASE("cells for people and for programs") {
  CHECK(ratio_cell(Bytes{9}, Bytes{4}).text == "2.25");
  CHECK(ratio_cell(Bytes{512}, Bytes{9}).raw == "56.888888888888886");
  CHECK(ratio_cell(Bytes{1}, Bytes{0}).text == "-");
  CHECK(bytes_cell(Bytes{1024}, Units::binary).text == "1 KiB");
  CHECK(bytes_cell(Bytes{1024}, Units::binary).raw == "1024");
}

}  // namespace

}  // namespace kvtally::attentions_test
