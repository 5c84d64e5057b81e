#include "engine/allocation.hpp"

#include <doctest/doctest.h>

#include "read/zoo.hpp"

namespace kvtally::allocation_test {

namespace {

Model zoo_model(const std::string& id) { return Zoo(embedded_files()).describe(id)->model; }

}  // namespace

TEST_CASE("a closed allocation is the sum of what is held, and says so among its figures") {
  Allocation allocation;
  allocation.needed = Bytes{1000};
  allocation.held = {{"K", "", 1, Bytes{512}}, {"V", "", 1, Bytes{512}}};
  allocation.causes = {{"blocks of 16 tokens", Bytes{24}, ""}};
  allocation.figures = {{"num_blocks", "blocks", 4, 1}};
  close(allocation);
  CHECK(allocation.allocated == Bytes{1024});
  CHECK(figure_named(allocation, "allocated_bytes")->numerator == 1024);
  CHECK(figure_named(allocation, "needed_bytes")->numerator == 1000);
  CHECK(figure_named(allocation, "num_blocks")->unit == "blocks");
  CHECK(figure_named(allocation, "blocks") == nullptr);
}

TEST_CASE("an engine that does not start holds nothing, and nothing need be explained") {
  Allocation allocation;
  allocation.needed = Bytes{1000};
  allocation.refusal = "it does not fit";
  close(allocation);
  CHECK(allocation.allocated == Bytes{0});
}

TEST_CASE("what is needed is what the model keeps for all requests") {
  // Llama 3.1 8B: 32 layers, 8 heads, 128 wide, keys and values of 2 bytes: 131072 B a token
  const auto needed = needed_by(zoo_model("llama-3.1-8b"), Tokens{4096}, 3);
  REQUIRE(needed);
  CHECK(needed->kept.total().value == Wide{131072} * 4096 * 3);
}

TEST_CASE("a figure beyond 64 bits is refused with the model's name") {
  const auto needed = needed_by(zoo_model("llama-3.1-8b"), Tokens{(Wide{1} << 40) - 1}, 1 << 23);
  REQUIRE_FALSE(needed);
  CHECK(needed.error().front().file == "llama-3.1-8b");
  CHECK(needed.error().front().what == "a figure passes 2^63");
}

TEST_CASE("rows that a format cannot hold are refused with the model's name") {
  const Model model = zoo_model("deepseek-v3");
  Adaptation formats;
  formats.entries = KeyValueFormats{bf16(), bf16()};
  CHECK(in_formats(model, formats)->layers == model.layers);
  formats.entries = KeyValueFormats{parse_format("int4@128+bf16").value(), parse_format("int4@128+bf16").value()};
  const auto refused = in_formats(model, formats);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().front().file == "deepseek-v3");
  CHECK(refused.error().front().what.find("int4@128+bf16") != std::string::npos);
}

}  // namespace kvtally::allocation_test
