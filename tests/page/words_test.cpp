#include "page/words.hpp"

#include <doctest/doctest.h>

namespace kvtally::words_test {

TEST_CASE("English is as it is written, and nothing is missing in it") {
  const Words words = *Words::of("en");
  CHECK(words.language() == "en");
  CHECK(words.say("weights") == "weights");
  CHECK(words.say("no such text") == "no such text");
  CHECK(words.fill("{a} of {b}", {{"a", "1"}, {"b", "2"}}) == "1 of 2");
  CHECK(words.missing().empty());
}

TEST_CASE("Chinese is what reports/words/ has, and what it has not is remembered") {
  const Words words = *Words::of("zh");
  CHECK(words.say("weights") == "权重");
  CHECK(words.fill("usable: {usable}", {{"usable", "80 GiB"}}) == "可用：80 GiB");
  CHECK(words.name("DeepSeek-V3") == "DeepSeek-V3");
  CHECK(words.say("") == "");
  CHECK(words.missing().empty());
  CHECK(words.say("no such text") == "no such text");
  CHECK(words.missing() == std::set<std::string>{"no such text"});
}

TEST_CASE("a text of the program with a figure that it has not is a fault") {
  CHECK_THROWS_WITH(Words::of("en")->fill("{kv}", {}), "'{kv}': the text asks for a figure 'kv'");
}

}  // namespace kvtally::words_test
