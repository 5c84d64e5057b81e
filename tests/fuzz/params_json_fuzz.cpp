#include "fuzz/fuzz.hpp"
#include "read/params/params.hpp"
#include "read/text/json.hpp"

// A params.json, also of JSON that would not be taken for one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kvtally;
  const auto tree = parse_json("params.json", fuzz::text(data, size));
  if (tree) {
    static_cast<void>(is_params(tree->root()));
  }
  fuzz::use(tree ? read_params(*tree, "m") : std::unexpected(tree.error()));
  return 0;
}
