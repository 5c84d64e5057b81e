#include "check/mistakes.hpp"

#include <set>

#include "account/terms.hpp"
#include "check/mistaken.hpp"

namespace kvtally::mistakes_test {

namespace {

using test::named;

TEST_CASE("each has a name of its own") {
  std::set<std::string_view> names;
  for (const Mistake* mistake : known_mistakes()) {
    CHECK(names.insert(mistake->name).second);
  }
  CHECK(names.size() >= 25);
}

TEST_CASE("no model of the zoo makes one fail") {
  for (const std::string& id : test::zoo().ids()) {
    for (const Mistake* mistake : known_mistakes()) {
      CAPTURE(id);
      CAPTURE(mistake->name);
      Model model = test::model_of(id);
      if (mistake->model) {
        mistake->model(model);
      }
      CHECK_FALSE(model.layers.empty());
      Wide total = 0;
      for (const Term& term : terms_of(model)) {
        total += value_at(term, Tokens{8192}).value;
      }
      CHECK(total >= 0);
    }
  }
}

TEST_CASE("contexts and requests") {
  CHECK(named("K were 1000 tokens").context(Tokens{131072}) == Tokens{128000});
  CHECK(named("K were 1000 tokens").context(Tokens{1000}) == Tokens{1000});
  CHECK(named("k were 1024 tokens").context(Tokens{128000}) == Tokens{131072});
  CHECK(named("there were one request").batch(8) == 1);
}

}  // namespace

}  // namespace kvtally::mistakes_test
