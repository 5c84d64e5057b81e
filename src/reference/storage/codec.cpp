#include "reference/storage/codec.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <fmt/format.h>
#include <vector>

#include "core/suggest.hpp"
#include "reference/storage/block.hpp"
#include "reference/storage/element.hpp"
#include "reference/storage/grouped.hpp"

namespace kvtally::reference {

namespace {

// The computing type as it is.
class RealCodec : public Codec {
 public:
  std::string_view name() const override { return "real"; }
  bool holds(std::int64_t) const override { return true; }
  std::int64_t bytes(std::int64_t width) const override { return width * std::int64_t{sizeof(Real)}; }
  void pack(std::span<const Real> row, std::span<std::byte> out) const override {
    if (!out.empty()) {
      std::memcpy(out.data(), row.data(), out.size());
    }
  }
  void unpack(std::span<const std::byte> in, std::span<Real> row) const override {
    if (!in.empty()) {
      std::memcpy(row.data(), in.data(), in.size());
    }
  }
};

std::unexpected<std::string> unknown(std::string_view name) {
  const std::vector<std::string_view> names = codec_names();
  const auto near = nearest(name, names);
  return std::unexpected(fmt::format("no codec '{}'{}; there are {} and grouped ones such as int4@64+bf16+bf16",
                                     name, near ? fmt::format(", did you mean '{}'?", *near) : "",
                                     fmt::join(names, ", ")));
}

}  // namespace

std::vector<std::string_view> codec_names() {
  std::vector<std::string_view> names{"real"};
  for (const auto family : {float_elements(), fp8_elements(), integer_elements()}) {
    std::ranges::transform(family, std::back_inserter(names), &Element::name);
  }
  for (const auto family : {fp4_blocks(), ggml_blocks(), iq4_nl_blocks()}) {
    std::ranges::transform(family, std::back_inserter(names), &Block::name);
  }
  return names;
}

std::expected<CodecPtr, std::string> find_codec(std::string_view name) {
  if (name == "real") {
    return std::make_shared<RealCodec>();
  }
  if (name.find('@') != std::string_view::npos) {
    return grouped_codec(name);
  }
  if (const Element* element = find_element(name)) {
    return element_codec(*element);
  }
  for (const auto family : {fp4_blocks(), ggml_blocks(), iq4_nl_blocks()}) {
    if (const auto block = std::ranges::find(family, name, &Block::name); block != family.end()) {
      return block_codec(*block);
    }
  }
  return unknown(name);
}

CodecPtr codec(std::string_view name) {
  const auto found = find_codec(name);
  assert(found);
  return *found;
}

}  // namespace kvtally::reference
