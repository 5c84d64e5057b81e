#include "api/kvtally.hpp"

#include <doctest/doctest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

#include "read/text/embedded.hpp"
#include "read/zoo.hpp"
#include "support/gguf_writer.hpp"
#include "support/golden.hpp"
#include "support/process.hpp"

namespace kvtally::kvtally_test {

namespace {

using api::Form;
using api::Part;
using api::Settings;

constexpr std::int64_t kGibi = std::int64_t{1} << 30;

// 2 layers that keep 4 heads × 16 elements for keys and for values: 2 × 4 × 16 × 2 × 2 bytes = 512 a token.
constexpr const char* kYaml =
    "name: Small\nnum_hidden_layers: 2\nlayer_types: full_attention x2\nnum_attention_heads: 8\n"
    "num_key_value_heads: 4\nhead_dim: 16\nmax_position_embeddings: 4096\n";
constexpr const char* kConfig =
    R"({"model_type": "llama", "num_hidden_layers": 2, "num_attention_heads": 8, "num_key_value_heads": 4,
 "hidden_size": 128, "head_dim": 16, "max_position_embeddings": 4096})";

api::Model model_of(std::string_view text, const Settings& settings = {}) {
  auto model = api::Model::from_text(text, "small.yaml", settings);
  REQUIRE_MESSAGE(model.has_value(), (model ? "" : model.error().front().message));
  return std::move(*model);
}

TEST_CASE("a model from our YAML, a config.json and the bytes of a GGUF file") {
  const std::string gguf = test::GgufWriter("llama")
                               .set("block_count", 2)
                               .set("attention.head_count", 8)
                               .set("attention.head_count_kv", 4)
                               .set("embedding_length", 128)
                               .set("context_length", 4096)
                               .file();
  for (const std::string& text : {std::string(kYaml), std::string(kConfig), gguf}) {
    const api::Model model = model_of(text);
    CHECK(model.id() == "small");
    CHECK(model.longest_own_context() == 4096);
    const auto kept = model.kept(1000, 3);
    REQUIRE(kept.has_value());
    CHECK(kept->entries == 512 * 1000 * 3);
    CHECK(kept->total() == kept->entries);
    REQUIRE(model.terms().size() == 1);
    const api::Term& term = model.terms().front();
    CHECK(term.part == Part::entries);
    CHECK(term.form == Form::stair);
    CHECK(term.bytes == 512);
    CHECK(term.layers == 2);
    CHECK(term.kind == "gqa");
    CHECK(term.what == "cache");
    CHECK_FALSE(term.to.has_value());
  }
}

TEST_CASE("solves are exact at their edges") {
  const api::Model model = model_of(kYaml);
  CHECK(model.longest_context(512 * 1000) == 1000);
  CHECK(model.longest_context(512 * 1000 - 1) == 999);
  CHECK(model.longest_context(512 * 1000, 4) == 250);
  CHECK_FALSE(model.longest_context(511).has_value());
  CHECK_FALSE(model.longest_context(-1).has_value());
  CHECK_FALSE(model.longest_context(kGibi, 0).has_value());
  CHECK(model.most_requests(512 * 1000, 100) == 10);
  CHECK(model.most_requests(512 * 1000 - 1, 100) == 9);
  CHECK_FALSE(model.most_requests(512, 2).has_value());
  CHECK_FALSE(model.most_requests(kGibi, 0).has_value());
}

TEST_CASE("settings change the formats, and are refused by name") {
  CHECK(model_of(kYaml, {.kv_dtype = "fp8"}).kept(1)->total() == 256);
  CHECK(model_of(kYaml, {.kv_dtype = "f32"}).kept(1)->total() == 1024);
  const auto wrong = api::Model::from_text(kYaml, "small.yaml", {.kv_dtype = "fp9", .state_dtype = "x"});
  REQUIRE_FALSE(wrong.has_value());
  REQUIRE(wrong.error().size() == 2);
  CHECK(wrong.error().front().message.starts_with("kvtally: kv_dtype: 'fp9' is no format"));
  CHECK(wrong.error().back().message.starts_with("kvtally: state_dtype: 'x' is no format"));
  const auto unstorable = api::Model::from_text(kYaml, "small.yaml", {.kv_dtype = "q8_0"});
  REQUIRE_FALSE(unstorable.has_value());  // 16 elements are no whole block of 32
  CHECK(unstorable.error().size() >= 1);
}

