#include "report/curve.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "account/figures.hpp"
#include "report/compiled_in.hpp"
#include "support/print.hpp"

namespace kvtally::curve_test {

namespace {

using Contexts = std::vector<std::int64_t>;

Curve curve(const std::string& id, const ContextRange& range = {1, 131072, {}}, std::int64_t batch = 1,
            bool drafting = false) {
  return curve_of(test::model_of(id), "bf16", batch, drafting, range);
}

std::vector<Piece> pieces_from(const Contexts& starts) {
  std::vector<Piece> out;
  for (const std::int64_t start : starts) {
    out.emplace_back().from = start;
  }
  return out;
}

TEST_CASE("doubling contexts, with both ends and the breakpoints among them") {
  CHECK(contexts_of({1024, 8192, {}}, {}) == Contexts{1024, 2048, 4096, 8192});
  CHECK(contexts_of({1000, 7000, {}}, pieces_from({0, 128, 1536, 2000, 9000})) ==
        Contexts{1000, 1536, 2000, 4000, 7000});
  CHECK(contexts_of({5, 5, {}}, pieces_from({0, 5})) == Contexts{5});
}

TEST_CASE("contexts equally far apart") {
  CHECK(contexts_of({1000, 4096, 4}, {}) == Contexts{1000, 2032, 3064, 4096});
  CHECK(contexts_of({1, 10, 2}, pieces_from({0, 4})) == Contexts{1, 4, 10});
  CHECK(contexts_of({1, 3, 100}, {}) == Contexts{1, 2, 3});
  CHECK(contexts_of({1, (std::int64_t{1} << 40) - 1, 10000}, {}).size() == 10000);
}

TEST_CASE("DeepSeek-V4-Flash has a slope, a constant and a step from 128 tokens on") {
  const Curve v4 = curve("deepseek-v4-flash");
  REQUIRE(v4.pieces.size() == 2);
  CHECK(v4.pieces[1] == Piece{128, {}, {Bytes{5536}, 1}, {Bytes{5636096}, 1}, {Bytes{36448}, 1}});
}

TEST_CASE("the pieces bound the entries, the terms are the figures of show: every model") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    const Curve model = curve(id, {1, 300000, 401}, 3);
    for (const std::int64_t context : model.contexts) {
      CAPTURE(context);
      Scenario scenario;
      scenario.context = Tokens{context};
      scenario.batch = 3;
      const Tally kept = tally(model.terms, scenario.context);
      CHECK(kept == figures_of(model.model, scenario).kept);
      const Piece& piece = piece_at(model.pieces, scenario.context);
      const double line = piece.constant.approximate() + piece.slope.approximate() * static_cast<double>(context);
      const double deficit = line - static_cast<double>(kept[Part::entries].value);
      CHECK(deficit >= -1e-3);
      CHECK(deficit <= piece.step.approximate() + 1e-3);
    }
  }
}

TEST_CASE("a batch and draft layers") {
  const Curve one = curve("deepseek-v3");
  const Curve four = curve("deepseek-v3", {1, 131072, {}}, 4, true);
  CHECK(four.pieces[0].slope.numerator == one.pieces[0].slope.numerator * 4);
  CHECK(tally(four.terms, Tokens{10})[Part::draft] == Bytes{4 * 10 * 576 * 2});
  CHECK(tally(one.terms, Tokens{10})[Part::draft] == Bytes{0});
}

TEST_CASE("what passes 64 bits is not printable") {
  CHECK(printable(curve("gpt-3-175b")));
  CHECK_FALSE(printable(curve("gpt-3-175b", {1, (std::int64_t{1} << 40) - 1, {}}, 1 << 20)));
  CHECK(printable(curve("gpt-3-175b", {1, (std::int64_t{1} << 40) - 1, {}})));
}

TEST_CASE("a row for each model and context") {
  const std::vector<Curve> curves{curve("mistral-7b", {2048, 8192, {}}), curve("rwkv-7", {1, 1, {}})};
  CHECK(write_csv(table_of(curves, Units::binary)) ==
        "model,context,kv_bytes,indexer_bytes,state_bytes,open_bytes,total_bytes,cross_bytes,draft_bytes\n"
        "mistral-7b,2048,268435456,0,0,0,268435456,0,0\n"
        "mistral-7b,4096,536870912,0,0,0,536870912,0,0\n"
        "mistral-7b,8192,536870912,0,0,0,536870912,0,0\n"
        "rwkv-7,1,0,0,21299200,0,21299200,0,0\n");
  CHECK(write_wide(table_of({curve("mistral-7b", {4096, 4096, {}})}, Units::decimal), {}) ==
        "Model       Context          KV  Index keys  States  Waiting       Total  Encoder  Draft layers\n"
        "mistral-7b    4,096  536.871 MB         0 B     0 B      0 B  536.871 MB      0 B           0 B\n");
}

TEST_CASE("the range for a model") {
  const auto range = [](const std::string& id, const AskedRange& asked) {
    const auto out = range_of(test::model_of(id), asked);
    return out ? fmt::format("{} to {}", out->from, out->to) : render(out.error());
  };
  CHECK(range("mistral-7b", {}) == "1024 to 32768");
  CHECK(range("mistral-7b", {{}, Tokens{512}, {}}) == "1 to 512");
  CHECK(range("rwkv-7", {{}, Tokens{4096}, {}}) == "1024 to 4096");
  CHECK(range("rwkv-7", {}) ==
        "rwkv-7: its context has no limit of its own; expected the last context (--to 128K)\n");
  CHECK(range("mistral-7b", {Tokens{40000}, {}, {}}) ==
        "mistral-7b: --from 40000 is behind its maximum context 32768; expected an earlier context, or a later "
        "--to\n");
}

}  // namespace

}  // namespace kvtally::curve_test
