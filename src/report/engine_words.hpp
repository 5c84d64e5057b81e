#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/print.hpp"
#include "engine/allocation.hpp"

/// What texts say of an engine's allocation.
namespace kvtally {

/// "1 request of 131,072 tokens on 8 devices: bytes of one device, the fullest".
std::string scenario_of(const Allocation& allocation);

/// "+1,234": a number that is added, with its sign.
std::string with_sign(Wide value);

/// The figure as people read it: "16,384 blocks", "1.97".
std::string print_figure(const EngineFigure& figure);

/// A number of bytes and what it is.
struct LedgerLine {
  enum class Sign : unsigned char { none, added, total };
  Bytes bytes;
  std::string what;
  std::string more;  // behind a colon; may be empty
  Sign sign = Sign::none;
};

/// The numbers below one another, with their signs, and what each is behind it with its size in units, in lines of
/// at most `width` columns.
std::string ledger_of(const std::vector<LedgerLine>& lines, Units units, std::size_t width);

/// From the need to what is allocated, one cause after the other, with signs and the sum, in lines of at most
/// `width` columns.
std::string reconciliation_of(const Allocation& allocation, Units units, std::size_t width);

/// A line of a log in lines of at most `width` columns: it is broken at spaces, none of which is lost but those at
/// the breaks, and `indent` columns stay empty before it.
std::string log_lines(std::string_view line, std::size_t width, std::size_t indent);

}  // namespace kvtally
