#include "read/safetensors/dtypes.hpp"

#include <algorithm>
#include <array>

namespace kvtally {

namespace {

// F8_E8M0 is the type of MX scales. An F4 or F6 tensor's shape counts its elements, not bytes.
constexpr std::array<SafetensorsType, 22> kTypes{{
    {"BOOL", 8, false},       {"F4", 4, true},          {"F6_E2M3", 6, true},  {"F6_E3M2", 6, true},
    {"U8", 8, false},         {"I8", 8, false},         {"F8_E5M2", 8, true},  {"F8_E4M3", 8, true},
    {"F8_E5M2FNUZ", 8, true}, {"F8_E4M3FNUZ", 8, true}, {"F8_E8M0", 8, false}, {"I16", 16, false},
    {"U16", 16, false},       {"F16", 16, true},        {"BF16", 16, true},    {"I32", 32, false},
    {"U32", 32, false},       {"F32", 32, true},        {"C64", 64, false},    {"F64", 64, true},
    {"I64", 64, false},       {"U64", 64, false},
}};

}  // namespace

std::span<const SafetensorsType> safetensors_types() { return kTypes; }

const SafetensorsType* safetensors_type(std::string_view name) {
  const auto found = std::ranges::find(kTypes, name, &SafetensorsType::name);
  return found == kTypes.end() ? nullptr : &*found;
}

}  // namespace kvtally
