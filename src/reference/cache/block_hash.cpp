#include "reference/cache/block_hash.hpp"

#include <array>
#include <concepts>
#include <sodium.h>
#include <vector>

namespace kvtally::reference {

namespace {

template <std::unsigned_integral Number>
void append(std::vector<unsigned char>& message, Number number) {
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
    message.push_back(static_cast<unsigned char>(number >> (8 * byte)));
  }
}

}  // namespace

// libsodium's BYTES_MIN is 16, a recommendation for keyed hashes: BLAKE2b itself is defined from 1 byte on, and
// the function takes 8. It needs no sodium_init(), which only chooses a faster implementation.
BlockHash block_hash(std::optional<BlockHash> parent, std::span<const TokenId> tokens, std::uint32_t group) {
  std::vector<unsigned char> message;
  if (parent) {
    append(message, *parent);
  }
  for (const TokenId token : tokens) {
    append(message, static_cast<std::uint32_t>(token));
  }
  append(message, group);
  std::array<unsigned char, sizeof(BlockHash)> digest{};
  crypto_generichash_blake2b(digest.data(), digest.size(), message.data(), message.size(), nullptr, 0);
  BlockHash hash = 0;
  for (std::size_t byte = 0; byte < digest.size(); ++byte) {
    hash |= BlockHash{digest[byte]} << (8 * byte);
  }
  return hash;
}

}  // namespace kvtally::reference
