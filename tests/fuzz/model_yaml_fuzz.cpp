#include "fuzz/fuzz.hpp"
#include "read/text/yaml.hpp"

// A model description in our own YAML.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kvtally;
  const auto tree = parse_yaml("m.yaml", fuzz::text(data, size));
  fuzz::use(tree ? read_description(*tree, "m") : std::unexpected(tree.error()));
  return 0;
}
