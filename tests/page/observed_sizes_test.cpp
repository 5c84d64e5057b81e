#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/observed.hpp"

namespace kvtally::observed_sizes_test {

namespace {

using test::figures;
using test::observed;
using Lines = std::vector<std::string>;

TEST_CASE("4: contexts of a million and more") {
  const test::Lecture lecture;
  const Observation one = observed(lecture, observe_million);
  // 4 x 1,048,576 / 196,608 = 21.33
  CHECK(figures(one) == Lines{"12 | 12 | true", "12 | 12 | true",
                              "288K (Mistral Large 3) | 288K (Mistral Large 3) | true", "192K | 192K | true",
                              "20x | 21.33x | true"});
  // 10,240,000 / 196,608 = 52.08
  CHECK(one.why ==
        "MiniMax-01 is taken with its vendor's 4M; with the 10,240,000 of its configuration it would be 52.08x. A "
        "context without a limit is not among them.");
}

TEST_CASE("4: a row of 1M tokens in full attention would belie it") {
  const test::ChangedZoo changed("glm-5.2", "deepseek_sparse_attention x78", "full_attention x78");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  const Lines lines = figures(observed(lecture, observe_million));
  CHECK(lines[1] == "12 | 11 | false");
  CHECK(lines[2] == "288K (Mistral Large 3) | 1M (GLM-5.2) | false");
}

TEST_CASE("5: the largest and the smallest cache") {
  const test::Lecture lecture;
  const Observation one = observed(lecture, observe_ends);
  CHECK(figures(one) == Lines{"576 GiB (GPT-3 175B) | 576 GiB (GPT-3 175B) | true",
                              "697 MiB (DeepSeek-V4-Flash) | 697 MiB (DeepSeek-V4-Flash) | true",
                              "846x | 845.8x | true", "0 | 0 | true"});
  CHECK(one.figures[2].made_of == "618,475,290,624 / 731,250,688");
  CHECK(one.why == "34 rows have at least 100B. Of all that keep entries Mistral 7B v0.1 keeps least, 512 MiB.");
}

TEST_CASE("5: were Mistral 7B of 100B, it would be the smallest") {
  const test::ChangedZoo changed("mistral-7b", "total: 7.24B", "total: 100B");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  CHECK(figures(observed(lecture, observe_ends))[1] ==
        "697 MiB (DeepSeek-V4-Flash) | 512 MiB (Mistral 7B v0.1) | false");
}

TEST_CASE("6: declared contexts") {
  const test::Lecture lecture;
  const Observation one = observed(lecture, observe_declared);
  CHECK(figures(one) == Lines{"10,240,000 | 10,240,000 | true", "10M | 10M | true", "44 | 42 | false"});
  CHECK(one.figures[2].made_of == "others: DeepSeek-V2 128K for 163,840, MiniMax-01 4M for 10,240,000");
}

TEST_CASE("7: V2 against V3") {
  const test::Lecture lecture;
  const Observation one = observed(lecture, observe_grown);
  // 671 / 236 = 2.843; 61 / 60 layers of 576 numbers of 2 bytes
  CHECK(figures(one) ==
        Lines{"2.8x | 2.843x | true", "1.7% | 1.667% | true", "8.4 GiB / 8.6 GiB | 8.4 GiB / 8.6 GiB | true"});
  CHECK(one.figures[2].made_of ==
        "60 x 1,152 B x 131,072 = 9,059,696,640 B / 61 x 1,152 B x 131,072 = 9,210,691,584 B");
  // 60 x 1,152 = 69,120 = 67.5 x 1024; 61 x 1,152 = 70,272
  CHECK(one.why == "Of each token DeepSeek-V2 keeps 67.5 KiB in 60 layers, DeepSeek-V3 68.625 KiB in 61.");
}

TEST_CASE("7: with other parameters it does not hold") {
  const test::ChangedZoo changed("deepseek-v3", "total: 671B", "total: 472B");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  CHECK(figures(observed(lecture, observe_grown))[0] == "2.8x | 2x | false");
}

}  // namespace

}  // namespace kvtally::observed_sizes_test
