#include "read/safetensors/stored.hpp"

#include <doctest/doctest.h>

#include "read/safetensors/small_file.hpp"
#include "read/text/json.hpp"
#include "support/folder.hpp"
#include "support/print.hpp"

namespace kvtally::stored_test {

namespace {

using test::safetensors;
using test::tensor;

SafetensorsTensor stored(const std::string& name, std::string_view type, std::int64_t elements) {
  const SafetensorsType* known = safetensors_type(type);
  return {name, known, elements, Bytes{Wide{elements} * known->bits / 8}};
}

TEST_CASE("tensors are summed by part, dtype and content") {
  const std::vector<SafetensorsTensor> tensors{
      stored("model.embed_tokens.weight", "BF16", 1000),
      stored("model.layers.0.self_attn.q_proj.weight", "F8_E4M3", 400),
      stored("model.layers.0.self_attn.q_proj.weight_scale_inv", "F32", 1),
      stored("model.layers.0.self_attn.k_proj.weight", "F8_E4M3", 100),
      stored("model.layers.0.self_attn.k_proj.weight_scale_inv", "F32", 1),
      stored("model.layers.1.self_attn.k_proj.weight", "F8_E4M3", 100),
      stored("model.layers.0.mlp.experts.0.up_proj.weight_packed", "U8", 50),
  };
  const StoredWeights weights = weights_of(tensors, 1);
  using enum StoredContent;
  const std::vector<StoredGroup> expected{
      {WeightPart::embedding, "BF16", 1, 1000, Bytes{2000}, parameters},
      {WeightPart::attention, "F32", 2, 2, Bytes{8}, constants},
      {WeightPart::attention, "F8_E4M3", 2, 500, Bytes{500}, parameters},
      {WeightPart::experts, "U8", 1, 50, Bytes{50}, packed},
      {WeightPart::draft, "F8_E4M3", 1, 100, Bytes{100}, parameters},
  };
  CHECK(weights.groups == expected);
  CHECK(stored_bytes(weights) == Bytes{2658});
  CHECK(stored_parameters(weights) == std::nullopt);
}

Expected<SafetensorsIndex> index(const std::string& text) {
  return parse_safetensors_index(*parse_json("m.index.json", text));
}

std::string problem(const Expected<SafetensorsIndex>& index) {
  return index ? "" : index.error().front().what + "; expected " + index.error().front().expected;
}

TEST_CASE("an index names the file of each tensor, and may state a total") {
  const auto read = index(R"({"metadata": {"total_size": 12}, "weight_map": {"b": "2.safetensors",
                              "c": "1.safetensors", "a": "1.safetensors"}})");
  REQUIRE(read.has_value());
  CHECK(read->total == Bytes{12});
  CHECK(read->shards ==
        std::map<std::string, std::vector<std::string>>{{"1.safetensors", {"a", "c"}}, {"2.safetensors", {"b"}}});
  CHECK(index(R"({"metadata": {"total_size": 1.2e1}, "weight_map": {}})")->unread_total == "'1.2e1'");
  CHECK(index(R"({"weight_map": {}})")->total == std::nullopt);
  CHECK(problem(index("{}")) == "weight_map is missing; expected a map from each tensor to its file");
  CHECK(problem(index(R"({"weight_map": []})")) ==
        "weight_map is a list; expected a map from each tensor to its file");
  for (const std::string file : {"../x.safetensors", "/x.safetensors", "x.bin"}) {
    CHECK(problem(index(R"({"weight_map": {"a": ")" + file + R"("}})")) ==
          "the file of 'a' is the text \"" + file +
              "\"; expected the name of a .safetensors file in the same folder");
  }
}

// A folder of two shards: 8 bytes of attention, 4 and 2 of a norm and the head.
struct Model {
  test::Folder folder;
  std::vector<std::string> present{"1.safetensors", "2.safetensors"};

