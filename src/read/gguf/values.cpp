// The values of a file's keys.

#include <bit>
#include <fmt/format.h>

#include "read/gguf/byte_reader.hpp"
#include "read/gguf/container.hpp"

namespace kvtally {

namespace {

GgufType scalar_type(const GgufEntry& entry) { return entry.type == GgufType::array ? entry.element : entry.type; }

// A fraction shows that it is one, so that 32.0 is not taken for a count.
template <class Real>
std::string real_text(Real value) {
  std::string out = fmt::format("{}", value);
  return out.find_first_not_of("-0123456789") == std::string::npos ? out + ".0" : out;
}

bool is_signed(GgufType type) {
  return type == GgufType::i8 || type == GgufType::i16 || type == GgufType::i32 || type == GgufType::i64;
}

std::uint64_t bits(const GgufEntry& entry, std::uint64_t index) {
  const std::size_t width = width_of(scalar_type(entry));
  return little_endian(entry.value, static_cast<std::size_t>(index) * width, width);
}

}  // namespace

std::size_t width_of(GgufType type) {
  switch (type) {
    case GgufType::u8:
    case GgufType::i8:
    case GgufType::boolean: return 1;
    case GgufType::u16:
    case GgufType::i16: return 2;
    case GgufType::u32:
    case GgufType::i32:
    case GgufType::f32: return 4;
    case GgufType::u64:
    case GgufType::i64:
    case GgufType::f64: return 8;
    case GgufType::text:
    case GgufType::array: return 0;
  }
  return 0;
}

std::optional<Wide> whole_number(const GgufEntry& entry, std::uint64_t index) {
  const GgufType type = scalar_type(entry);
  if (width_of(type) == 0 || type == GgufType::f32 || type == GgufType::f64) {
    return std::nullopt;
  }
  const std::uint64_t value = bits(entry, index);
  const std::uint64_t sign = std::uint64_t{1} << (8 * width_of(type) - 1);
  return is_signed(type) && (value & sign) != 0 ? Wide{value} - 2 * Wide{sign} : Wide{value};
}

std::string number_text(const GgufEntry& entry, std::uint64_t index) {
  const GgufType type = scalar_type(entry);
  if (type == GgufType::boolean) {
    return bits(entry, index) != 0 ? "true" : "false";
  }
  if (type == GgufType::f32) {
    return real_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits(entry, index))));
  }
  if (type == GgufType::f64) {
    return real_text(std::bit_cast<double>(bits(entry, index)));
  }
  return fmt::format("{}", whole_number(entry, index).value_or(0));
}

}  // namespace kvtally
