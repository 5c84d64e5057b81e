#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/observed.hpp"

namespace kvtally::observed_layers_test {

namespace {

using test::figures;
using test::observed;
using Lines = std::vector<std::string>;

TEST_CASE("1: counts and ratios") {
  const test::Lecture lecture;
  const Observation one = observed(lecture, observe_mixes);
  CHECK(figures(one) == Lines{"17 / 25 / 2 | 17 / 24 / 3 | false", "3:1, 5:1, 7:1 | 3:1, 5:1, 7:1 | true",
                              "1:1, 3:1, 5:1, 6:1 | 1:1, 3:1, 5:1, 7:1 | false", "3:1 – 6:1 | 3:1 – 7:1 | false",
                              "Mistral 7B v0.1, RWKV-7 Goose 2.9B | Mistral 7B v0.1, RWKV-7 Goose 2.9B | true"});
  CHECK(one.figures[2].made_of ==
        "Gemma 2 27B 1:1, Gemma 3 27B 5:1, Llama 4 Scout 17B-16E 3:1, gpt-oss-120b 1:1, MiMo-V2-Flash 5:1, "
        "MiMo-V2.5-Pro 7:1, Gemma 4 31B 5:1");
  CHECK(one.why ==
        "Neither of one kind nor cheap and dear: DeepSeek-V4-Pro, DeepSeek-V4-Flash, MiniMax M3. The ratios are "
        "those of the unit that repeats; counted over all layers they differ in Gemma 3 27B 52:10, MiMo-V2-Flash "
        "39:9, MiMo-V2.5-Pro 60:10. Cheap alone too, but of several kinds: DeepSeek-V4-Pro, DeepSeek-V4-Flash.");
}

TEST_CASE("a changed model turns a figure that does not hold into one that does") {
  const test::ChangedZoo changed("minimax-m3", "full_attention x3, minimax_m3_sparse x57",
                                 "minimax_m3_sparse x60");
  const test::Lecture lecture("en", "attention-evolution", changed.path(), false);
  CHECK(figures(observed(lecture, observe_mixes)).front() == "17 / 25 / 2 | 17 / 25 / 2 | true");
}

TEST_CASE("2: the first rows") {
  const test::Lecture lecture;
  const Observation one = observed(lecture, observe_first);
  CHECK(figures(one) == Lines{"MHA, MQA, GQA, MLA, CLA | MHA, MQA, GQA, MLA, CLA | true", "0 | 3 | false"});
  CHECK(one.figures[0].made_of ==
        "MHA 2020-05 GPT-3 175B, MQA 2022-04 PaLM 540B, GQA 2023-07 Llama 2 70B, MLA 2024-05 DeepSeek-V2, "
        "CLA 2024-11 Hunyuan-Large");
  CHECK(one.why ==
        "From the first row to the last of these (Hunyuan-Large) there are 10 rows; knob 2 or 3 is turned by "
        "Mistral 7B v0.1, Jamba v0.1, Gemma 2 27B.");
}

TEST_CASE("3: the partners of cheap layers") {
  const test::Lecture lecture;
  CHECK(figures(observed(lecture, observe_partners)) ==
        Lines{"16 / 17 | 15 / 17 | false", "GLM-5.3-Flash | GLM-5.3-Flash, Qwen3.8-Flash-Next | false"});
}

TEST_CASE("8: five months without a new kind") {
  const test::Lecture lecture;
  const Observation one = observed(lecture, observe_new);
  CHECK(figures(one) == Lines{"6 / 7 / 0 | 6 / 7 / 0 | true",
                              "DSA, FULL, GDN, GQA, MLA, SWA, gAT | DSA, FULL, GDN, GQA, MLA, SWA, gAT | true"});
  CHECK(one.figures[0].made_of ==
        "2025-12 DeepSeek-V3.2, 2025-12 Mistral Large 3, 2025-12 MiMo-V2-Flash, 2026-02 GLM-5, "
        "2026-02 MiniMax M2.5, 2026-02 Qwen3.5-397B-A17B");
}

TEST_CASE("8: a kind that comes with one of these models is new") {
  // MiniMax M2.5 with M3's sparse layers, which keep the same entries: MSA takes the place of GQA.
  const test::ChangedZoo changed("minimax-m2.5", "layer_types: full_attention x62", test::kSparseM25);
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  CHECK(figures(observed(lecture, observe_new)) ==
        Lines{"6 / 7 / 0 | 6 / 7 / 1 | false",
              "DSA, FULL, GDN, GQA, MLA, SWA, gAT | DSA, FULL, GDN, MLA, MSA, SWA, gAT | false"});
}

}  // namespace

}  // namespace kvtally::observed_layers_test
