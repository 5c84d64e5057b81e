#include "fuzz/fuzz.hpp"
#include "read/config/config.hpp"
#include "read/text/json.hpp"

// A config.json.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kvtally;
  const auto tree = parse_json("config.json", fuzz::text(data, size));
  fuzz::use(tree ? read_config(*tree, "m") : std::unexpected(tree.error()));
  return 0;
}
