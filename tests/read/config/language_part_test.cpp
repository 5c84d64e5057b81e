#include "read/config/language_part.hpp"

#include "read/config/rules/rows.hpp"

namespace kvtally::language_part_test {

namespace {

const std::string kTwo = R"("hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2)";

struct Found {
  std::string path;
  std::string type;
  std::vector<std::string> assumptions;
  std::string problems;
};

Found found(const std::string& text, const ConfigOptions& options = {}) {
  const Tree tree = *parse_json("m.json", text);
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  const auto part = language_part(fields, options);
  std::string said;
  for (const Problem& problem : problems) {
    said += problem.what + "\n";
  }
  return part ? Found{part->path, part->family.model_type, part->assumptions, said} : Found{"", "", {}, said};
}

using Lines = std::vector<std::string>;

TEST_CASE("the language model stands at the top, or in its part") {
  CHECK(found(R"({"model_type": "llama", )" + kTwo + "}").type == "llama");
  const Found vision = found(R"({"model_type": "llava", "text_config": {"model_type": "mistral"}})");
  CHECK(vision.path == "text_config");
  CHECK(vision.type == "mistral");
  CHECK(vision.assumptions == Lines{"context counts the tokens of the language model"});
  CHECK(found(R"({"model_type": "llava", "text_config": {}})").type == "llama");  // the class's
  CHECK(found(R"({"model_type": "qwen2_5_omni", "thinker_config": {"text_config": {}}})").path ==
        "thinker_config.text_config");
  CHECK(found(R"({"model_type": "gemma3", "text_config": {}})").type == "gemma3_text");
}

TEST_CASE("a speculator describes its layer in a part of its own") {
  const Found draft =
      found(R"({"speculators_model_type": "eagle3", "transformer_layer_config": {"model_type": "llama"}})");
  CHECK(draft.path == "transformer_layer_config");
  CHECK(draft.type == "llama");
}

TEST_CASE("a whole that is not known is said, a part that is not known is refused") {
  const Found whole = found(R"({"model_type": "new_eyes", "text_config": {"model_type": "llama"}})");
  CHECK(whole.type == "llama");
  CHECK(
      whole.assumptions ==
      Lines{
          "the model type 'new_eyes' is not known: its text_config is read by the rule of 'llama', and what else "
          "the model keeps is not counted",
          "context counts the tokens of the language model"});
  CHECK(found(R"({"model_type": "llava", "text_config": {"model_type": "lama"}})").problems ==
        "no rule for the model type 'lama'\n");
  CHECK(found(R"({"model_type": "lama"})").problems == "no rule for the model type 'lama'\n");
}

TEST_CASE("another type's rule, as --as-type says") {
  const Found other = found(R"({"model_type": "lama", )" + kTwo + "}", {"llama", {}});
  CHECK(other.type == "llama");
  CHECK(other.assumptions == Lines{"read by the rule of the model type 'llama', as --as-type says"});
  CHECK(found(R"({"model_type": "bert"})", {"llama", {}}).type == "llama");
  CHECK(found(R"({"a": 1})", {"llama", {}}).type == "llama");
  CHECK(found(R"({"model_type": "llama"})", {"lama", {}}).problems == "no rule for the model type 'lama'\n");
}

TEST_CASE("files without a model type are known by their architecture") {
  const Found qwen = found(R"({"architectures": ["QWenLMHeadModel"]})");
  CHECK(qwen.type == "qwen");
  CHECK(qwen.assumptions == Lines{"model_type qwen: the file's architecture"});
  CHECK(found(R"({"architectures": ["X"]})").problems == "the key 'model_type' is missing\n");
  CHECK(found(R"({"architectures": []})").problems == "the key 'model_type' is missing\n");
  CHECK(found("{}").problems == "the key 'model_type' is missing\n");
}

TEST_CASE("a flat file of a type whose class reads a part") {
  const Found flat = found(R"({"model_type": "llava", )" + kTwo + "}");
  CHECK(flat.type == "llama");
  CHECK(flat.assumptions == Lines{"the file has no text_config: its own keys are read by the rule of 'llama'"});
  CHECK(found(R"({"model_type": "llava"})").problems == "the file has no 'text_config'\n");
  CHECK(found(R"({"model_type": "llava", "text_config": 1})").problems ==
        "text_config is '1'\nthe file has no 'text_config'\n");
}

TEST_CASE("models without a cache are refused by name") {
  CHECK(found(R"({"model_type": "bert"})").problems ==
        "the model type 'bert': an encoder alone, which sees its whole text at once and keeps no cache\n");
  CHECK(found(R"({"model_type": "llada"})")
            .problems.starts_with("the model type 'llada': a language model by diffusion"));
}

}  // namespace

}  // namespace kvtally::language_part_test
