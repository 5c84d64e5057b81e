#include "fuzz/fuzz.hpp"
#include "read/safetensors/header.hpp"
#include "read/safetensors/stored.hpp"
#include "read/text/json.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kLengthBytes = 8;

// The tensors of an accepted header fill the file behind it exactly.
void use_header(const std::string& start, std::int64_t header_bytes, std::int64_t data_bytes) {
  const auto tensors = parse_safetensors("m.safetensors", start, header_bytes + data_bytes);
  if (!tensors) {
    fuzz::use(tensors.error());
    return;
  }
  const StoredWeights weights = weights_of(*tensors, 2);
  fuzz::hold(stored_bytes(weights) == Bytes{data_bytes} || header_bytes == 0);
  static_cast<void>(stored_parameters(weights));
}

std::string length_word(std::size_t length) {
  std::string out;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    out += static_cast<char>(length >> (8 * i) & 0xFFU);
  }
  return out;
}

}  // namespace

}  // namespace kvtally

// The same bytes as a whole file; as a header before as many bytes of data as its first four characters say; and
// as an index.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kvtally;
  const std::string whole = fuzz::text(data, size);
  use_header(whole, 0, static_cast<std::int64_t>(size));
  if (size > 4) {
    std::int64_t data_bytes = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      data_bytes = data_bytes << 8 | data[i];
    }
    const std::string header = whole.substr(4);
    use_header(length_word(header.size()) + header, static_cast<std::int64_t>(kLengthBytes + header.size()),
               data_bytes);
  }
  if (const auto tree = parse_json("index.json", whole)) {
    if (const auto index = parse_safetensors_index(*tree); !index) {
      fuzz::use(index.error());
    }
  }
  return 0;
}