TEST_CASE("compiled-in models agree with the program, part by part") {
  for (const std::string name :
       {"deepseek-v3.2", "gemma-3-27b", "deepseek-v4-flash", "qwen3-next", "llama3.1:8b"}) {
    CAPTURE(name);
    const auto model = api::Model::named(name);
    REQUIRE(model.has_value());
    const auto shown = test::kvtally({"show", name, "-c", "100000", "-b", "3", "-o", "json"});
    REQUIRE(shown.exit_code == 0);
    const auto sheet = nlohmann::json::parse(shown.out)["models"][0];
    const auto kept = model->kept(100000, 3);
    REQUIRE(kept.has_value());
    CHECK(kept->entries == sheet["kv_bytes"]);
    CHECK(kept->indexer == sheet["indexer_bytes"]);
    CHECK(kept->state == sheet["state_bytes"]);
    CHECK(kept->open == sheet["open_bytes"]);
    CHECK(kept->cross == sheet["cross_bytes"]);
    CHECK(kept->draft == 0);
    CHECK(kept->total() == sheet["total_bytes"]);
  }
  CHECK(api::Model::named("deepseek-v3.2", {.draft_layers = true})->kept(1000)->draft > 0);
}

// The value of a term by its comment in the header, apart from the account.
std::int64_t by_the_comment(const api::Term& term, std::int64_t seen) {
  switch (term.form) {
    case Form::constant: return term.bytes;
    case Form::remainder: return term.bytes * (seen % term.every);
    case Form::stair: break;
  }
  const std::int64_t last = std::min(seen, term.to.value_or(seen));
  return last < term.from ? 0 : term.bytes * ((last - term.from) / term.every + 1);
}

TEST_CASE("the terms, read as the header says, sum to what is kept") {
  for (const std::string& id : Zoo(embedded_files()).ids()) {
    CAPTURE(id);
    const auto model = api::Model::named(id);
    REQUIRE(model.has_value());
    CHECK(rc::check([&] {
      const std::int64_t seen = *rc::gen::inRange<std::int64_t>(1, 300000);
      std::int64_t sum = 0;
      for (const api::Term& term : model->terms()) {
        sum += by_the_comment(term, seen);
      }
      RC_ASSERT(model->kept(seen)->total() == sum);
    }));
  }
}

TEST_CASE("problems have their place, what was expected and the program's text") {
  const auto model = api::Model::from_text(std::string(kYaml) + "head_dmi: 3\n", "small.yaml");
  REQUIRE_FALSE(model.has_value());
  REQUIRE(model.error().size() == 1);
  const api::Problem& problem = model.error().front();
  CHECK(problem.line == 8);
  CHECK(problem.column == 1);
  CHECK(problem.what == "unknown key 'head_dmi'");
  CHECK(problem.message.starts_with("small.yaml:8:1: unknown key 'head_dmi'\n"));
  CHECK(problem.message.find("did you mean 'head_dim'?") != std::string::npos);
  const auto unknown = api::Model::named("lama");
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().front().message.starts_with("kvtally: unknown model 'lama'"));
}

TEST_CASE("no input is a crash: every prefix of a description, and bytes of all sorts") {
  for (const std::string& text : {std::string(kYaml), std::string(kConfig)}) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      const auto model = api::Model::from_text(text.substr(0, length), "cut");
      CHECK((model.has_value() || !model.error().empty()));
    }
  }
  CHECK(rc::check([](const std::string& bytes) {
    const auto model = api::Model::from_text(bytes, "bytes");
    const auto gguf = api::Model::from_text("GGUF" + bytes, "bytes");
    RC_ASSERT(!model.has_value());
    RC_ASSERT(!gguf.has_value());
  }));
}

TEST_CASE("arguments out of range, and sums that 63 bits do not hold") {
  const api::Model model = model_of(kYaml);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const auto& [tokens, requests] :
       {std::pair<std::int64_t, std::int64_t>{0, 1}, {-5, 1}, {1, 0}, {kMost, 1}, {1, kMost}}) {
    const auto kept = model.kept(tokens, requests);
    REQUIRE_FALSE(kept.has_value());
    CHECK(kept.error().front().what == "tokens or requests out of range");
  }
  const auto large = model.kept((std::int64_t{1} << 40) - 1, (std::int64_t{1} << 24) - 1);
  REQUIRE_FALSE(large.has_value());
  CHECK(large.error().front().what == "the sum passes 2^63");
}

TEST_CASE("the version is that of the program") {
  CHECK("kvtally " + api::version() + "\n" == test::kvtally({"--version"}).out);
}

}  // namespace

}  // namespace kvtally::kvtally_test
