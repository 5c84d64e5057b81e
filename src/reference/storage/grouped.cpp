#include "reference/storage/grouped.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <vector>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "reference/storage/affine.hpp"
#include "reference/storage/bits.hpp"
#include "reference/storage/element.hpp"

namespace kvtally::reference {

namespace {

struct Layout {
  Element codes;
  std::int64_t group = 0;  // numbers; 0: the whole row
  Element scale;
  std::optional<Element> zero;
};

class GroupedCodec : public Codec {
 public:
  GroupedCodec(std::string name, const Layout& layout) : name_(std::move(name)), layout_(layout) {}

  std::string_view name() const override { return name_; }
  bool holds(std::int64_t width) const override {
    const std::int64_t size = group_of(width);
    return size > 0 && width % size == 0 && size * layout_.codes.bits % 8 == 0;
  }
  std::int64_t bytes(std::int64_t width) const override { return width / group_of(width) * group_bytes(width); }

  void pack(std::span<const Real> row, std::span<std::byte> out) const override {
    each_group(row, out, [&](std::span<const Real> numbers, std::span<std::byte> bytes) {
      layout_.zero ? pack_affine(numbers, bytes) : pack_signed(numbers, bytes);
    });
  }
  void unpack(std::span<const std::byte> in, std::span<Real> row) const override {
    each_group(row, in, [&](std::span<Real> numbers, std::span<const std::byte> bytes) {
      layout_.zero ? unpack_affine(bytes, numbers) : unpack_signed(bytes, numbers);
    });
  }

 private:
  std::int64_t group_of(std::int64_t width) const { return layout_.group == 0 ? width : layout_.group; }
  std::size_t code_bytes(std::size_t size) const { return size * layout_.codes.bits / 8; }
  std::int64_t group_bytes(std::int64_t width) const {
    const auto codes = static_cast<std::int64_t>(code_bytes(static_cast<std::size_t>(group_of(width))));
    return codes + layout_.scale.bits / 8 + (layout_.zero ? layout_.zero->bits / 8 : 0);
  }

  template <class Numbers, class Bytes, class Visit>
  void each_group(Numbers row, Bytes bytes, Visit visit) const {
    const auto width = static_cast<std::int64_t>(row.size());
    const auto size = static_cast<std::size_t>(group_of(width));
    const auto step = static_cast<std::size_t>(group_bytes(width));
    for (std::size_t i = 0; i < row.size() / size; ++i) {
      visit(row.subspan(i * size, size), bytes.subspan(i * step, step));
    }
  }

  // Writes what scales a group behind its codes, and gives it back as it will be read.
  static Real put(const Element& element, std::span<std::byte> out, Real number) {
    const std::uint32_t code = element.encode(static_cast<double>(number));
    put_code(out, 0, element.bits, code);
    return static_cast<Real>(element.decode(code));
  }
  static Real get(const Element& element, std::span<const std::byte> in) {
    return static_cast<Real>(element.decode(get_code(in, 0, element.bits)));
  }

  void pack_affine(std::span<const Real> numbers, std::span<std::byte> out) const {
    const AffineGrouping one{1, static_cast<std::int64_t>(numbers.size()), 0};
    AffineScales<Real> scales = affine_scales(numbers, one, layout_.codes.bits);
    const auto behind = out.subspan(code_bytes(numbers.size()));
    scales.scale[0] = put(layout_.scale, behind, scales.scale[0]);
    scales.shift[0] = put(*layout_.zero, behind.subspan(layout_.scale.bits / 8), scales.shift[0]);
    const auto codes = affine_codes(numbers, one, scales, layout_.codes.bits);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      put_code(out, i, layout_.codes.bits, codes[i]);
    }
  }