  explicit Model(const std::string& total = "14", const std::string& more = "") {
    folder.write("1.safetensors",
                 safetensors("{" + tensor("layers.0.attention.wq.weight", "F32", "[2]", 0, 8) + "}", 8));
    folder.write("2.safetensors", safetensors("{" + tensor("norm.weight", "F32", "[1]", 0, 4) + "," +
                                                  tensor("output.weight", "BF16", "[1]", 4, 6) + "}",
                                              6));
    folder.write("i.json", R"({"metadata": {"total_size": )" + total + R"(}, "weight_map": {
      "layers.0.attention.wq.weight": "1.safetensors", "norm.weight": "2.safetensors",
      "output.weight": "2.safetensors")" +
                               more + "}}");
  }

  Expected<FolderWeights> read() const { return read_indexed_weights(folder.path(""), "i.json", present, 1); }
  std::string problems() const {
    const auto weights = read();
    std::string out = weights ? "" : render(weights.error());
    for (std::size_t at = out.find(folder.path("")); at != std::string::npos; at = out.find(folder.path(""))) {
      out.erase(at, folder.path("").size());
    }
    return out;
  }
};

TEST_CASE("with its files an index gives exact weights") {
  const Model model;
  const auto read = model.read();
  REQUIRE_MESSAGE(read.has_value(), render(read.error()));
  CHECK(read->weights.from == "the headers of 2 safetensors files");
  CHECK(stored_bytes(read->weights) == Bytes{14});
  CHECK(stored_parameters(read->weights) == Wide{4});
  CHECK(read->weights.groups.size() == 3);
  CHECK(read->remarks.empty());
}

TEST_CASE("a total_size that is another than the headers' is said") {
  CHECK(Model("28").read()->remarks ==
        std::vector<std::string>{"i.json states a total_size of 28 bytes; the headers hold 14, which counts"});
  CHECK(Model("14.0").read()->remarks ==
        std::vector<std::string>{"the total_size of i.json is '14.0', which was not compared"});
}

TEST_CASE("without its files an index gives the total alone") {
  Model model("13958643712");
  model.present = {"config.json"};
  const auto read = model.read();
  CHECK(read->weights.total == Bytes{13958643712});
  CHECK(read->weights.groups.empty());
  CHECK(read->weights.from == "the total_size of i.json; formats and parts are not known");
  CHECK(read->remarks ==
        std::vector<std::string>{"i.json names 2 safetensors files, none of which is in the folder"});
  Model silent("null");
  silent.present = {};
  CHECK(silent.read()->weights.total == std::nullopt);
  CHECK(silent.read()->remarks ==
        std::vector<std::string>{"i.json names 2 safetensors files, none of which is in the folder, and states no "
                                 "total_size: the weights are not counted"});
}

TEST_CASE("files that are missing or hold other tensors than the index says are refused") {
  Model model;
  model.present = {"1.safetensors"};
  CHECK(model.problems() ==
        "i.json: it names 2.safetensors, not in the folder; expected all of its files there, or none\n");
  CHECK(Model("14", R"(, "x": "1.safetensors")").problems() ==
        "1.safetensors: it does not hold x; expected what the index says\n");
  const Model more;
  more.folder.write("1.safetensors", safetensors("{" + tensor("layers.0.attention.wq.weight", "F32", "[2]", 0, 8) +
                                                     "," + tensor("y", "U8", "[1]", 8, 9) + "}",
                                                 9));
  CHECK(more.problems() ==
        "1.safetensors: it holds y, which the index does not name; expected what the index says\n");
  const Model cut;
  cut.folder.write("2.safetensors", "");
  CHECK(cut.problems() ==
        "2.safetensors: the file has 0 bytes; expected 8 bytes that say how long the header is, and the header\n");
}

TEST_CASE("files without an index; a tensor in two of them is refused") {
  const Model model;
  const auto read = read_stored_weights(model.folder.path(""), {"1.safetensors"}, 1);
  CHECK(read->weights.from == "the header of 1 safetensors file");
  CHECK(stored_bytes(read->weights) == Bytes{8});
  model.folder.write("3.safetensors", safetensors("{" + tensor("norm.weight", "U8", "[1]", 0, 1) + "}", 1));
  const auto twice = read_stored_weights(model.folder.path(""), {"2.safetensors", "3.safetensors"}, 1);
  CHECK(twice.error().front().what == "two of its files hold the tensor 'norm.weight'");
}

}  // namespace

}  // namespace kvtally::stored_test
