#include "reference/storage/element.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "reference/storage/bits.hpp"

namespace kvtally::reference {

namespace {

class ElementCodec : public Codec {
 public:
  explicit ElementCodec(const Element& element) : element_(element) {}

  std::string_view name() const override { return element_.name; }
  bool holds(std::int64_t width) const override { return width * element_.bits % 8 == 0; }
  std::int64_t bytes(std::int64_t width) const override { return width * element_.bits / 8; }
  void pack(std::span<const Real> row, std::span<std::byte> out) const override {
    for (std::size_t i = 0; i < row.size(); ++i) {
      put_code(out, i, element_.bits, element_.encode(static_cast<double>(row[i])));
    }
  }
  void unpack(std::span<const std::byte> in, std::span<Real> row) const override {
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = static_cast<Real>(element_.decode(get_code(in, i, element_.bits)));
    }
  }

 private:
  Element element_;
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSpellings{{
    {"fp32", "f32"},
    {"float32", "f32"},
    {"fp16", "f16"},
    {"float16", "f16"},
    {"bfloat16", "bf16"},
    {"fp8", "fp8_e4m3"},
}};

}  // namespace

const Element* find_element(std::string_view name) {
  const auto* spelling =
      std::ranges::find(kSpellings, name, &std::pair<std::string_view, std::string_view>::first);
  const std::string_view meant = spelling == kSpellings.end() ? name : spelling->second;
  for (const auto family : {float_elements(), fp8_elements(), integer_elements()}) {
    if (const auto found = std::ranges::find(family, meant, &Element::name); found != family.end()) {
      return &*found;
    }
  }
  return nullptr;
}

CodecPtr element_codec(const Element& element) { return std::make_shared<ElementCodec>(element); }

}  // namespace kvtally::reference
