#include <string>

#include "engine/transformers/support.hpp"
#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers::compressor_test {

namespace {

// The tensor of that name in the first layer with that tag of DeepSeek-V4-Flash.
CacheTensor tensor_of(std::string_view tag, const std::string& name, std::string_view line) {
  static const Model model = test::zoo_model("deepseek-v4-flash");
  const GenerateSetting setting = *read_setting(model, *read_flags(flags(), line));
  const auto layers = *placed_layers(model, false);
  for (const PlacedLayer& layer : layers) {
    if (layer.layer->tag == tag) {
      for (const CacheTensor& tensor : compressor_tensors(layer, setting)) {
        if (tensor.name == name) {
          return tensor;
        }
      }
      return {"none", {}, {}, 0};
    }
  }
  return {"no such layer", {}, {}, 0};
}

using Shape = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("buffers of DeepSeek-V4 are views: of the prompt's projections, then of the last concatenation") {
  const auto buffer = [](std::string_view line) {
    return tensor_of("heavily_compressed_attention", "compressor buffer_kv", line);
  };
  CHECK(buffer("-c 300 --prefill 300").shape == Shape{1, 44, 512});
  CHECK(buffer("-c 300 --prefill 300").held == Shape{1, 300, 512});
  CHECK(buffer("-c 300 --prefill 299").held == Shape{1, 44, 512});
  CHECK(buffer("-c 256 --prefill 256").shape == Shape{1, 0, 512});
  CHECK(buffer("-c 256 --prefill 256").held == Shape{1, 256, 512});
  CHECK(buffer("-c 256 --prefill 255").held == Shape{1, 128, 512});  // what was just pooled
}

TEST_CASE("CSA: rows twice as wide, an indexer likewise, overlaps once a stretch is pooled") {
  const auto csa = [](const std::string& name, std::string_view line) {
    return tensor_of("compressed_sparse_attention", name, line);
  };
  CHECK(csa("compressor buffer_gate", "-c 303").shape == Shape{1, 3, 1024});
  CHECK(csa("indexer buffer_gate", "-c 303").shape == Shape{1, 3, 256});
  CHECK(csa("compressor compressed_kv", "-c 303").shape == Shape{1, 75, 512});
  CHECK(csa("indexer compressed_kv", "-c 303 -b 2").shape == Shape{2, 75, 128});
  CHECK(csa("indexer overlap_kv", "-c 303").shape == Shape{1, 4, 128});
  CHECK(csa("indexer overlap_kv", "-c 3").name == "none");
  CHECK(csa("keys = values", "-c 303").shape == Shape{1, 1, 127, 512});
  CHECK(csa("values", "-c 303").name == "none");
  CHECK(tensor_of("sliding_attention", "values", "-c 303").held == Shape{1, 1, 128, 512});
}

}  // namespace kvtally::transformers::compressor_test
