#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace kvtally {

/// A word behind a number, and how many of a base unit it is.
struct Unit {
  std::string_view name;  // as it is written behind the number
  std::string_view unit;  // what it is a multiple of
  std::int64_t times = 1;
  std::int64_t over = 1;
};

inline constexpr std::int64_t kKibi = 1LL << 10;

/// KB and K are left out for bytes: texts mean 1000 or 1024. A capital K or M of tokens is binary, a small one
/// decimal, as in core/parse.hpp.
inline constexpr std::array kUnits{
    Unit{"", "", 1},
    Unit{"x", "", 1},
    Unit{"%", "", 1, 100},
    Unit{"million", "", 1'000'000},
    Unit{"bytes", "bytes", 1},
    Unit{"B", "bytes", 1},
    Unit{"kB", "bytes", 1'000},
    Unit{"MB", "bytes", 1'000'000},
    Unit{"GB", "bytes", 1'000'000'000},
    Unit{"TB", "bytes", 1'000'000'000'000},
    Unit{"KiB", "bytes", kKibi},
    Unit{"MiB", "bytes", kKibi* kKibi},
    Unit{"GiB", "bytes", kKibi* kKibi* kKibi},
    Unit{"TiB", "bytes", kKibi* kKibi* kKibi* kKibi},
    Unit{"tokens", "tokens", 1},
    Unit{"k tokens", "tokens", 1'000},
    Unit{"K tokens", "tokens", kKibi},
    Unit{"M tokens", "tokens", kKibi* kKibi},
    Unit{"parameters", "parameters", 1},
    Unit{"B parameters", "parameters", 1'000'000'000},
    Unit{"multiply-adds", "multiply-adds", 1},
    Unit{"FLOP/byte", "FLOP/byte", 1},
    Unit{"FLOP", "FLOP", 1},
    Unit{"ms", "seconds", 1, 1'000},
    Unit{"seconds", "seconds", 1},
    Unit{"degrees", "degrees", 1},
    Unit{"layers", "layers", 1},
    Unit{"rows", "rows", 1},
    Unit{"models", "models", 1},
    Unit{"labels", "labels", 1},
    Unit{"elements", "elements", 1},
    Unit{"k elements", "elements", 1'000},
    Unit{"entries", "entries", 1},
    Unit{"blocks", "blocks", 1},
    Unit{"cells", "cells", 1},
    Unit{"pages", "pages", 1},
    Unit{"slots", "slots", 1},
    Unit{"groups", "groups", 1},
    Unit{"columns", "columns", 1},
    Unit{"bits", "bits", 1},
    Unit{"sequences", "sequences", 1},
    Unit{"streams", "streams", 1},
    Unit{"percent", "percent", 1},
    Unit{"files", "files", 1},
    Unit{"requests", "requests", 1},
    Unit{"users", "users", 1},
    Unit{"devices", "devices", 1},
    Unit{"cards", "cards", 1},
};

}  // namespace kvtally
