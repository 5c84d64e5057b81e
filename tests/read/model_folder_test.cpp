#include "read/model_folder.hpp"

#include <doctest/doctest.h>
#include <filesystem>

#include "support/folder.hpp"

namespace kvtally::model_folder_test {

namespace {

using Names = std::vector<std::string>;

void make(const test::Folder& folder, const std::string& name, const std::string& file = {}) {
  std::filesystem::create_directories(folder.path(name));
  if (!file.empty()) {
    folder.write(name + "/" + file, "");
  }
}

ModelFolder listed(const test::Folder& folder) {
  const auto list = list_model_folder(folder.path(""));
  REQUIRE_MESSAGE(list.has_value(), render(list.error()));
  return *list;
}

TEST_CASE("every .json and .gguf may be a model, whatever is in it, and so may folders that hold one") {
  const test::Folder folder;
  for (const std::string name : {"b.json", "B.json", "a.gguf", "config.json", "indexes.json", "empty.json"}) {
    folder.write(name, name == "empty.json" ? "" : "{");
  }
  make(folder, "hf", "config.json");
  make(folder, "mistral", "params.json");
  make(folder, "llama.cpp", "model-q8_0.gguf");
  make(folder, "tensors", "model.safetensors");
  const ModelFolder list = listed(folder);
  CHECK(list.models == Names{"B.json", "a.gguf", "b.json", "config.json", "empty.json", "hf", "indexes.json",
                             "llama.cpp", "mistral", "tensors"});
  CHECK(list.skipped.empty());
}

TEST_CASE("what is no model is skipped, and said; what is hidden is not even that") {
  const test::Folder folder;
  for (const std::string name :
       {"INDEX.tsv", "Index.json", "notes.txt", "model.safetensors.index.json", "tokenizer.json",
        "generation_config.json", "X.JSON", ".hidden.json", "noending"}) {
    folder.write(name, "{}");
  }
  make(folder, "empty");
  make(folder, "other", "README.md");
  make(folder, ".git", "config.json");
  std::filesystem::create_symlink(folder.path("nowhere"), folder.path("dangling.json"));
  const ModelFolder list = listed(folder);
  CHECK(list.models.empty());
  CHECK(list.skipped == std::vector<Skipped>{{"INDEX.tsv", "an index"},
                                             {"Index.json", "an index"},
                                             {"X.JSON", "neither .json nor .gguf"},
                                             {"dangling.json", "not a file"},
                                             {"empty", "a folder without a model"},
                                             {"generation_config.json", "a file that goes with a model"},
                                             {"model.safetensors.index.json", "a file that goes with a model"},
                                             {"noending", "neither .json nor .gguf"},
                                             {"notes.txt", "neither .json nor .gguf"},
                                             {"other", "a folder without a model"},
                                             {"tokenizer.json", "a file that goes with a model"}});
}

TEST_CASE("of a split GGUF the first part is the model, if it is there") {
  const test::Folder folder;
  const Names names{"a-00001-of-00003.gguf", "a-00002-of-00003.gguf", "a-00003-of-00003.gguf",
                    "b-00002-of-00002.gguf", "c-2-of-2.gguf",         "d-0000x-of-00002.gguf",
                    "-of-00002.gguf",        "00002-of-00002.gguf"};
  for (const std::string& name : names) {
    folder.write(name, "");
  }
  const ModelFolder list = listed(folder);
  CHECK(list.models == Names{"-of-00002.gguf", "00002-of-00002.gguf", "a-00001-of-00003.gguf",
                             "b-00002-of-00002.gguf", "c-2-of-2.gguf", "d-0000x-of-00002.gguf"});
  CHECK(list.skipped == std::vector<Skipped>{{"a-00002-of-00003.gguf", "a further part of a split GGUF"},
                                             {"a-00003-of-00003.gguf", "a further part of a split GGUF"}});
}

TEST_CASE("what is no folder is refused") {
  const test::Folder folder;
  folder.write("file.json", "{}");
  for (const std::string name : {"missing", "file.json"}) {
    CAPTURE(name);
    const auto list = list_model_folder(folder.path(name));
    REQUIRE_FALSE(list.has_value());
    REQUIRE(list.error().size() == 1);
    CHECK(list.error()[0].file == folder.path(name));
    CHECK(list.error()[0].what == (name == "missing" ? "it cannot be listed: No such file or directory"
                                                     : "it cannot be listed: Not a directory"));
    CHECK(list.error()[0].expected == "a folder of model files");
  }
}

TEST_CASE("the model type of a file that may be refused") {
  const test::Folder folder;
  const std::pair<std::string, std::string> rows[] = {
      {R"({"num_layers": 1, "model_type": "llama"})", "llama"},
      {R"({"model_type": "llava", "text_config": {"model_type": "llama"}})", "llava"},
      {R"({"text_config": {"model_type": "llama"}})", ""},
      {R"({"model_type": ["llama"]})", ""},
      {R"({"model_type": null})", ""},
      {R"({"model_type": 5})", ""},
      {R"([{"model_type": "llama"}])", ""},
      {R"({"model_type": "llama")", ""},
      {"", ""},
  };
  for (const auto& [text, type] : rows) {
    CAPTURE(text);
    folder.write("x.json", text);
    CHECK(model_type_in(folder.path("x.json")) == type);
  }
  folder.write("x.gguf", R"({"model_type": "llama"})");
  CHECK(model_type_in(folder.path("x.gguf")).empty());
  CHECK(model_type_in(folder.path("missing.json")).empty());
  make(folder, "hf");
  CHECK(model_type_in(folder.path("hf")).empty());
  folder.write("hf/config.json", R"({"model_type": "jamba"})");
  CHECK(model_type_in(folder.path("hf")) == "jamba");
}

}  // namespace

}  // namespace kvtally::model_folder_test
