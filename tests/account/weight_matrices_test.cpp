#include "account/weight_matrices.hpp"

#include <doctest/doctest.h>

namespace kvtally::weight_matrices_test {

namespace {

using Matrices = std::vector<WeightMatrix>;

ParameterTensor tensor(std::string name, std::vector<std::int64_t> shape,
                       WeightPart part = WeightPart::attention) {
  return {part, "", std::move(name), std::move(shape), 1, 1, 1};
}

TEST_CASE("norms, biases, constants of states and convolutions are no matrices") {
  CHECK(is_matrix(tensor("query projection", {64, 32})));
  CHECK(is_matrix(tensor("router", {64, 8}, WeightPart::experts)));
  CHECK_FALSE(is_matrix(tensor("sinks", {8})));
  CHECK_FALSE(is_matrix(tensor("index key norm and bias", {2, 128})));
  CHECK_FALSE(is_matrix(tensor("decay and step constants", {2, 32})));
  CHECK_FALSE(is_matrix(tensor("convolution", {64, 4})));
  CHECK_FALSE(is_matrix(tensor("biases", {64})));
  CHECK_FALSE(is_matrix(tensor("norms of the layers", {2, 64}, WeightPart::norm)));
  CHECK_FALSE(is_matrix(tensor("query projection", {64, 1})));
}

TEST_CASE("shapes are inputs x outputs; a feed-forward's last matrix runs down; tables have a row a word") {
  CHECK(matrices_of(tensor("query projection", {64, 32})) == Matrices{{1, 32, 64}});
  CHECK(matrices_of(tensor("gate, up and down projections", {3, 64, 256})) ==
        Matrices{{2, 256, 64}, {1, 64, 256}});
  CHECK(matrices_of(tensor("up and down projections", {2, 64, 256})) == Matrices{{1, 256, 64}, {1, 64, 256}});
  CHECK(matrices_of(tensor("compressor key-value and gate projections", {2, 64, 256})) == Matrices{{2, 256, 64}});
  CHECK(matrices_of(tensor("input projection", {64, 2, 128})) == Matrices{{1, 256, 64}});
  CHECK(matrices_of(tensor("token embedding", {1000, 64}, WeightPart::embedding)) == Matrices{{1, 1000, 64}});
  CHECK(matrices_of(tensor("rwkv_gate_rank", {2, 64, 16})) == Matrices{{1, 16, 64}, {1, 64, 16}});
}

}  // namespace

}  // namespace kvtally::weight_matrices_test
