#include "account/shared_prefix.hpp"

#include <doctest/doctest.h>

#include "account/random_composition.hpp"
#include "account/solve.hpp"

namespace kvtally::shared_prefix_test {

namespace {

Term stair(std::int64_t bytes, std::int64_t every = 1, std::int64_t from = 1,
           std::optional<std::int64_t> to = std::nullopt, Part part = Part::entries) {
  Term term;
  term.part = part;
  term.form = Form::stair;
  term.bytes = Bytes{bytes};
  term.every = every;
  term.from = from;
  term.to = to;
  return term;
}

Term of_form(Form form, Part part, std::int64_t bytes, std::int64_t every = 1) {
  Term term = stair(bytes, every);
  term.form = form;
  term.part = part;
  return term;
}

Wide kept(const Term& term, std::int64_t prefix, std::int64_t seen) {
  return prefix_at(term, Tokens{prefix}, Tokens{seen}).value;
}

TEST_CASE("a memory of all positions keeps the whole prefix") {
  CHECK(kept(stair(10), 2048, 5000) == 20480);
  CHECK(kept(stair(10), 2048, 2048) == 20480);
  CHECK(kept(stair(10), 2048, 100) == 1000);  // the request is shorter than the prefix
  CHECK(kept(stair(10, 1, 1, std::nullopt, Part::indexer), 7, 9) == 70);
  CHECK(kept(stair(10, 1, 1, std::nullopt, Part::draft), 7, 9) == 70);
}

TEST_CASE("a window W keeps max(0, W - (S - P)) of it") {
  const Term window = stair(10, 1, 1, 1024);
  CHECK(kept(window, 2048, 2048) == 10240);
  CHECK(kept(window, 2048, 2049) == 10230);
  CHECK(kept(window, 2048, 3071) == 10);
  CHECK(kept(window, 2048, 3072) == 0);
  CHECK(kept(window, 100, 500) == 1000);  // nothing has left the window yet
  CHECK(kept(window, 100, 1100) == 240);  // 1024 - 1000 of the first 100
}

TEST_CASE("pooled entries are kept where they were complete within the prefix") {
  CHECK(kept(stair(10, 128, 128), 1000, 5000) == 70);  // floor(1000 / 128)
  CHECK(kept(stair(10, 16, 32), 1000, 5000) == 610);   // floor((1000 - 32) / 16) + 1
  CHECK(kept(stair(10, 128, 128), 127, 5000) == 0);
}

TEST_CASE("states, open buffers and an encoder's memory belong to no prefix") {
  CHECK(kept(of_form(Form::constant, Part::state, 10), 5, 9) == 0);
  CHECK(kept(of_form(Form::constant, Part::cross, 10), 5, 9) == 0);
  CHECK(kept(of_form(Form::remainder, Part::open, 10, 4), 5, 9) == 0);
  CHECK(kept(stair(10, 4, 4, 8, Part::open), 5, 9) == 0);
}

TEST_CASE("what is shared is reserved once, and samples share their prompt") {
  // 100 positions; the first 40 are the same for all, the first 70 the same for the 3 samples of a request
  const SharedReserve reserve = reserve_shared(stair(10), Tokens{100}, {Tokens{40}, Tokens{70}, 3});
  CHECK(reserve.once.value == 400);
  CHECK(reserve.each.value == 10 * (30 + 3 * 30));
  const SharedReserve plain = reserve_shared(stair(10), Tokens{100}, {});
  CHECK(plain.once.value == 0);
  CHECK(plain.each.value == 1000);
  // an open buffer is reserved at its largest for every sample
  CHECK(reserve_shared(of_form(Form::remainder, Part::open, 10, 4), Tokens{100}, {Tokens{40}, {}, 3}).each.value ==
        90);
}

TEST_CASE("sharing never costs more, and more tokens never less") {
  CHECK(rc::check([] {
    const Model model = test::random_model();
    const std::int64_t seen = test::pick(1, 200);
    const SharedPositions shared{Tokens{test::pick(0, 200)}, Tokens{test::pick(0, 200)}, test::pick(1, 4)};
    const std::int64_t requests = test::pick(1, 5);
    for (const Term& term : terms_of(model)) {
      const auto bytes = [&](std::int64_t tokens) {
        const SharedReserve reserve = reserve_shared(term, Tokens{tokens}, shared);
        return reserve.once + reserve.each * requests;
      };
      RC_ASSERT(bytes(seen).value <= (reserve_at(term, Tokens{seen}) * (requests * shared.samples)).value);
      RC_ASSERT(bytes(seen).value >= reserve_at(term, Tokens{seen}).value);
      RC_ASSERT(bytes(seen).value <= bytes(seen + 1).value);
    }
  }));
}

}  // namespace

}  // namespace kvtally::shared_prefix_test
