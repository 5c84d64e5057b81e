#include "engine/log_scan.hpp"

#include <algorithm>

#include "core/parse.hpp"

namespace kvtally {

namespace {

constexpr Wide kGiB = Wide{1} << 30;
constexpr std::size_t kMostDigits = 15;

}  // namespace

std::string_view LogScan::digits_behind(std::string_view before) const {
  const std::size_t at = line_.find(before);
  if (at == std::string_view::npos) {
    return {};
  }
  const std::string_view rest = line_.substr(at + before.size());
  return rest.substr(0, std::min(rest.find_first_not_of("0123456789."), rest.size()));
}

bool LogScan::count(std::string_view before, std::string name, std::string unit) {
  std::string_view digits = digits_behind(before);
  while (digits.ends_with('.')) {
    digits.remove_suffix(1);  // the full stop of the sentence
  }
  const auto value = parse_integer(digits);
  if (!value) {
    return false;
  }
  quantities_.push_back({std::move(name), std::string(digits) + " " + unit, std::move(unit), *value, 1, 0});
  return true;
}

bool LogScan::gibibytes(std::string_view before, std::string name, std::string_view unit) {
  const std::string_view digits = digits_behind(before);
  const std::size_t dot = std::min(digits.find('.'), digits.size());
  std::string plain(digits);
  std::erase(plain, '.');
  const std::size_t fraction = dot == digits.size() ? 0 : digits.size() - dot - 1;
  if (plain.empty() || plain.size() > kMostDigits || plain.size() + (fraction > 0 ? 1 : 0) != digits.size()) {
    return false;
  }
  Wide value = 0;
  for (const char digit : plain) {
    value = value * 10 + (digit - '0');
  }
  Wide denominator = 1;
  for (std::size_t i = 0; i < fraction; ++i) {
    denominator *= 10;
  }
  quantities_.push_back(
      {std::move(name), std::string(digits) + std::string(unit), "bytes", value * kGiB, denominator, kGiB});
  return true;
}

}  // namespace kvtally
