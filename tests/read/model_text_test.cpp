#include "read/model_text.hpp"

#include <doctest/doctest.h>

#include "support/gguf_writer.hpp"

namespace kvtally::model_text_test {

namespace {

TEST_CASE("what a text is, it says itself") {
  const auto yaml = read_model_text("a", "name: A\nnum_hidden_layers: 1\nlayer_types: moe\n", "id");
  REQUIRE(yaml.has_value());
  CHECK(yaml->model.name == "A");
  CHECK(yaml->model.id == "id");
  CHECK(yaml->file == "a");
  const auto config = read_model_text("a", " \n\xEF", "id");
  CHECK_FALSE(config.has_value());
  const std::string json = R"({"model_type": "llama", "num_hidden_layers": 3, "hidden_size": 64,
                               "num_attention_heads": 4, "num_key_value_heads": 4})";
  for (const std::string start : {"", " \r\n\t", "\xEF\xBB\xBF"}) {
    const auto model = read_model_text("a", start + json, "id");
    REQUIRE(model.has_value());
    CHECK(model->model.model_type == "llama");
    CHECK(layer_count(model->model.order) == 3);
  }
  const auto params = read_model_text("a", R"({"dim": 64, "n_layers": 3, "n_heads": 4, "head_dim": 16,
                                               "n_kv_heads": 2, "hidden_dim": 128, "vocab_size": 10,
                                               "norm_eps": 1e-5})",
                                      "id");
  REQUIRE_MESSAGE(params.has_value(), (params ? "" : render(params.error())));
  CHECK(params->model.model_type == "");
  const auto gguf = read_model_text("a",
                                    test::GgufWriter("llama")
                                        .set("block_count", 2)
                                        .set("attention.head_count", 8)
                                        .set("embedding_length", 128)
                                        .set("context_length", 4096)
                                        .file(),
                                    "id");
  REQUIRE_MESSAGE(gguf.has_value(), (gguf ? "" : render(gguf.error())));
  CHECK(layer_count(gguf->model.order) == 2);
}

TEST_CASE("problems name what the text is called, and the options reach a config.json") {
  const auto broken = read_model_text("b", "{\"model_type\": ", "id");
  REQUIRE_FALSE(broken.has_value());
  CHECK(render(broken.error()).starts_with("b:1:"));
  const std::string text = R"({"model_type": "none-such", "num_hidden_layers": 3, "hidden_size": 64,
                               "num_attention_heads": 4, "num_key_value_heads": 4})";
  CHECK_FALSE(read_model_text("b", text, "id").has_value());
  ConfigOptions options;
  options.as_type = "llama";
  CHECK(read_model_text("b", text, "id", options).has_value());
}

}  // namespace

}  // namespace kvtally::model_text_test
