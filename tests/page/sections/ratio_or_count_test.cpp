#include <algorithm>

#include "page/lecture.hpp"
#include "support/folder.hpp"

namespace kvtally::ratio_or_count_test {

namespace {

void ask_for(test::Lecture& lecture, const std::string& key, const std::vector<std::string>& words) {
  for (SectionRecipe& section : lecture.recipe().sections) {
    for (SectionOption& option : section.with) {
      if (section.kind == "ratio-or-count" && option.key == key) {
        option.words = words;
      }
    }
  }
}

std::string refused(const test::Lecture& lecture) {
  const auto parts = lecture.parts("ratio-or-count");
  return parts ? "" : render(parts.error());
}

TEST_CASE("ratio or count: both coefficients, by each way to take the list") {
  const test::Lecture lecture;
  const Section section = lecture.section("ratio-or-count");
  CHECK(section.takeaway ==
        "Over 17 models depth goes with the number of full layers (r = +0.84) and not with the ratio (r = -0.07): "
        "deeper "
        "models have more full layers, and the ratio is each maker's choice.");
  CHECK(write_csv(section.parts.tables.at(0).table) ==
        "reading,models,with_full_layers,with_ratio\n"
        "all,17,+0.84,-0.07\n"
        "any 7 of the 8 sizes of the family,16,+0.83 to +0.85,-0.11 to -0.03\n"
        "\"the same, without those that stand aside\",14,+0.82 to +0.83,-0.09 to -0.01\n"
        "without the family,9,+0.85,-0.20\n");
  CHECK(
      section.parts.notes.front() ==
      "The lecture says 14 models and names 16; without Ring-mini-linear-2.0, Ring-flash-linear-2.0, which stand "
      "aside, it is 14. Which size of the family it leaves out it does not say, so that each is left out in "
      "turn.");
}

TEST_CASE("ratio or count: the coefficients are those of the claims") {
  const test::Lecture lecture;
  const auto& results = lecture.sources().claims->results;
  const auto claim = std::ranges::find(results, "lecture.ratio.correlations", &CheckResult::id);
  REQUIRE(claim != results.end());
  CHECK(lecture.section("ratio-or-count").parts.values.at("with_full") == "+" + claim->actual.substr(0, 4));
}

TEST_CASE("ratio or count: a model for each point, and Kimi's placement") {
  const test::Lecture lecture;
  const SectionParts parts = *lecture.parts("ratio-or-count");
  CHECK(std::get<Chart>(parts.pictures.at(0).drawing).series.size() == 3 + 17);
  REQUIRE(parts.arithmetic.size() == 5);
  CHECK(parts.arithmetic[3] ==
        "Kimi Linear 48B-A3B: one in 4 of 27 layers gives 6, and with the last layer 7; its list has these 7: 4, "
        "8, 12, "
        "16, 20, 24, 27");
  CHECK(parts.arithmetic[4].find("one in 4 of 93 layers gives 23, and with the last layer 24") !=
        std::string::npos);
}

TEST_CASE("ratio or count: a changed model moves the coefficient") {
  const test::Folder folder;
  folder.write(
      "bamba-9b.yaml",
      "name: All full\nreleased: 2024-12\nnum_hidden_layers: 200\nnum_attention_heads: 4\n"
      "num_key_value_heads: 1\nhead_dim: 8\nmax_position_embeddings: 4096\nlayer_types: full_attention x200\n");
  const test::Lecture lecture("en", "attention-evolution", folder.path(""));
  const SectionParts parts = *lecture.parts("ratio-or-count");
  CHECK(parts.values.at("most") == "200");
  CHECK(parts.values.at("least_ratio") == "0");
  CHECK(parts.values.at("with_full") != "+0.84");
}

TEST_CASE("ratio or count: what has no coefficient") {
  test::Lecture lecture;
  ask_for(lecture, "models", {"jamba-v0.1", "bamba-9b"});
  CHECK(refused(lecture).find("the models have no correlation: they are too few or alike") != std::string::npos);
  ask_for(lecture, "models", {"jamba-v0.1", "bamba-9b", "mistral-7b"});
  CHECK(refused(lecture).find("mistral-7b: no layer keeps every position") != std::string::npos);
  ask_for(lecture, "models", {"jamba-v0.1", "bamba-9b", "ring-flash-linear-2.0", "no-such"});
  CHECK(refused(lecture).find("no-such") != std::string::npos);
  ask_for(lecture, "lines", {"3:1"});
  ask_for(lecture, "models", {"jamba-v0.1", "bamba-9b", "minimax-01"});
  CHECK(refused(lecture).find("lines: '3:1' is no ratio to one; expected a number such as 3") !=
        std::string::npos);
}

TEST_CASE("ratio or count in Chinese") {
  test::Lecture lecture("zh");
  CHECK(lecture.section("ratio-or-count").title == "守恒的到底是比值，还是全注意力的层数？");
  ask_for(lecture, "placed", {"jamba-v0.1"});
  CHECK(lecture.parts("ratio-or-count").has_value());
  for (const std::string& text : lecture.words().missing()) {
    MESSAGE(text);
  }
  CHECK(lecture.words().missing().empty());
}

}  // namespace

}  // namespace kvtally::ratio_or_count_test
