#include "reference/storage/codec.hpp"

#include <cassert>
#include <cstring>

namespace kvtally::reference {

namespace {

// The computing type as it is.
class RealCodec : public Codec {
 public:
  std::string_view name() const override { return "real"; }
  bool holds(std::int64_t) const override { return true; }
  std::int64_t bytes(std::int64_t width) const override { return width * std::int64_t{sizeof(Real)}; }
  void pack(std::span<const Real> row, std::span<std::byte> out) const override {
    std::memcpy(out.data(), row.data(), out.size());
  }
  void unpack(std::span<const std::byte> in, std::span<Real> row) const override {
    std::memcpy(row.data(), in.data(), in.size());
  }
};

}  // namespace

std::expected<CodecPtr, std::string> find_codec(std::string_view name) {
  if (name == "real") {
    return std::make_shared<RealCodec>();
  }
  return std::unexpected("no codec '" + std::string(name) + "'");
}

CodecPtr codec(std::string_view name) {
  const auto found = find_codec(name);
  assert(found);
  return *found;
}

}  // namespace kvtally::reference
