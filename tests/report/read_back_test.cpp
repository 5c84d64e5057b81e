#include "report/read_back.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::read_back_test {

namespace {

using Sentences = std::vector<std::string>;

const std::string kText =
    "name: X\nnum_hidden_layers: 2\nhidden_size: 64\nnum_attention_heads: 4\nnum_key_value_heads: 4\nlayer_types: "
    "full_attention x2\n";

Model model_of_text() {
  Model model = test::model_of("llama-2-7b");
  model.name = "X";
  return model;
}

TEST_CASE("each difference is named once") {
  CHECK(read_back(kText, model_of_text()).error() ==
        Sentences{"mha layers: the rows of an entry cannot be said in a description"});
  CHECK(read_back("name: X\n", model_of_text()).error() ==
        Sentences{"a description of it would be refused: the key 'num_hidden_layers' is missing",
                  "a description of it would be refused: the key 'layer_types' is missing"});
}

TEST_CASE("formats that a reader would not give") {
  CHECK(other_formats(test::model_of("qwen3-next-80b-a3b")).empty());
  Model model = test::model_of("qwen3-next-80b-a3b");
  for (Layer& layer : model.layers) {
    for (StateTensor& tensor : layer.state.tensors) {
      tensor.format = *parse_format("f16");
    }
  }
  CHECK(other_formats(model) ==
        Sentences{"gdn layers: the convolution is kept in f16, and a description says nothing of formats (bf16)",
                  "gdn layers: the matrix is kept in f16, and a description says nothing of formats (f32)"});
}

}  // namespace

}  // namespace kvtally::read_back_test
