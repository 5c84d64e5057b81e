#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::show_test {

namespace {

using Json = nlohmann::json;
using test::Words;

TEST_CASE("published and well-known figures") {
  const struct {
    std::string model;
    std::string context;
    std::int64_t kv_bytes;
    std::int64_t state_bytes;  // below 0: not checked
  } rows[] = {
      {"llama-2-7b", "4096", 2147483648, 0},         {"llama-3.1-70b", "131072", 42949672960, 0},
      {"deepseek-v3", "131072", 9210691584, 0},      {"gemma-3-27b", "131072", 11173625856, 0},
      {"gpt-oss-120b", "131072", 4836556800, 0},     {"qwen3-next-80b-a3b", "131072", 3221225472, 77266944},
      {"deepseek-v4-flash", "131072", 731250688, 0}, {"deepseek-v4-pro", "131072", 1047134208, 0},
  };
  for (const auto& row : rows) {
    CAPTURE(row.model);
    const Json model =
        Json::parse(test::output_of({"show", row.model, "-c", row.context, "-o", "json"}))["models"][0];
    CHECK(model["kv_bytes"] == row.kv_bytes);
    CHECK(model["state_bytes"] == row.state_bytes);
  }
}

TEST_CASE("an alias stands for its model, whatever its case") {
  const std::string by_id = test::output_of({"show", "llama-3.1-8b", "-c", "128K"});
  for (const std::string alias : {"llama3.1:8b", "meta-llama/Llama-3.1-8B", "LLAMA-3.1-8B"}) {
    CAPTURE(alias);
    CHECK(test::output_of({"show", alias, "-c", "128K"}) == by_id);
  }
}

TEST_CASE("several models: their sheets one after the other, or rows of one table") {
  const std::string a = test::output_of({"show", "deepseek-v3", "-c", "128K"});
  const std::string b = test::output_of({"show", "gemma-3-27b", "-c", "128K"});
  CHECK(test::output_of({"show", "deepseek-v3", "gemma-3-27b", "-c", "128K"}) == a + "\n\n" + b);
  for (const std::string format : {"wide", "markdown", "csv"}) {
    test::check_golden("tests/golden/cli/show-two." + format,
                       test::output_of({"show", "deepseek-v3", "gemma-3-27b", "-c", "128K", "-o", format}));
  }
  CHECK(Json::parse(test::output_of({"show", "kimi-k2", "hy3", "-o", "json"}))["models"].size() == 2);
}

TEST_CASE("without a context it is the model's own maximum") {
  CHECK(Json::parse(test::output_of({"show", "llama-2-7b", "-o", "json"}))["models"][0]["context"] == 4096);
}

TEST_CASE("a description on standard input") {
  const std::string text =
      "name: X\nnum_hidden_layers: 2\nhidden_size: 64\nnum_attention_heads: 4\n"
      "num_key_value_heads: 4\nlayer_types: full_attention x2\n";
  const Json model = Json::parse(test::output_of({"show", "-", "-c", "10", "-o", "json"}, text))["models"][0];
  CHECK(model["id"] == "stdin");
  CHECK(model["kv_bytes"] == 2 * 2 * 64 * 2 * 10);
}

TEST_CASE("standard input that is no description is named with its place") {
  const auto refused = [](const std::string& input) {
    const auto outcome = test::kvtally({"show", "-"}, input);
    CHECK(outcome.exit_code == 3);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK(refused("") == "<stdin>: the document is empty; expected a map of keys and values\n");
  CHECK(refused("name: X\nname: Y\n").starts_with("<stdin>:2:1: "));
  CHECK(refused("{\"model_type\": \"lama\", \"num_hidden_layers\": 2}\n").starts_with("<stdin>:1:16: "));
  CHECK(refused("{\"a\": [1, 2").starts_with("<stdin>:1:"));
  CHECK(refused(std::string("\xff\xfe\0", 3)).starts_with("<stdin>"));
}

TEST_CASE("a description that is written reads back to the same figures") {
  for (const std::string id :
       {"deepseek-v4-flash", "gemma-3n-e4b", "hunyuan-large", "kimi-k3", "whisper-large-v3"}) {
    CAPTURE(id);
    const std::string text = test::output_of({"show", id, "-o", "yaml"});
    CHECK(test::output_of({"show", "-", "-o", "yaml"}, text) == text);
    Json there = Json::parse(test::output_of({"show", id, "-c", "1000", "-o", "json"}));
    Json back = Json::parse(test::output_of({"show", "-", "-c", "1000", "-o", "json"}, text));
    there["models"][0].erase("id");
    back["models"][0].erase("id");
    CHECK(there == back);
  }
}

TEST_CASE("what a description is not written for") {
  test::check_golden("tests/golden/cli/wrong-descriptions.txt",
                     test::refusals({{"show", "-o", "yaml"},
                                     {"show", "llama-2-7b", "gemma-3-27b", "-o", "yaml"},
                                     {"show", "nobody", "-o", "yaml"},
                                     {"show", "deepseek-v3.2", "--kv-dtype", "fp8", "-o", "yaml"}}));
}

TEST_CASE("models that are none, and contexts that a model does not have") {
  test::check_golden("tests/golden/cli/unknown-models.txt",
                     test::refusals({{"show"},
                                     {"show", "lama-2-7b"},
                                     {"show", "xyzzy-plugh"},
                                     {"show", "deepseek-v4"},
                                     {"show", "qwen3", "xyzzy-plugh"},
                                     {"show", "missing.yaml"},
                                     {"show", "."},
                                     {"show", "rwkv-7"},
                                     {"show", "llama-2-7b", "--zoo", "missing"}}));
}

// "qwen3" and "deepseek-v4" stand for several models: to suggest them would lead to the next refusal.
TEST_CASE("a suggestion names one model only") {
  for (const std::string word : {"qwen33", "qwn3", "deepsek-v4", "deepseek-v44", "deepseek-v4-flsh", "gema3"}) {
    CAPTURE(word);
    const std::string err = test::kvtally({"show", word}).err;
    const std::string lead = "did you mean '";
    const std::size_t at = err.find(lead);
    if (at != std::string::npos) {
      const std::string name = err.substr(at + lead.size(), err.find('\'', at + lead.size()) - at - lead.size());
      CAPTURE(name);
      CHECK(test::kvtally({"show", name, "-c", "128K"}).exit_code == 0);
    }
  }
}

TEST_CASE("one model that is wrong stops the others from being printed") {
  const auto outcome = test::kvtally({"show", "deepseek-v3", "xyzzy-plugh"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.out.empty());
}

TEST_CASE("a wrong file beside a wrong name is bad input") {
  const auto outcome = test::kvtally({"show", "xyzzy-plugh", "missing.yaml"});
  CHECK(outcome.exit_code == 3);
  CHECK(outcome.err ==
        "kvtally: unknown model 'xyzzy-plugh'; expected an id or alias (kvtally models lists them) or a path\n"
        "missing.yaml: it cannot be opened: No such file or directory\n");
}

TEST_CASE("no sheet of a known model has a line of more than 100 columns") {
  Words words{"show", "-c", "128K"};
  const Json known = Json::parse(test::output_of({"models", "-o", "json"}));
  for (const Json& model : known["models"]) {
    words.push_back(model["id"]);
  }
  CHECK(words.size() == 3 + 67);
  for (const std::string& line : test::lines_of(test::output_of(words))) {
    CHECK_MESSAGE(display_width(line) <= 100, line);
  }
}

TEST_CASE("a folder: the file that was read, what stands beside it, and the weights") {
  const test::Folder folder;
  folder.write("config.json", R"({"model_type": "llama", "num_hidden_layers": 1, "hidden_size": 64,
    "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "max_position_embeddings": 2048})");
  folder.write("params.json", "{}");
  folder.write("a.gguf", "");
  folder.write("b.gguf", "");
  const std::string header =
      R"({"model.embed_tokens.weight": {"dtype": "BF16", "shape": [10, 64], "data_offsets": [0, 1280]}})";
  folder.write("model.safetensors", std::string{static_cast<char>(header.size())} + std::string(7, '\0') + header +
                                        std::string(1280, 'w'));
  const Json model = Json::parse(test::output_of({"show", folder.path(""), "-o", "json"}))["models"][0];
  CHECK(model["kv_bytes"] == 2 * 2 * 16 * 2 * 2048);
  CHECK(model["stored_weights"]["bytes"] == 1280);
  CHECK(model["assumptions"].back() ==
        "read from config.json; params.json and 2 GGUF files stand beside it, unread");
  CHECK(test::kvtally({"show", folder.path("model.safetensors")}).exit_code == 3);
}

}  // namespace

}  // namespace kvtally::show_test
