#include "verify/random/layer.hpp"

#include <doctest/doctest.h>
#include <random>
#include <set>

#include "verify/layer_step.hpp"

namespace kvtally::layer_test {

namespace {

TEST_CASE("layers of every kind can be run, and differ") {
  std::mt19937_64 generator(20241130);
  const Draw draw = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (const std::string_view kind : random_kind_names()) {
    CAPTURE(kind);
    std::set<std::string> formats;
    for (int i = 0; i < 20; ++i) {
      const Layer layer = random_layer(kind, draw);
      CHECK(not_executable(layer) == "");
      formats.insert(layer.memories.empty() ? layer.state.tensors.at(0).format.name
                                            : layer.memories.at(0).entry.at(0).format.name);
    }
    CHECK(formats.size() > 2);
  }
}

TEST_CASE("a kind is what its name says") {
  const Draw low = [](std::int64_t least, std::int64_t) { return least; };
  for (const std::string kind : {"mha", "gqa", "mqa", "mla", "sink_swa", "chunked", "cross"}) {
    CHECK(random_layer(kind, low).kind == kind);
  }
  CHECK(random_layer("encoder_decoder", low).memories.size() == 2);
  CHECK(random_layer("shared", low).sharing.owner != Sharing::Owner::own);
}

}  // namespace

}  // namespace kvtally::layer_test
