#include "check/mistakes.hpp"

#include <algorithm>
#include <set>

#include "account/terms.hpp"
#include "check/asking.hpp"

namespace kvtally {

namespace {

const Mistake& named(std::string_view name) {
  const auto found = std::ranges::find(known_mistakes(), name, &Mistake::name);
  REQUIRE_MESSAGE(found != known_mistakes().end(), name);
  return *found;
}

// Bytes of all entries of one model at 8192 tokens, with a mistake.
std::string with(std::string_view name, const std::string& id) {
  static const Catalogue devices(embedded_files());
  const auto tree = parse_yaml("f.yaml", "{figure: show.kv_bytes, context: 8192, model: " + id + "}");
  Problems problems;
  const FigureSources sources{test::describe, nullptr, &devices, {&named(name)}};
  const auto value = Ask(*tree, tree->root(), sources, problems).compute();
  REQUIRE_MESSAGE(value.has_value(), render(problems));
  return print_value(*value);
}

std::string bytes(std::int64_t count) { return std::to_string(count) + " bytes"; }

TEST_CASE("each has a name of its own") {
  std::set<std::string_view> names;
  for (const Mistake& mistake : known_mistakes()) {
    CHECK(names.insert(mistake.name).second);
  }
  CHECK(names.size() >= 25);
}

TEST_CASE("no model of the zoo makes one fail") {
  for (const std::string& id : test::zoo().ids()) {
    for (const Mistake& mistake : known_mistakes()) {
      CAPTURE(id);
      CAPTURE(mistake.name);
      Model model = test::model_of(id);
      if (mistake.model) {
        mistake.model(model);
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

TEST_CASE("heads and widths") {
  CHECK(with("query heads were kept, not KV heads", "llama-3.1-8b") == bytes(32 * 2 * 32 * 128 * 2LL * 8192));
  CHECK(with("there were twice as many KV heads", "llama-3.1-405b") == bytes(126 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("each layer had one KV head", "llama-2-7b") == bytes(32 * 2 * 128 * 2LL * 8192));
  CHECK(with("the values were left out", "llama-2-7b") == bytes(32 * 32 * 128 * 2LL * 8192));
  CHECK(with("a head were as wide as hidden_size ÷ num_attention_heads", "qwen3-235b-a22b") ==
        bytes(94 * 2 * 4 * 64 * 2LL * 8192));
  CHECK(with("entries were in fp8, without scales", "llama-2-7b") == bytes(32 * 2 * 32 * 128 * 8192LL));
}

TEST_CASE("latents") {
  CHECK(with("values were kept beside the latent", "deepseek-v3") == bytes(61 * (2 * 512 + 64) * 2LL * 8192));
  CHECK(with("the latent were kept for keys and again for values", "deepseek-v3") ==
        bytes(61 * 2 * 576 * 2LL * 8192));
  CHECK(with("the latent were expanded to keys and values of every head", "deepseek-v3") ==
        bytes(61 * 2 * 128 * 128 * 2LL * 8192));
  CHECK(with("rotary rows were left out", "deepseek-v3") == bytes(61 * 512 * 2LL * 8192));
}

TEST_CASE("layers") {
  CHECK(with("windows and chunks kept every position", "gemma-3-27b") == bytes(62 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("every layer kept every position", "qwen3.5-27b") == bytes(64 * 2 * 4 * 256 * 2LL * 8192));
  CHECK(with("layers without every position kept no entries", "gemma-3-27b") ==
        bytes(10 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("every layer had the window", "gemma-3-27b") == bytes(62 * 2 * 16 * 128 * 2LL * 1024));
}

TEST_CASE("contexts and requests") {
  CHECK(named("K were 1000 tokens").context(Tokens{131072}) == Tokens{128000});
  CHECK(named("K were 1000 tokens").context(Tokens{1000}) == Tokens{1000});
  CHECK(named("k were 1024 tokens").context(Tokens{128000}) == Tokens{131072});
  CHECK(named("there were one request").batch(8) == 1);
}

}  // namespace

}  // namespace kvtally