  void unpack_affine(std::span<const std::byte> in, std::span<Real> numbers) const {
    const AffineGrouping one{1, static_cast<std::int64_t>(numbers.size()), 0};
    const auto behind = in.subspan(code_bytes(numbers.size()));
    const AffineScales<Real> scales{{get(layout_.scale, behind)},
                                    {get(*layout_.zero, behind.subspan(layout_.scale.bits / 8))}};
    std::vector<std::uint8_t> codes(numbers.size());
    for (std::size_t i = 0; i < codes.size(); ++i) {
      codes[i] = static_cast<std::uint8_t>(get_code(in, i, layout_.codes.bits));
    }
    std::ranges::copy(affine_numbers<Real>(codes, one, scales), numbers.begin());
  }

  void pack_signed(std::span<const Real> numbers, std::span<std::byte> out) const {
    Real largest = 0;
    for (const Real number : numbers) {
      largest = std::max(largest, std::abs(number));
    }
    const Real scale = put(layout_.scale, out.subspan(code_bytes(numbers.size())),
                           largest / static_cast<Real>(layout_.codes.largest));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Real code = scale > 0 ? numbers[i] / scale : Real{0};
      put_code(out, i, layout_.codes.bits, layout_.codes.encode(static_cast<double>(code)));
    }
  }

  void unpack_signed(std::span<const std::byte> in, std::span<Real> numbers) const {
    const Real scale = get(layout_.scale, in.subspan(code_bytes(numbers.size())));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = scale * static_cast<Real>(layout_.codes.decode(get_code(in, i, layout_.codes.bits)));
    }
  }

  std::string name_;
  Layout layout_;
};

std::expected<Element, std::string> scaling(std::string_view name) {
  const Element* found = find_element(name);
  if (found == nullptr || found->integer) {
    return std::unexpected(fmt::format("'{}' cannot hold a scale", name));
  }
  return *found;
}

std::expected<Element, std::string> group_codes(std::string_view name) {
  const Element* found = find_element(name);
  if (found == nullptr || found->bits > 8) {
    return std::unexpected(fmt::format("'{}' are no codes of groups", name));
  }
  return *found;
}

// 0 for `head`. A group is whole bytes of codes; 65536 numbers are more than any row has.
std::expected<std::int64_t, std::string> group_size(std::string_view text, const Element& codes) {
  if (text == "head") {
    return 0;
  }
  const auto size = parse_integer(text);
  if (!size || *size < 1 || *size > 65536 || *size * codes.bits % 8 != 0) {
    return std::unexpected(fmt::format("'{}' is no group size of {} codes", text, codes.name));
  }
  return *size;
}

}  // namespace

std::expected<CodecPtr, std::string> grouped_codec(std::string_view name) {
  const std::size_t at = std::min(name.find('@'), name.size());
  const auto parts = split(name.substr(std::min(at + 1, name.size())), '+');
  if (parts.size() < 2 || parts.size() > 3) {
    return std::unexpected(
        fmt::format("'{}' is not CODES@GROUP+SCALE or CODES@GROUP+SCALE+ZERO, as in int4@64+bf16+bf16", name));
  }
  const auto codes = group_codes(name.substr(0, at));
  if (!codes) {
    return std::unexpected(codes.error());
  }
  std::string full_name = fmt::format("{}{}", codes->name, name.substr(at));
  const auto group = group_size(parts[0], *codes);
  const auto scale = scaling(parts[1]);
  const auto zero = parts.size() == 3 ? scaling(parts[2]) : scale;
  if (!group) {
    return std::unexpected(group.error());
  }
  if (!scale || !zero) {
    return std::unexpected(scale ? zero.error() : scale.error());
  }
  if (parts.size() == 2) {
    return std::make_shared<GroupedCodec>(std::move(full_name), Layout{*codes, *group, *scale, std::nullopt});
  }
  if (!codes->integer) {
    return std::unexpected(fmt::format("a zero point needs integer codes, and '{}' are none", codes->name));
  }
  return std::make_shared<GroupedCodec>(std::move(full_name), Layout{*codes, *group, *scale, *zero});
}

}  // namespace kvtally::reference
