#include "read/description/weight_tensors.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"

namespace kvtally::weight_tensors_test {

namespace {

using test::description_of;
using test::problems_of;

const std::string kLayers =
    "num_hidden_layers: 3\nlayer_types: full_attention x3\nnum_attention_heads: 2\nnum_key_value_heads: 1\n"
    "head_dim: 4\nname: M\n";

std::vector<GivenTensor> tensors_of(const std::string& list) {
  return description_of(kLayers + "weights:\n  tensors: " + list + "\n").model.weights.tensors;
}

std::string problem_of(const std::string& list) {
  return problems_of(kLayers + "weights:\n  tensors: " + list + "\n");
}

TEST_CASE("shapes and copies are numbers, or keys that hold one") {
  CHECK(tensors_of("[{part: other, name: a table, shape: [7, head_dim], copies: num_hidden_layers}]") ==
        std::vector<GivenTensor>{{WeightPart::other, "a table", {7, 4}, 3, 3}});
  CHECK(tensors_of("[{part: experts, name: e, shape: [2], copies: 8, active: 2}, "
                   "{part: encoder, name: f, shape: [0]}]") ==
        std::vector<GivenTensor>{{WeightPart::experts, "e", {2}, 8, 2}, {WeightPart::encoder, "f", {0}, 1, 1}});
  CHECK(tensors_of("[]").empty());
}

TEST_CASE("what is wrong with a tensor is named with its place") {
  CHECK(problem_of("3").starts_with("m.yaml:8:12: tensors is '3'; expected a list"));
  CHECK(problem_of("[3]").starts_with("m.yaml:8:13: a tensor is '3'; expected a map of keys and values"));
  CHECK(problem_of("[{part: vision, name: a, shape: [1]}]")
            .starts_with("m.yaml:8:20: part is 'vision'; expected a part of the weights such as other"));
  CHECK(problem_of("[{part: other, shape: [1]}]").starts_with("m.yaml:8:13: the key 'name' is missing"));
  CHECK(problem_of("[{part: other, name: a}]")
            .starts_with(
                "m.yaml:8:13: a tensor needs the list 'shape'; expected sizes, or the keys that hold them"));
  CHECK(problem_of("[{part: other, name: a, shape: [x]}]")
            .starts_with("m.yaml:8:44: a size is 'x'; expected a whole number from 0 to 2147483647, or a key that "
                         "holds one"));
  CHECK(problem_of("[{part: other, name: a, shape: [-2]}]").starts_with("m.yaml:8:44: a size is '-2'"));
  CHECK(problem_of("[{part: other, name: a, shape: [[2]]}]").starts_with("m.yaml:8:44: a size is a list"));
  CHECK(problem_of("[{part: other, name: a, shape: [1], copies: 2, active: 3}]")
            .starts_with("m.yaml:8:67: active is 3 of 2 copies; expected at most copies"));
  CHECK(problem_of("[{part: other, name: a, shape: [2147483647, 2147483647, 3]}]")
            .starts_with("m.yaml:8:68: the tensor 'a' has more than 2^62 elements; expected smaller sizes"));
  CHECK(
      problem_of("[{part: other, name: a, shape: [1], size: 3}]").starts_with("m.yaml:8:48: unknown key 'size'"));
}

TEST_CASE("a list of more than 1024 tensors is refused") {
  std::string list = "[";
  for (int i = 0; i < 1025; ++i) {
    list += "{part: other, name: a, shape: [1]}, ";
  }
  CHECK(problem_of(list + "]").find("more than 1024 tensors; expected fewer") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::weight_tensors_test
