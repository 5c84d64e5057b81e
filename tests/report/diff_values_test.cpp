#include "report/diff_values.hpp"

#include <doctest/doctest.h>

namespace kvtally::diff_values_test {

namespace {

TEST_CASE("numbers of JSON") {
  CHECK(number_of("1.5e3") == 1500.0);
  CHECK_FALSE(number_of("2024-12").has_value());
  CHECK_FALSE(number_of("").has_value());
  CHECK_FALSE(number_of(std::nullopt).has_value());
  CHECK(whole_of("-7") == Wide{-7});
  CHECK_FALSE(whole_of("1.0").has_value());
  CHECK_FALSE(whole_of("99999999999999999999").has_value());
}

TEST_CASE("the words that changed") {
  CHECK(moved_words("the last 1024, bf16", "the last 4096, fp8") == "1024 -> 4096, bf16 -> fp8");
  CHECK(moved_words("a b", "a b c") == "");
  CHECK(moved_words("a", "b") == "");
  CHECK(moved_words("a b", std::nullopt) == "");
}

TEST_CASE("settings are known by the last key") {
  CHECK(is_setting("models[qwen2.5].context"));
  CHECK(is_setting("models[a].layers[b].keeps[0]"));
  CHECK(is_setting("models[llama-3.1]"));
  CHECK(is_setting("context"));
  CHECK_FALSE(is_setting("models[a].kv_bytes"));
  CHECK_FALSE(is_setting("context_bytes"));
  CHECK_FALSE(is_setting("parts[context]"));
  CHECK_FALSE(is_setting(""));
}

}  // namespace

}  // namespace kvtally::diff_values_test
