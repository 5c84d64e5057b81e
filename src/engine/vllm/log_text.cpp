#include "engine/vllm/log_text.hpp"

#include <fmt/format.h>

namespace kvtally::vllm {

std::string two_decimals(Wide numerator, Wide denominator) {
  const Wide scaled = (numerator < 0 ? -numerator : numerator) * 100;
  Wide hundredths = scaled / denominator;
  const Wide twice = (scaled % denominator) * 2;
  if (twice > denominator || (twice == denominator && hundredths % 2 == 1)) {
    ++hundredths;
  }
  return fmt::format("{}{}.{:02}", numerator < 0 && hundredths > 0 ? "-" : "",
                     narrow(hundredths / 100).value_or(0), static_cast<int>(hundredths % 100));
}

std::string gib(Bytes bytes) {
  std::string out = two_decimals(bytes.value, Wide{1} << 30);
  if (out.ends_with('0')) {
    out.pop_back();
  }
  return out;
}

}  // namespace kvtally::vllm
