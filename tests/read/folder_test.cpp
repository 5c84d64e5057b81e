#include "read/folder.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "read/safetensors/small_file.hpp"
#include "support/folder.hpp"
#include "support/print.hpp"

namespace kvtally::folder_test {

namespace {

using Kind = FolderChoice::Kind;
using Names = std::vector<std::string>;

TEST_CASE("config.json comes before params.json, and both before GGUF; what stands beside is named") {
  const FolderChoice all = choose_files({"a.Q4_K.gguf", "a.Q8_0.gguf", "config.json", "params.json"});
  CHECK(all.kind == Kind::config);
  CHECK(all.model == "config.json");
  CHECK(all.beside == Names{"params.json", "2 GGUF files"});
  const FolderChoice params = choose_files({"a.gguf", "params.json"});
  CHECK(params.kind == Kind::params);
  CHECK(params.beside == Names{"1 GGUF file"});
  CHECK(choose_files({"a.gguf", "model.safetensors"}).beside == Names{"1 safetensors file"});
  CHECK(choose_files({"README.md", "model.safetensors"}).kind == Kind::none);
  CHECK(choose_files({}).kind == Kind::none);
}

TEST_CASE("one GGUF model, or one in parts; a projector is none") {
  const FolderChoice one = choose_files({"a.gguf", "mmproj-a.gguf"});
  CHECK(one.kind == Kind::gguf);
  CHECK(one.model == "a.gguf");
  const FolderChoice split = choose_files({"a-00001-of-00002.gguf", "a-00002-of-00002.gguf"});
  CHECK(split.kind == Kind::gguf);
  CHECK(split.model == "a-00001-of-00002.gguf");
  const FolderChoice several = choose_files({"a-00001-of-00002.gguf", "a-00002-of-00002.gguf", "b.gguf"});
  CHECK(several.kind == Kind::several_gguf);
  CHECK(several.gguf == Names{"a-00001-of-00002.gguf", "b.gguf"});
}

// The index, or the files of weights, or what is unclear.
std::string weights(Names names, const std::string& model = "config.json") {
  names.push_back(model);
  std::ranges::sort(names);
  const FolderChoice choice = choose_files(names);
  return choice.index + fmt::format("{}", fmt::join(choice.weights, " ")) +
         (choice.unclear.empty() ? "" : fmt::format("? {}", fmt::join(choice.unclear, " ")));
}

TEST_CASE("which safetensors files are the model's") {
  CHECK(weights({"model.safetensors"}) == "model.safetensors");
  CHECK(weights({"model.safetensors", "model.safetensors.index.json"}) == "model.safetensors.index.json");
  const Names set{"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"};
  CHECK(weights(set) == "model-00001-of-00002.safetensors model-00002-of-00002.safetensors");
  CHECK(weights({set[0]}) == "? model-00001-of-00002.safetensors");
  CHECK(weights({"model-00001-of-00002.safetensors", "model-00001-of-00003.safetensors"}) ==
        "? model-00001-of-00002.safetensors model-00001-of-00003.safetensors");
  CHECK(weights({"consolidated.safetensors", "model.safetensors"}) == "model.safetensors");
  CHECK(weights({"consolidated.safetensors", "model.safetensors"}, "params.json") == "consolidated.safetensors");
  CHECK(weights({"consolidated.safetensors"}) == "consolidated.safetensors");
  CHECK(weights({"other.safetensors"}) == "other.safetensors");
  CHECK(weights({"a.safetensors", "b.safetensors"}) == "? a.safetensors b.safetensors");
  CHECK(weights({"adapter_model.safetensors"}) == "");
  CHECK(weights({}) == "");
}

const std::string kConfig =
    R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
        "num_key_value_heads": 4, "head_dim": 16, "max_position_embeddings": 2048})";

TEST_CASE("a folder's model with its weights, and which file it was read from") {
  const test::Folder folder;
  folder.write("config.json", kConfig);
  folder.write("params.json", "not read");
  folder.write("model.safetensors",
               test::safetensors(
                   "{" + test::tensor("model.layers.2.self_attn.q_proj.weight", "BF16", "[3]", 0, 6) + "}", 6));
  const auto description = read_folder(folder.path(""));
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  REQUIRE(description->model.stored.has_value());
  CHECK(description->model.stored->groups ==
        std::vector<StoredGroup>{{WeightPart::draft, "BF16", 1, 3, Bytes{6}, StoredContent::parameters}});
  CHECK(description->model.assumptions.back() == "read from config.json; params.json stands beside it, unread");
}

TEST_CASE("weights that are not known to be the model's are said, and not counted") {
  const test::Folder folder;
  folder.write("config.json", kConfig);
  folder.write("a.safetensors", "");
  folder.write("b.safetensors", "");
  const auto description = read_folder(folder.path(""));
  CHECK_FALSE(description->model.stored.has_value());
  CHECK(description->model.assumptions.back() ==
        "weights not counted: which of 2 safetensors files are the model's is not said");
}

TEST_CASE("a folder with broken weights, several models, or none") {
  const test::Folder folder;
  folder.write("a.gguf", "");
  folder.write("b.gguf", "");
  CHECK(render(read_folder(folder.path("")).error()) ==
        folder.path("") + ": the folder holds several models: a.gguf and b.gguf; expected one of them as MODEL\n");
  folder.write("config.json", kConfig);
  folder.write("model.safetensors", "short");
  CHECK(read_folder(folder.path("")).error().front().what == "the file has 5 bytes");
  CHECK(read_folder(folder.path("none")).error().front().what == "it cannot be listed: No such file or directory");
}

}  // namespace

}  // namespace kvtally::folder_test
