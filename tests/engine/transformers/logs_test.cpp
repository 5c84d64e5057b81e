#include "engine/transformers/logs.hpp"

#include <string>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::logs_test {

TEST_CASE("each line that is written is read, with the figures that it came from") {
  const Allocation paged = test::allocate(
      test::zoo_model("llama-3.1-8b"),
      "-c 4096 --cache-implementation paged --available-memory 40000000000B --max-batch-tokens 4096");
  REQUIRE(paged.log.size() == 3);
  for (const EngineLogLine& line : paged.log) {
    CAPTURE(line.text);
    const auto reading = read_log("INFO: " + line.text);
    REQUIRE(reading);
    for (const LogQuantity& quantity : reading->quantities) {
      const EngineFigure* own = figure_named(paged, quantity.name);
      if (own != nullptr) {
        CHECK(quantity.numerator <= own->numerator);
        CHECK(own->numerator <= quantity.numerator + quantity.last_digit);
      }
    }
  }
  CHECK(paged.log[0].text == "Memory available for cache allocation: 38146 MB");
}

TEST_CASE("values of the lines") {
  const auto memory = read_log("Memory available for cache allocation: 38146 MB");
  REQUIRE(memory);
  CHECK(memory->quantities[0].numerator == Wide{38146} << 20);
  CHECK(memory->quantities[0].last_digit == 1 << 20);
  const auto sizes = read_log(
      "Paged cache initialized: self.max_batch_tokens = 8192, self.num_blocks = 1194, self.block_size = 32");
  REQUIRE(sizes);
  CHECK(sizes->quantities[0].numerator == 8192);
  CHECK(sizes->quantities[1].numerator == 1194);
  CHECK(sizes->quantities[2].printed == "32 tokens");
  const auto shape = read_log(
      "self.cache_shape = (38272, 4, 64) self.key_cache[0].shape = torch.Size([38272, 4, 64]) "
      "self.key_cache[0].numel() = 9797632");
  REQUIRE(shape);
  CHECK(shape->quantities[0].numerator == 38272);
  CHECK(shape->quantities[1].numerator == 9797632);
}

TEST_CASE("other lines are not the engine's") {
  for (const char* line : {"", "GPU KV cache size: 1 tokens", "Paged cache initialized: self.num_blocks = 4",
                           "Memory available for cache allocation: much", "self.cache_shape = (x, 4, 64)",
                           "Memory available for cache allocation: 99999999999999999999 MB"}) {
    CAPTURE(line);
    CHECK_FALSE(read_log(line));
  }
}

}  // namespace kvtally::transformers::logs_test
