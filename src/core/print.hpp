#pragma once

#include <string>

#include "core/quantity.hpp"

namespace kvtally {

/// Binary units (KiB, MiB, GiB) or decimal ones (kB, MB, GB).
enum class Units { binary, decimal };

/// The digits in groups of three: 9,210,691,584.
std::string print_grouped(Wide value);

/// The nearest whole number, its digits in groups: "1,234". From 10^15 on, where hardly a digit is sure, and of
/// what is no number, four digits: "1.235e+18".
std::string print_nearest(double value);

/// The lecture table's rounding: from 10 GiB on without decimals, from 1 GiB on with one, below that whole MiB;
/// "0" for nothing. Halves round up; less than a MiB is printed as by print_bytes, never as 0. With decimal units
/// the same limits hold in GB and MB.
std::string print_table_bytes(Bytes bytes, Units units);

/// A size for reading: the largest unit in which it is at least 1, three decimals at most, without trailing zeros:
/// "8.578 GiB", "68.625 KiB", "512 B". Halves round up.
std::string print_bytes(Bytes bytes, Units units);

/// A token count as people say it: "128K", "198K", "1M" where it is 1024 or a multiple of 2048 below a million, or
/// whole binary millions; else the digits in groups. 128000 stays 128,000: nobody calls it 125K.
std::string print_tokens(Tokens tokens);

/// A parameter count: "671B", "1.04T", "45.9B"; the digits below a million.
std::string print_parameters(Wide count);

}  // namespace kvtally
