#include "reference/storage/block.hpp"

namespace kvtally::reference {

namespace {

class BlockCodec : public Codec {
 public:
  explicit BlockCodec(const Block& block) : block_(block) {}

  std::string_view name() const override { return block_.name; }
  bool holds(std::int64_t width) const override { return width % block_.numbers == 0; }
  std::int64_t bytes(std::int64_t width) const override { return width / block_.numbers * block_.bytes; }
  void pack(std::span<const Real> row, std::span<std::byte> out) const override {
    for (std::size_t i = 0; i < row.size() / numbers(); ++i) {
      block_.pack(row.subspan(i * numbers(), numbers()), out.subspan(i * size(), size()));
    }
  }
  void unpack(std::span<const std::byte> in, std::span<Real> row) const override {
    for (std::size_t i = 0; i < row.size() / numbers(); ++i) {
      block_.unpack(in.subspan(i * size(), size()), row.subspan(i * numbers(), numbers()));
    }
  }

 private:
  std::size_t numbers() const { return static_cast<std::size_t>(block_.numbers); }
  std::size_t size() const { return static_cast<std::size_t>(block_.bytes); }

  Block block_;
};

}  // namespace

CodecPtr block_codec(const Block& block) { return std::make_shared<BlockCodec>(block); }

}  // namespace kvtally::reference
