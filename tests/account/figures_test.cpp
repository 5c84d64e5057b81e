#include "account/figures.hpp"

#include <doctest/doctest.h>
#include <random>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "model/limits.hpp"
#include "model/presets.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

namespace kvtally::figures_test {

namespace {

Model zoo_model(const std::string& id) { return Zoo(embedded_files()).describe(id)->model; }

TEST_CASE("figures of the zoo in bf16, batch 1") {
  struct Row {
    std::string id;
    std::int64_t context;
    Part part;
    Wide expected;
  };
  const std::vector<Row> rows{
      {"llama-2-7b", 4096, Part::entries, 2147483648},            // 32 × 2 × 32 × 128 × 2 × 4096
      {"llama-3.1-70b", 131072, Part::entries, 42949672960},      // 80 × 4096 × 131072
      {"deepseek-v3", 131072, Part::entries, 9210691584},         // 61 × 1152 × 131072
      {"gemma-3-27b", 131072, Part::entries, 11173625856},        // 8192 × (10 × 131072 + 52 × 1024)
      {"gpt-oss-120b", 131072, Part::entries, 4836556800},        // 2048 × 18 × (131072 + 128)
      {"qwen3-next-80b-a3b", 131072, Part::entries, 3221225472},  // 12 × 2048 × 131072
      {"qwen3-next-80b-a3b", 131072, Part::state, 77266944},      // 36 × 2146304
      {"deepseek-v4-flash", 131072, Part::entries, 731250688},    // 5636096 + 5536 × 131072
      // 61 × 128 × 1024 = 7995392; 30 × 1024 ÷ 4 + 31 × 1024 ÷ 128 = 7928 a token
      {"deepseek-v4-pro", 131072, Part::entries, 1047134208},
      {"deepseek-v4-flash", 131072, Part::indexer, 176160768},  // 21 × 256 × 32768
      {"deepseek-v4-flash", 131072, Part::open, 215040},        // 21 × 10240
      {"deepseek-v4-flash", 131073, Part::open, 363520},        // 215040 + 21 × 5120 + 20 × 2048
      {"jamba-v0.1", 131072, Part::state, 16056320},            // 28 × 573440
      {"kimi-k3", 131072, Part::state, 449372160},              // 69 × 6512640
      {"glm-5.2", 131072, Part::indexer, 704643072},            // 21 × 256 × 131072
      {"minimax-m3", 131072, Part::indexer, 1912602624},        // 57 × 256 × 131072
      {"hunyuan-large", 131072, Part::entries, 10737418240},    // 32 × 2560 × 131072
      // 12 × 4096 × 131072 + 36 × 4096 × 8192
      {"llama-4-scout", 131072, Part::entries, 7650410496},
      {"whisper-large-v3", 448, Part::entries, 73400320},  // 32 × 5120 × 448
      {"whisper-large-v3", 448, Part::cross, 245760000},   // 32 × 5120 × 1500
      {"rwkv-7", 131072, Part::state, 21299200},           // 32 × 665600
      {"glm-5.3-flash", 131072, Part::indexer, 92274688},  // 11 × 256 × 32768
  };
  for (const Row& row : rows) {
    CAPTURE(row.id);
    CAPTURE(name_of(row.part));
    const Figures figures = figures_of(zoo_model(row.id), {.context = Tokens{row.context}});
    CHECK(figures.kept[row.part] == Bytes{row.expected});
    CHECK(printable(figures));
  }
}

TEST_CASE("the entries of DeepSeek-V4-Flash at every context") {
  const std::vector<Term> terms = terms_of(zoo_model("deepseek-v4-flash"));
  bool equal = true;
  for (Wide s = 1; s < 128; ++s) {
    equal = equal && tally(terms, Tokens{s})[Part::entries] == Bytes{44032 * s + 21504 * (s / 4)};
  }
  CHECK(equal);
  for (Wide s = 128; s < 5000; ++s) {
    const Wide expected = 5636096 + 21504 * (s / 4) + 20480 * (s / 128);
    equal = equal && tally(terms, Tokens{s})[Part::entries] == Bytes{expected};
  }
  CHECK(equal);
}

TEST_CASE("the terms of DeepSeek-V4-Flash sum to its figures at random contexts") {
  const Model model = zoo_model("deepseek-v4-flash");
  const std::vector<Term> terms = terms_of(model);
  std::mt19937_64 random(20260731);
  std::uniform_int_distribution<std::int64_t> context(1, 1048576);
  bool equal = true;
  for (int i = 0; i < 10000; ++i) {
    const Tokens seen{context(random)};
    Tally sum;
    for (const Term& term : terms) {
      sum[term.part] += value_at(term, seen);
    }
    equal = equal && sum == figures_of(model, {.context = seen}).kept;
  }
  CHECK(equal);
}

TEST_CASE("the marginal bytes of a token are the slope of its piece, for all requests") {
  struct Row {
    std::string id;
    std::int64_t context;
    std::int64_t batch;
    Fraction<Bytes> expected;
  };
  const std::vector<Row> rows{
      {"llama-3.1-70b", 1000, 1, {Bytes{327680}, 1}},  // 80 × 4096
      {"llama-3.1-70b", 1000, 3, {Bytes{983040}, 1}},  // 3 × 327680
      {"gpt-oss-120b", 127, 1, {Bytes{73728}, 1}},     // 36 × 2048
      {"gpt-oss-120b", 128, 1, {Bytes{36864}, 1}},     // 18 × 2048
      {"rwkv-7", 1000, 1, {Bytes{0}, 1}},
      {"deepseek-v4-flash", 1000, 1, {Bytes{6880}, 1}},  // 5536 + 21 × 256 ÷ 4
  };
  for (const Row& row : rows) {
    CAPTURE(row.id);
    const Scenario scenario{.context = Tokens{row.context}, .batch = row.batch};
    CHECK(figures_of(zoo_model(row.id), scenario).marginal == row.expected);
  }
}

TEST_CASE("layers come in the order of the model, drafting ones last") {
  const Model model = zoo_model("deepseek-v3.2");
  const Figures plain = figures_of(model, {.context = Tokens{1000}});
  REQUIRE(plain.layers.size() == 1);
  CHECK(plain.layers[0].count == 61);
  CHECK(plain.kept[Part::draft] == Bytes{0});
  const Figures drafting = figures_of(model, {.context = Tokens{1000}, .drafting = true});
  REQUIRE(drafting.layers.size() == 2);
  CHECK(drafting.layers[1].draft);
  CHECK(drafting.layers[1].count == 1);
  CHECK(drafting.kept[Part::draft] == Bytes{1408000});  // 1000 × (1152 + 256)
  CHECK(drafting.layers[1].kept.total() == Bytes{1408000});
  CHECK(drafting.layers[1].step.read.total() == Bytes{1408000});
}

TEST_CASE("nothing leaves 128 bits when every input is at its bound") {
  // 256 rows of 2^36 elements in f32, 2^16 − 1 layers, 2^40 − 1 tokens, 2^24 − 1 requests: a little below 2^126.
  Memory memory;
  memory.entry = Entry(256, {Role::key, 32, limits::kElements / 32, f32()});
  memory.scoring = {1 << 10, 1 << 26, 1 << 26};
  Model model = test::model_of(full_attention(memory), limits::kLayers);
  model.naive = {limits::kLayers, 32, {}, limits::kElements / 32, {}};
  const Figures figures = figures_of(model, {.context = Tokens{limits::kTokens}, .batch = limits::kBatch});
  const long double scale = 65535.0L * 1099511627775.0L * 16777215.0L;
  const long double elements = 68719476736.0L;  // 2^36
  const auto near = [](Wide value, long double expected) {
    const long double ratio = static_cast<long double>(value) / expected;
    return ratio > 1 - 1e-9L && ratio < 1 + 1e-9L;
  };
  CHECK(near(figures.kept.total().value, 256 * elements * 4 * scale));
  CHECK(near(figures.step.read.total().value, 256 * elements * 4 * scale));
  CHECK(near(figures.step.arithmetic.total().value, 2 * elements * scale));
  CHECK(near(figures.naive.bytes->value, 4 * elements * scale));
  CHECK(near(figures.marginal.numerator.value, 256 * elements * 4 * 65535.0L * 16777215.0L));
  CHECK_FALSE(printable(figures));
}

TEST_CASE("printable up to 63 bits") {
  // 4 bytes a token; 2^61 requests of one token would be 2^63, one less is 2^63 − 4.
  const Model model = test::model_of(full_attention(key_value_memory({1, 1, 1, 1})));
  const std::int64_t limit = std::int64_t{1} << 61;
  CHECK(printable(figures_of(model, {.context = Tokens{1}, .batch = limit - 1})));
  CHECK_FALSE(printable(figures_of(model, {.context = Tokens{1}, .batch = limit})));
}

}  // namespace

}  // namespace kvtally::figures_test
