#include <span>

#include "fuzz/fuzz.hpp"
#include "read/gguf/gguf.hpp"

// A GGUF file of one part.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kvtally;
  fuzz::use(read_gguf("m.gguf", std::as_bytes(std::span(data, size)), "m"));
  return 0;
}
