#include "published/zoo_numbers.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "read/text/yaml.hpp"

namespace kvtally::test::zoo_numbers_test {

namespace {

Tree parsed(const std::string& text) {
  auto tree = parse_yaml("m.yaml", text);
  REQUIRE(tree.has_value());
  return std::move(*tree);
}

// "key: digits" of each number, a line each.
std::string numbers_in(const std::string& text) {
  const Tree tree = parsed(text);
  std::string out;
  for (const ZooNumber& number : numbers_of(tree)) {
    out +=
        fmt::format("{}: {}\n", number.key, tree.nodes()[number.node].text.substr(number.offset, number.length));
  }
  return out;
}

// The file with the n-th number changed to `digits`: the texts of the keys, those that followed too.
std::string changed(const std::string& text, std::size_t n, const std::string& digits,
                    const std::vector<std::string>& keys) {
  const Tree tree = parsed(text);
  ChangedFile file(tree);
  change(file, numbers_of(tree).at(n), digits);
  std::string out;
  for (const std::string& key : keys) {
    out += fmt::format("{}: {}\n", key, member(file.tree().root(), key)->text);
  }
  return out;
}

TEST_CASE(
    "numbers stand in counts, run-length forms, formats, maps and tensors, and not in names, notes and words") {
  CHECK(numbers_in("name: Model 7B v2\nvendor: 01\nreleased: 2024-12\naliases: [m:7b]\nsources: [a @12]\n"
                   "notes: layer 5 of 8\nparameters: {total: 8.03B, active: 37B}\n"
                   "layer_types: \"[linear_attention x4, full_attention] x6, moe\"\n"
                   "weight_format: fp8@128x64,experts=mxfp4,rest=q8_0\nlinear_type: mamba2\n"
                   "kinds: {full_attention: {head_dim: 512}}\n"
                   "weights:\n  tensors:\n    - {part: other, name: table (3 x 14), shape: [10, hidden_size], "
                   "copies: 2}\n") ==
        "parameters.total: 8.03\nparameters.active: 37\nlayer_types #1: 4\nlayer_types #2: 6\n"
        "weight_format #1: 128\nweight_format #2: 64\nkinds.full_attention.head_dim: 512\n"
        "weights.tensors[table (3 x 14)].shape[0]: 10\nweights.tensors[table (3 x 14)].copies: 2\n");
}

TEST_CASE("a number becomes one more in its last digit, twice as much, half") {
  const Tree tree = parsed("a: 6\nb: 7\nc: 0\nd: 8.09B\ne: 1.0T\n");
  const auto numbers = numbers_of(tree);
  using Texts = std::vector<std::string>;
  CHECK(changes_of(tree, numbers[0]) == Texts{"7", "12", "3"});
  CHECK(changes_of(tree, numbers[1]) == Texts{"8", "14"});
  CHECK(changes_of(tree, numbers[2]) == Texts{"1"});
  CHECK(changes_of(tree, numbers[3]) == Texts{"8.10", "16.18"});
  CHECK(changes_of(tree, numbers[4]) == Texts{"1.1", "2.0", "0.5"});
}

TEST_CASE("with the length of one list of layers the depth and the other lists change") {
  const std::string text =
      "num_hidden_layers: 6\nlayer_types: \"[a x2, b] x2\"\nmlp_layer_types: dense x6\nhidden_size: 8\n";
  const std::vector<std::string> keys{"num_hidden_layers", "layer_types", "mlp_layer_types", "hidden_size"};
  CHECK(changed(text, 0, "8", keys) ==
        "num_hidden_layers: 8\nlayer_types: [a x2, b] x2, b x2\nmlp_layer_types: dense x6, dense x2\n"
        "hidden_size: 8\n");
  CHECK(changed(text, 1, "3", keys) ==
        "num_hidden_layers: 8\nlayer_types: [a x3, b] x2\nmlp_layer_types: dense x6, dense x2\nhidden_size: 8\n");
  CHECK(changed(text, 3, "7", keys) ==
        "num_hidden_layers: 7\nlayer_types: [a x2, b] x2, b x1\nmlp_layer_types: dense x7\nhidden_size: 8\n");
  CHECK(changed(text, 4, "9", keys) ==
        "num_hidden_layers: 6\nlayer_types: [a x2, b] x2\nmlp_layer_types: dense x6\nhidden_size: 9\n");
}

}  // namespace

}  // namespace kvtally::test::zoo_numbers_test
