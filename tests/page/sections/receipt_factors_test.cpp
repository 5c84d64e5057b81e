#include "page/sections/receipt_factors.hpp"

#include "page/lecture.hpp"

namespace kvtally::receipt_factors_test {

namespace {

// The recipe's section with one option changed.
Expected<Receipt> with_option(test::Lecture& lecture, const std::string& key, const std::string& word) {
  for (SectionRecipe& recipe : lecture.recipe().sections) {
    if (recipe.id == "receipt") {
      for (SectionOption& option : recipe.with) {
        option.words = option.key == key ? std::vector{word} : option.words;
      }
      const auto inputs = receipt_inputs(lecture.sources(), recipe);
      return inputs ? receipt_of(lecture.sources(), recipe, *inputs) : std::unexpected(inputs.error());
    }
  }
  FAIL("no section receipt");
  return {};
}

std::string fault_of(const std::string& key, const std::string& word) {
  test::Lecture lecture;
  const auto receipt = with_option(lecture, key, word);
  REQUIRE_FALSE(receipt.has_value());
  return receipt.error().front().what;
}

}  // namespace

TEST_CASE("factors of the receipt: exact counts") {
  test::Lecture lecture;
  const auto receipt = with_option(lecture, "mix", "kimi-linear-48b-a3b");
  REQUIRE(receipt.has_value());
  CHECK(receipt->then == 2048);
  CHECK(receipt->now == 1048576);
  CHECK(receipt->chosen == 2048);
  CHECK(receipt->mha == Bytes{Wide{2} * 128 * 128 * 61 * 2 * 131072});
  CHECK(receipt->own == Bytes{Wide{576} * 61 * 2 * 131072});
  CHECK(receipt->latent() == doctest::Approx(32768.0 / 576));
  CHECK(receipt->layers == 27);
  CHECK(receipt->growing == 7);  // 20 KDA, 7 MLA
  CHECK(receipt->mixed() == doctest::Approx(27.0 / 7));
}

TEST_CASE("factors of the receipt: the user's device is not that of those days") {
  test::Lecture lecture;
  lecture.request().device = "h200-sxm";
  const auto receipt = with_option(lecture, "", "");
  REQUIRE(receipt.has_value());
  CHECK(receipt->old_memory == Bytes{Wide{32} << 30});
  CHECK(receipt->bought() == doctest::Approx(140.4 / 32));
}

TEST_CASE("factors of the receipt: what is refused") {
  CHECK(fault_of("then", "rwkv-7") == "rwkv-7: its longest context is not known");
  CHECK(fault_of("chooses", "llama-2-70b") == "llama-2-70b: none of its layers picks entries");
  CHECK(fault_of("mix", "rwkv-7") == "rwkv-7: none of its layers grows with the context");
  CHECK(fault_of("then-on", "no-such-device").find("no-such-device") != std::string::npos);
}

}  // namespace kvtally::receipt_factors_test
