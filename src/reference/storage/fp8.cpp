#include <array>

#include "reference/storage/element.hpp"
#include "reference/storage/small_float.hpp"

// The two formats of the OCP 8-bit floating point specification (OFP8, 2023). A finite number beyond the largest
// becomes the largest. E4M3 has no infinity, so infinity becomes the largest too; E5M2 keeps it, so that each code
// comes back as it was.

namespace kvtally::reference {

namespace {

constexpr SmallFloat kE4m3{8, 3, -6, 0x7e, 0, 0x7f, true};
constexpr SmallFloat kE5m2{8, 2, -14, 0x7b, 0x7c, 0x7e, true};

constexpr std::array kFp8{
    Element{"fp8_e4m3", 8, 448, false, encode<kE4m3>, decode<kE4m3>},
    Element{"fp8_e5m2", 8, 57344, false, encode<kE5m2>, decode<kE5m2>},
};

}  // namespace

std::span<const Element> fp8_elements() { return kFp8; }

}  // namespace kvtally::reference
