#include <cmath>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/process.hpp"

// The lecture's figures on hardware as a user gets them: by the command line, at the digits to which they are
// known.

namespace kvtally::lecture_hardware_test {

namespace {

using Json = nlohmann::json;

// V3's 61 layers and 128 query heads with other memories.
std::string v3_with(int key_value_heads) {
  return fmt::format(
      "name: V3\nnum_hidden_layers: 61\nnum_attention_heads: 128\nnum_key_value_heads: {}\nhead_dim: 128\n"
      "layer_types: full_attention x61\n",
      key_value_heads);
}

struct Figure {
  std::string what;
  std::vector<std::string> arguments;  // of `kvtally roofline`
  std::string input;                   // the model where it is -
  std::string part;                    // of the decode step; empty: the pointer is from the model
  std::string pointer;                 // in the JSON
  double scale = 1;
  double expected = 0;
  double digit = 1;  // what its last digit stands for
};

std::vector<Figure> figures() {
  const std::string cache = "/decode/cache_seconds";
  const std::string own = "/intensity_flop_per_byte";
  const std::string share = "/prefill/attention_share_of_macs";
  const auto prompt = [](const std::string& tokens) {
    return std::vector<std::string>{"deepseek-v3", "--prompt", tokens, "--weight-dtype", "all=fp8"};
  };
  return {
      {"cache of MHA, ms", {"-"}, v3_with(128), "", cache, 1e3, 71.10, 0.01},
      {"cache of 8 KV heads, ms", {"-"}, v3_with(8), "", cache, 1e3, 4.444, 0.001},
      {"cache of one KV head, ms", {"-"}, v3_with(1), "", cache, 1e3, 0.5554, 0.0001},
      {"latents, ms", {"deepseek-v3"}, "", "", cache, 1e3, 1.250, 0.001},
      {"weights, ms",
       {"deepseek-v3", "--active", "37B", "--weight-dtype", "all=fp8"},
       "",
       "",
       "/decode/weight_seconds",
       1e3,
       5.020,
       0.001},
      {"chosen entries, ms", {"deepseek-v3.2"}, "", "dsa entries", "/seconds", 1e3, 0.0195, 0.0001},
      {"index scan, ms", {"deepseek-v3.2"}, "", "index scan", "/seconds", 1e3, 0.278, 0.001},
      {"MHA, FLOP/byte", {"-"}, v3_with(128), "mha entries", own, 1, 1, 1e-9},
      {"8 KV heads, FLOP/byte", {"-"}, v3_with(8), "gqa entries", own, 1, 16, 1e-9},
      {"Llama 2 70B, FLOP/byte", {"llama-2-70b"}, "", "gqa entries", own, 1, 8, 1e-9},
      {"latents, FLOP/byte", {"deepseek-v3"}, "", "mla entries", own, 1, 241.78, 0.01},
      {"V4-Pro, FLOP/byte", {"deepseek-v4-pro"}, "", "csa entries", own, 1, 256, 1e-9},
      {"V4-Flash, FLOP/byte", {"deepseek-v4-flash"}, "", "csa entries", own, 1, 128, 1e-9},
      {"crossover, all weights", {"llama-2-7b", "--whole-weights"}, "", "", "/crossover_tokens", 1, 25'705, 1},
      {"crossover", {"llama-2-7b"}, "", "", "/crossover_tokens", 1, 25'205, 1},
      {"attention's share at 4K, %", prompt("4K"), "", "", share, 100, 12.3, 0.1},
      {"attention's share at 32K, %", prompt("32K"), "", "", share, 100, 52.8, 0.1},
      {"attention's share at 128K, %", prompt("128K"), "", "", share, 100, 81.7, 0.1},
  };
}

Json model_of(const Figure& figure) {
  std::vector<std::string> arguments{"roofline", "--on", "tpu-v7x:chip,bandwidth=7.37TB/s", "-c", "128K",
                                     "-o",       "json"};
  arguments.insert(arguments.end(), figure.arguments.begin(), figure.arguments.end());
  const test::Outcome outcome = test::kvtally(arguments, figure.input);
  REQUIRE_MESSAGE(outcome.exit_code == 0, outcome.err);
  return Json::parse(outcome.out).at("models").at(0);
}

Json part_of(const Json& model, const std::string& name) {
  for (const Json& part : model.at("decode").at("parts")) {
    if (part.at("name") == name) {
      return part;
    }
  }
  FAIL("no part " << name);
  return {};
}

TEST_CASE("the lecture's times, intensities, crossovers and shares by the command line") {
  for (const Figure& figure : figures()) {
    CAPTURE(figure.what);
    const Json model = model_of(figure);
    const Json from = figure.part.empty() ? model : part_of(model, figure.part);
    const double value = from.at(Json::json_pointer(figure.pointer)).get<double>() * figure.scale;
    CHECK_MESSAGE(std::abs(value - figure.expected) <= figure.digit / 2, value << " for " << figure.expected);
  }
}

}  // namespace

}  // namespace kvtally::lecture_hardware_test
